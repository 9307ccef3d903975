// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/run_plots.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <limits>
#include <utility>
#include <vector>

#include <implot.h>

#include "views/imgui/look.h"
#include "views/imgui/run_chart.h"

namespace sojourn::imgui {
namespace {

using present::CurveMetric;
using present::CurveRun;
using present::CurveSeriesPtr;
using present::PlotChoice;
using present::RunPlots;

std::vector<Chart> chartsFor(const PlotLook& look) {
  return {{"Loss",
           "line: train, smoothed / ring: validation",
           {{CurveMetric::TrainLoss, false, false, true}, {CurveMetric::ValidationLoss, false, true, false}},
           look.logLoss,
           3},
          {"Accuracy, validation, %",
           "solid: all / dashed: known",
           {{CurveMetric::AccuracyAll, false, false, false}, {CurveMetric::AccuracyKnown, true, false, false}},
           false,
           1},
          {look.logGradient ? "Gradient norm, log" : "Gradient norm",
           "before clipping",
           {{CurveMetric::GradientNorm, false, false, true}},
           look.logGradient,
           2},
          {"Learning rate, log", "", {{CurveMetric::LearningRate, false, false, false}}, true, 7},
          {"Throughput, sequences/s", "", {{CurveMetric::Throughput, false, false, true}}, false, 0},
          {"System",
           "solid: processor, % of a core / dashed: memory, GB",
           {{CurveMetric::Processor, false, false, false}, {CurveMetric::Memory, true, false, false}},
           false,
           1}};
}

void setPlotStyle(const present::Theme& theme) {
  ImPlotStyle& style = ImPlot::GetStyle();
  const float scale = lookScale();
  style.PlotPadding = {6 * scale, 4 * scale};
  style.LabelPadding = {4 * scale, 2 * scale};
  style.MajorTickLen = style.MinorTickLen = {0, 0};
  style.MinorAlpha = 0;
  style.PlotMinSize = {80, 50};
  const auto set = [&](ImPlotCol what, present::Color color) { style.Colors[what] = toVector(color); };
  set(ImPlotCol_FrameBg, {0, 0, 0, 0});
  set(ImPlotCol_PlotBg, theme.field);
  set(ImPlotCol_PlotBorder, theme.border);
  set(ImPlotCol_TitleText, theme.text);
  set(ImPlotCol_InlayText, theme.text2);
  set(ImPlotCol_AxisText, theme.text2);
  set(ImPlotCol_AxisGrid, theme.grid);
  set(ImPlotCol_AxisBg, {0, 0, 0, 0});
  set(ImPlotCol_AxisBgHovered, theme.hover);
  set(ImPlotCol_AxisBgActive, theme.soft);
  set(ImPlotCol_Selection, theme.accent);
  set(ImPlotCol_Crosshairs, theme.text2);
}

/// From the first to the last point of all chosen runs.
void showEverything(const RunPlots& plots, PlotLook& look, present::CurveCache& cache) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const CurveRun& run : plots.runs) {
    if (!run.history) continue;
    for (const CurveMetric metric : {CurveMetric::TrainLoss, CurveMetric::ValidationLoss}) {
      const CurveSeriesPtr series = cache.series(metric, run, look.x);
      if (!series || series->values.empty()) continue;
      low = std::min(low, series->xAt(0));
      high = std::max(high, series->xAt(series->values.size() - 1));
    }
  }
  if (!(low <= high)) low = 0, high = 1;
  if (look.x != present::CurveX::WallTime) low = std::min(low, 0.0);
  look.from = low;
  look.to = std::max(high, low + 1) + 0.01 * (high - low);
}

Asked choices(const RunPlots& plots, const PanelTools& tools) {
  Asked asked;
  const float scale = lookScale();
  for (const PlotChoice& choice : plots.choices) {
    ImGui::PushID(choice.id.c_str());
    bool chosen = choice.chosen;
    if (ImGui::Checkbox("##chosen", &chosen)) asked = present::Action{chosen ? "choose" : "unchoose", choice.id};
    ImGui::SameLine();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float side = 10 * scale;
    const float y = corner.y + (ImGui::GetFrameHeight() - side) / 2;
    ImGui::GetWindowDrawList()->AddRectFilled({corner.x, y}, {corner.x + side, y + side},
                                              toColor(choice.chosen ? choice.color : tools.theme.pale), 1);
    ImGui::Dummy({side, 1});
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    if (ImGui::Selectable(choice.name.c_str(), choice.id == plots.selected))
      asked = present::Action{"selectRun", choice.id};
    ImGui::PopID();
  }
  return asked;
}

void axes(PlotLook& look) {
  constexpr std::array<std::pair<const char*, present::CurveX>, 4> units{{{"Step", present::CurveX::Step},
                                                                          {"Epoch", present::CurveX::Epoch},
                                                                          {"Time", present::CurveX::Relative},
                                                                          {"Clock", present::CurveX::WallTime}}};
  ImGui::SeparatorText("Axes");
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (i % 2 == 1) ImGui::SameLine(90 * lookScale());
    if (ImGui::RadioButton(units[i].first, look.x == units[i].second)) {
      look.x = units[i].second;
      look.fit = look.follow = true;
      look.cursor.reset();
    }
  }
  ImGui::Checkbox("Log loss", &look.logLoss);
  ImGui::Checkbox("Log gradient", &look.logGradient);
  ImGui::Checkbox("Raw under smoothed", &look.raw);
  ImGui::Checkbox("Event markers", &look.markers);
  ImGui::Checkbox("Fit y", &look.fitY);
  ImGui::SetNextItemWidth(-FLT_MIN);
  ImGui::SliderFloat("##smoothing", &look.smoothing, 0, 0.99F, "smoothing %.2f");
  if (ImGui::Button("Show everything")) look.fit = look.follow = true;
}

}  // namespace

Asked plotsPanel(const RunPlots& plots, PlotLook& look, present::CurveCache& cache, const PanelTools& tools) {
  Asked asked;
  const float side = 190 * lookScale();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {6 * lookScale(), 1 * lookScale()});
  if (ImGui::BeginChild("side", {side, 0})) {
    axes(look);
    ImGui::SeparatorText("Overlay");
    asked = choices(plots, tools);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::SameLine();
  if (ImGui::BeginChild("charts")) {
    setPlotStyle(tools.theme);
    if (look.fit || look.follow) showEverything(plots, look, cache);
    look.fit = false;
    const std::vector<Chart> charts = chartsFor(look);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const int columns = room.x < 520 * lookScale() ? 1 : 2;
    const float spacing = ImGui::GetStyle().ItemSpacing.y;
    const auto rows = static_cast<float>((static_cast<int>(charts.size()) + columns - 1) / columns);
    const ImVec2 size{(room.x - static_cast<float>(columns - 1) * spacing) / static_cast<float>(columns),
                      std::max(150 * lookScale(), (room.y - (rows - 1) * spacing) / rows)};
    bool hovered = false;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {spacing, spacing});
    for (std::size_t i = 0; i < charts.size(); ++i) {
      if (i % static_cast<std::size_t>(columns) != 0) ImGui::SameLine();
      hovered |= drawChart(charts[i], size, plots, look, cache, tools);
    }
    ImGui::PopStyleVar();
    if (!hovered) look.cursor.reset();
    cache.endPicture();
  }
  ImGui::EndChild();
  return asked;
}

}  // namespace sojourn::imgui
