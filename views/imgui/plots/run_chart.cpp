// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/plots/run_chart.h"

#include <cmath>
#include <optional>
#include <string>

#include "model/core/translation.h"
#include "views/imgui/charts/chart_picture.h"
#include "views/imgui/scene/fonts.h"
#include "views/imgui/scene/scene_painter.h"
#include "views/imgui/scene/style.h"

namespace sojourn::imgui {
namespace {

/// The title at the left, what the lines are at the right.
void drawTitle(const present::RunChart& chart, float width, const present::Theme& theme) {
  const float left = ImGui::GetCursorPosX();
  const FontScope font({.size = 12, .weight = present::Weight::Medium});
  ImGui::TextUnformatted(tr(chart.title).c_str());
  const float used = ImGui::GetItemRectSize().x + 12 * styleScale();
  const FontScope small({.size = 11});
  const std::string note = elided(chart.note, {.size = 11}, (width - used) / styleScale());
  if (note.empty()) return;
  ImGui::SameLine();
  ImGui::SetCursorPosX(left + width - ImGui::CalcTextSize(note.c_str()).x);
  coloredText(note, theme.text2);
}

bool boxIsHigh(const ChartView& view) {
  constexpr float least = 16;
  const ImGuiIO& io = ImGui::GetIO();
  const bool held = ImGui::IsMouseDown(ImGuiMouseButton_Right) || ImGui::IsMouseReleased(ImGuiMouseButton_Right);
  const ImVec2 begun = io.MouseClickedPos[ImGuiMouseButton_Right];
  return held && view.boxed && std::fabs(io.MousePos.y - begun.y) > least * styleScale();
}

/// A box that is high enough zooms both axes, as does the wheel over the axis; a flat one and the wheel in the chart
/// zoom the time alone, and the y axis goes on holding what is drawn.
bool yIsFree(ChartView& view) {
  const bool wheel = ImGui::GetIO().MouseWheel != 0;
  if (view.overAxis && (wheel || ImGui::IsMouseClicked(ImGuiMouseButton_Left))) view.freeY = true;
  if (!boxIsHigh(view)) return view.freeY;
  if (ImGui::IsMouseReleased(ImGuiMouseButton_Right)) view.freeY = true;
  return true;
}

void takeInput(const ChartPointer& pointer, PlotLook& look, ChartView& view) {
  const ImGuiIO& io = ImGui::GetIO();
  view.overAxis = pointer.onY;
  if (pointer.onPlot && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) view.boxed = true;
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Right)) view.boxed = false;
  if (!pointer.onPlot) return;
  if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || !look.cursorByKeys) {
    look.cursor = pointer.x;
    look.cursorByKeys = false;
  }
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    look.follow = FollowX::Everything;
    view.freeY = false;
  } else if (io.MouseWheel != 0 || ImGui::IsMouseDragging(ImGuiMouseButton_Left) ||
             ImGui::IsMouseDragging(ImGuiMouseButton_Right)) {
    look.follow = FollowX::Nothing;
  }
}

}  // namespace

bool drawRunChart(const present::RunChart& about, ImVec2 size, const present::RunPlots& plots, PlotLook& look,
                  present::CurveCache& cache, const PanelTools& tools) {
  ChartView& view = look.charts[about.title];
  if (!ImGui::IsRectVisible(size)) {
    ImGui::Dummy(size);
    return false;
  }
  double& from = look.linked ? look.from : view.from;
  double& to = look.linked ? look.to : view.to;
  const float scale = styleScale();
  ImGui::BeginGroup();
  const float top = ImGui::GetCursorPosY();
  drawTitle(about, size.x, tools.theme);
  size.y -= ImGui::GetCursorPosY() - top;
  const bool free = yIsFree(view);
  present::RunChartPresenter presenter(about, plots, look, cache,
                                       {.size = view.plot, .theme = tools.theme, .text = tools.text});
  // In the frame before: the plot has its size only once its axes are set.
  present::Chart chart =
      presenter.chart({.x = {from, to},
                       .y = free ? std::optional(present::ValueRange{view.low, view.high}) : std::nullopt,
                       .plot = view.plot,
                       .scale = scale});
  ChartPointer pointer;
  if (drawChart(("##" + about.title).c_str(), chart, size, scale, free, pointer)) {
    from = chart.x.from, to = chart.x.to;
    view.low = chart.y.from, view.high = chart.y.to;
    view.plot = {chart.plot.width, chart.plot.height};
    takeInput(pointer, look, view);
    paintScene(*ImGui::GetWindowDrawList(), presenter.marks(chart, look.crosshair ? look.cursor : std::nullopt),
               {.origin = {}, .scale = scale, .visible = chart.plot}, tools.textures);
  }
  ImGui::EndGroup();
  return pointer.onPlot;
}

}  // namespace sojourn::imgui
