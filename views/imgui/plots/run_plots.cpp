// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/plots/run_plots.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <utility>
#include <vector>

#include <implot.h>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/imgui/charts/chart_picture.h"
#include "views/imgui/scene/scene_painter.h"
#include "views/imgui/scene/style.h"
#include "views/present/monitor/run_chart.h"

namespace sojourn::imgui {
namespace {

using present::PlotChoice;
using present::RunPlots;

void setPlotStyle(const present::Theme& theme) {
  ImPlotStyle& style = ImPlot::GetStyle();
  const float scale = styleScale();
  style.PlotPadding = {6 * scale, 4 * scale};
  style.LabelPadding = {4 * scale, 2 * scale};
  style.MajorTickLen = style.MinorTickLen = {0, 0};
  style.MinorAlpha = 0;
  style.PlotMinSize = {80, 50};
  const auto set = [&](present::Color color, std::initializer_list<ImPlotCol> where) {
    for (const ImPlotCol one : where) style.Colors[one] = toVector(color);
  };
  set({0, 0, 0, 0}, {ImPlotCol_FrameBg, ImPlotCol_AxisBg});
  set(theme.field, {ImPlotCol_PlotBg});
  set(theme.border, {ImPlotCol_PlotBorder});
  set(theme.text, {ImPlotCol_TitleText});
  set(theme.text2, {ImPlotCol_InlayText, ImPlotCol_AxisText, ImPlotCol_Crosshairs});
  set(theme.grid, {ImPlotCol_AxisGrid});
  set(theme.hover, {ImPlotCol_AxisBgHovered});
  set(theme.soft, {ImPlotCol_AxisBgActive});
  set(theme.accent, {ImPlotCol_Selection});
}

void placeAll(PlotPanelOptions& options, double from, double to) {
  options.from = from, options.to = to;
  for (auto& [title, view] : options.charts) view.from = from, view.to = to;
}

/// Moves and zooms by keys, all charts alike.
void keys(PlotPanelOptions& options) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) || io.WantTextInput) return;
  constexpr double shift = 0.1, zoom = 0.8, crosshairStep = 0.01;
  const double width = options.to - options.from;
  const auto place = [&](double from, double to) {
    placeAll(options, from, to);
    options.follow = FollowX::Nothing;
  };
  const auto zoomBy = [&](double factor) {
    const double middle = options.cursor.value_or((options.from + options.to) / 2);
    place(middle - (middle - options.from) * factor, middle + (options.to - middle) * factor);
  };
  const int arrows =
      (ImGui::IsKeyPressed(ImGuiKey_RightArrow) ? 1 : 0) - (ImGui::IsKeyPressed(ImGuiKey_LeftArrow) ? 1 : 0);
  if (arrows != 0 && io.KeyShift) place(options.from + arrows * shift * width, options.to + arrows * shift * width);
  if (arrows != 0 && io.KeyAlt) {
    options.cursor =
        std::clamp(options.cursor.value_or((options.from + options.to) / 2) + arrows * crosshairStep * width,
                   options.from, options.to);
    options.cursorByKeys = true;
  }
  for (const ImWchar typed : io.InputQueueCharacters) {
    if (typed == '+') zoomBy(zoom);
    if (typed == '-') zoomBy(1 / zoom);
  }
  if (ImGui::IsKeyPressed(ImGuiKey_Home)) options.follow = FollowX::Everything;
}

Asked choices(const RunPlots& plots, const PanelTools& tools) {
  Asked asked;
  const float scale = styleScale();
  for (const PlotChoice& choice : plots.choices) {
    ImGui::PushID(choice.id.c_str());
    bool chosen = choice.chosen;
    if (ImGui::Checkbox("##chosen", &chosen)) asked = present::ShowInCharts{choice.id, chosen};
    ImGui::SameLine();
    lineSwatch(choice.chosen ? choice.color : tools.theme.pale, choice.dashed, 10 * scale, ImGui::GetFrameHeight());
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    const float left = ImGui::GetCursorPosX();
    if (ImGui::Selectable(choice.name.c_str(), choice.id == plots.selected)) asked = present::SelectRun{choice.id};
    if (!choice.leftOut.empty()) {
      ImGui::SetCursorPosX(left);
      ImGui::TextDisabled("%s", tr("not all steps kept").c_str());
      tooltip(choice.leftOut);
    }
    ImGui::PopID();
  }
  return asked;
}

void axes(PlotPanelOptions& options, const present::Theme& theme) {
  constexpr std::array<std::pair<const char*, present::CurveX>, 4> units{{{"Step", present::CurveX::Step},
                                                                          {"Epoch", present::CurveX::Epoch},
                                                                          {"Time", present::CurveX::Relative},
                                                                          {"UTC", present::CurveX::WallTime}}};
  ImGui::SeparatorText(tr("Axes").c_str());
  for (const auto& [word, x] : units) {
    if (word != units.front().first) beside(buttonWidth(tr(word)), 4);
    if (!choiceButton(tr(word), options.x == x, theme)) continue;
    options.x = x;
    options.follow = FollowX::Everything;
    options.cursor.reset();
  }
  if (ImGui::Checkbox(tr("Linked x").c_str(), &options.linked) && !options.linked)
    placeAll(options, options.from, options.to);
  ImGui::Checkbox(tr("Crosshair").c_str(), &options.crosshair);
  ImGui::Checkbox(tr("Event markers").c_str(), &options.markers);
  ImGui::Checkbox(tr("Log loss").c_str(), &options.logLoss);
  ImGui::Checkbox(tr("Log gradient").c_str(), &options.logGradient);
  ImGui::Checkbox(tr("Raw values").c_str(), &options.raw);
  // Beside the slider: on it, the number would lie under the knob.
  ImGui::TextUnformatted(tr("Smoothing %1", {fixedNumber(options.smoothing, 2)}).c_str());
  ImGui::SetNextItemWidth(-FLT_MIN);
  auto smoothing = static_cast<float>(options.smoothing);
  if (ImGui::SliderFloat("##smoothing", &smoothing, 0, 0.99F, "")) options.smoothing = static_cast<double>(smoothing);
  if (ImGui::Button(tr("Fit").c_str())) options.follow = FollowX::Everything;
  beside(buttonWidth(tr("Fit y")), 4);
  if (ImGui::Button(tr("Fit y").c_str()))
    for (auto& [title, view] : options.charts) view.freeY = false;
  beside(buttonWidth(tr("Last 5 epochs")), 4);
  if (ImGui::Button(tr("Last 5 epochs").c_str())) options.follow = FollowX::LastEpochs;
}

// ---- one chart

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
  ImGui::SetCursorPosX(left + width - widthOf(note));
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

void takeInput(const ChartPointer& pointer, PlotPanelOptions& options, ChartView& view) {
  const ImGuiIO& io = ImGui::GetIO();
  view.overAxis = pointer.onY;
  if (pointer.onPlot && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) view.boxed = true;
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Right)) view.boxed = false;
  if (!pointer.onPlot) return;
  if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || !options.cursorByKeys) {
    options.cursor = pointer.x;
    options.cursorByKeys = false;
  }
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    options.follow = FollowX::Everything;
    view.freeY = false;
  } else if (io.MouseWheel != 0 || ImGui::IsMouseDragging(ImGuiMouseButton_Left) ||
             ImGui::IsMouseDragging(ImGuiMouseButton_Right)) {
    options.follow = FollowX::Nothing;
  }
}

/// Draws it, with its title, in a frame of this size; true while the pointer is over it. Moves and zooms what all
/// charts share.
bool drawRunChart(const present::RunChart& about, ImVec2 size, const present::RunPlots& plots,
                  PlotPanelOptions& options, present::CurveCache& cache, const PanelTools& tools) {
  ChartView& view = options.charts[about.title];
  if (!ImGui::IsRectVisible(size)) {
    ImGui::Dummy(size);
    return false;
  }
  double& from = options.linked ? options.from : view.from;
  double& to = options.linked ? options.to : view.to;
  const float scale = styleScale();
  ImGui::BeginGroup();
  const float top = ImGui::GetCursorPosY();
  drawTitle(about, size.x, tools.theme);
  size.y -= ImGui::GetCursorPosY() - top;
  const bool free = yIsFree(view);
  present::RunChartPresenter presenter(about, plots, options, cache,
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
    takeInput(pointer, options, view);
    paintScene(*ImGui::GetWindowDrawList(), presenter.marks(chart, options.crosshair ? options.cursor : std::nullopt),
               {.origin = {}, .scale = scale, .visible = chart.plot}, tools.textures);
  }
  ImGui::EndGroup();
  return pointer.onPlot;
}

}  // namespace

Asked plotsPanel(const RunPlots& plots, PlotPanelOptions& options, present::CurveCache& cache,
                 const PanelTools& tools) {
  Asked asked;
  // As wide as the four units of x beside a scroll bar.
  const float side = 208 * styleScale();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {6 * styleScale(), 1 * styleScale()});
  if (ImGui::BeginChild("side", {side, 0})) {
    axes(options, tools.theme);
    ImGui::SeparatorText(tr("Overlay").c_str());
    asked = choices(plots, tools);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::SameLine();
  if (ImGui::BeginChild("charts")) {
    setPlotStyle(tools.theme);
    keys(options);
    if (options.follow != FollowX::Nothing) {
      const auto [from, to] = present::runsRange(plots, options.x, options.follow == FollowX::LastEpochs, cache);
      placeAll(options, from, to);
    }
    const std::vector<present::RunChart> charts = present::runCharts(plots, options);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const int columns =
        std::clamp(static_cast<int>(room.x / (260 * styleScale())), 1, room.x < 1500 * styleScale() ? 2 : 3);
    const float spacing = 8 * styleScale();
    const auto rows = static_cast<float>((static_cast<int>(charts.size()) + columns - 1) / columns);
    const ImVec2 size{(room.x - static_cast<float>(columns - 1) * spacing) / static_cast<float>(columns),
                      std::max(150 * styleScale(), (room.y - (rows - 1) * spacing) / rows)};
    bool hovered = false;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {spacing, spacing});
    for (std::size_t i = 0; i < charts.size(); ++i) {
      if (i % static_cast<std::size_t>(columns) != 0) ImGui::SameLine();
      hovered |= drawRunChart(charts[i], size, plots, options, cache, tools);
    }
    ImGui::PopStyleVar();
    if (!hovered && !options.cursorByKeys) options.cursor.reset();
    cache.endPicture();
  }
  ImGui::EndChild();
  return asked;
}

}  // namespace sojourn::imgui
