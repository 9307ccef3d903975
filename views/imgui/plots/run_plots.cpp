// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/plots/run_plots.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <limits>
#include <utility>
#include <vector>

#include <implot.h>

#include "model/core/number_text.h"
#include "views/imgui/plots/run_chart.h"
#include "views/imgui/scene/style.h"

namespace sojourn::imgui {
namespace {

using present::CurveMetric;
using present::CurveRun;
using present::CurveSeriesPtr;
using present::PlotChoice;
using present::RunPlots;

/// What a trainer says of its graphics card, where it has one.
bool hasGpu(const RunPlots& plots) {
  return std::ranges::any_of(plots.runs, [](const CurveRun& run) {
    return run.history && !run.history->system.empty() &&
           (run.history->system.back().event.gpu || run.history->system.back().event.gpuMemoryBytes);
  });
}

std::vector<RunChart> chartsFor(const PlotLook& look, const RunPlots& plots) {
  const bool gpu = hasGpu(plots);
  std::vector<RunChart> charts{
      {.title = look.logLoss ? "Loss, log" : "Loss",
       .note = "line: train, smoothed / ring: validation",
       .lines = {{.metric = CurveMetric::TrainLoss, .smoothed = true},
                 {.metric = CurveMetric::ValidationLoss, .rings = true}},
       .logarithmic = look.logLoss},
      {.title = "Accuracy, validation, %",
       .note = "solid: all / dashed: known",
       .lines = {{.metric = CurveMetric::AccuracyAll}, {.metric = CurveMetric::AccuracyKnown, .dashed = true}},
       .decimals = 1},
      {.title = look.logGradient ? "Gradient norm, log" : "Gradient norm",
       .note = "solid: before clipping / dashed: after",
       .lines = {{.metric = CurveMetric::GradientNorm, .smoothed = true},
                 {.metric = CurveMetric::ClippedGradientNorm, .dashed = true, .smoothed = true}},
       .logarithmic = look.logGradient,
       .decimals = 2},
      {.title = "Learning rate, log",
       .note = {},
       .lines = {{.metric = CurveMetric::LearningRate}},
       .logarithmic = true,
       .decimals = 7},
      {.title = "Throughput, sequences/s",
       .note = {},
       .lines = {{.metric = CurveMetric::Throughput, .smoothed = true}},
       .decimals = 0},
      {.title = "System",
       .note = std::string("solid: CPU, % of a core / dashed: memory, GB") + (gpu ? "" : " \u00B7 no GPU"),
       .lines = {{.metric = CurveMetric::Processor}, {.metric = CurveMetric::Memory, .dashed = true, .right = true}},
       .decimals = 2}};
  if (gpu)
    charts.push_back(
        {.title = "GPU",
         .note = "solid: % busy / dashed: memory, GB",
         .lines = {{.metric = CurveMetric::GpuLoad}, {.metric = CurveMetric::GpuMemory, .dashed = true, .right = true}},
         .decimals = 2});
  return charts;
}

void setPlotStyle(const present::Theme& theme) {
  ImPlotStyle& style = ImPlot::GetStyle();
  const float scale = styleScale();
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

/// From the first to the last point of all chosen runs, or the last epochs of the longest.
void followRuns(const RunPlots& plots, PlotLook& look, present::CurveCache& cache) {
  constexpr std::size_t epochsKept = 5;
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  double late = low;
  for (const CurveRun& run : plots.runs) {
    if (!run.history) continue;
    for (const CurveMetric metric : {CurveMetric::TrainLoss, CurveMetric::ValidationLoss}) {
      const CurveSeriesPtr series = cache.series(metric, run, look.x);
      if (!series || series->values.empty()) continue;
      low = std::min(low, series->xAt(0));
      const double end = series->xAt(series->values.size() - 1);
      if (end > high) {
        high = end;
        const auto& epochs = run.history->epochs;
        const std::size_t at = epochs.size() > epochsKept ? epochs.size() - 1 - epochsKept : epochs.size();
        late = at < epochs.size() ? series->time->ofEvent(epochs[at].event.epoch, epochs[at].afterStep, epochs[at].wall)
                                  : std::numeric_limits<double>::infinity();
      }
    }
  }
  if (!(low <= high)) low = 0, high = 1;
  if (look.x != present::CurveX::WallTime) low = std::min(low, 0.0);
  if (look.follow == FollowX::LastEpochs && late < high) low = late;
  look.from = low;
  look.to = std::max(high, low + 1e-3) + 0.01 * (high - low);
  for (auto& [title, view] : look.charts) view.from = look.from, view.to = look.to;
}

/// Moves and zooms by keys, all charts alike.
void keys(PlotLook& look) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) || io.WantTextInput) return;
  constexpr double shift = 0.1, zoom = 0.8, crosshairStep = 0.01;
  const double width = look.to - look.from;
  const auto place = [&](double from, double to) {
    look.from = from, look.to = to;
    look.follow = FollowX::Nothing;
    for (auto& [title, view] : look.charts) view.from = from, view.to = to;
  };
  const auto zoomBy = [&](double factor) {
    const double middle = look.cursor.value_or((look.from + look.to) / 2);
    place(middle - (middle - look.from) * factor, middle + (look.to - middle) * factor);
  };
  const int arrows =
      (ImGui::IsKeyPressed(ImGuiKey_RightArrow) ? 1 : 0) - (ImGui::IsKeyPressed(ImGuiKey_LeftArrow) ? 1 : 0);
  if (arrows != 0 && io.KeyShift) place(look.from + arrows * shift * width, look.to + arrows * shift * width);
  if (arrows != 0 && io.KeyAlt) {
    look.cursor = std::clamp(look.cursor.value_or((look.from + look.to) / 2) + arrows * crosshairStep * width,
                             look.from, look.to);
    look.cursorByKeys = true;
  }
  for (const ImWchar typed : io.InputQueueCharacters) {
    if (typed == '+') zoomBy(zoom);
    if (typed == '-') zoomBy(1 / zoom);
  }
  if (ImGui::IsKeyPressed(ImGuiKey_Home)) look.follow = FollowX::Everything;
}

Asked choices(const RunPlots& plots, const PanelTools& tools) {
  Asked asked;
  const float scale = styleScale();
  for (const PlotChoice& choice : plots.choices) {
    ImGui::PushID(choice.id.c_str());
    bool chosen = choice.chosen;
    if (ImGui::Checkbox("##chosen", &chosen)) asked = present::Action{chosen ? "choose" : "unchoose", choice.id};
    ImGui::SameLine();
    lineSwatch(choice.chosen ? choice.color : tools.theme.pale, choice.dashed, 10 * scale, ImGui::GetFrameHeight());
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    const float left = ImGui::GetCursorPosX();
    if (ImGui::Selectable(choice.name.c_str(), choice.id == plots.selected))
      asked = present::Action{"selectRun", choice.id};
    if (!choice.leftOut.empty()) {
      ImGui::SetCursorPosX(left);
      ImGui::TextDisabled("not all steps kept");
      tooltip(choice.leftOut);
    }
    ImGui::PopID();
  }
  return asked;
}

void axes(PlotLook& look, const present::Theme& theme) {
  constexpr std::array<std::pair<const char*, present::CurveX>, 4> units{{{"Step", present::CurveX::Step},
                                                                          {"Epoch", present::CurveX::Epoch},
                                                                          {"Time", present::CurveX::Relative},
                                                                          {"UTC", present::CurveX::WallTime}}};
  ImGui::SeparatorText("Axes");
  for (const auto& [word, x] : units) {
    if (word != units.front().first) ImGui::SameLine(0, 4 * styleScale());
    if (!choiceButton(word, look.x == x, theme)) continue;
    look.x = x;
    look.follow = FollowX::Everything;
    look.cursor.reset();
  }
  if (ImGui::Checkbox("Linked x", &look.linked) && !look.linked)
    for (auto& [title, view] : look.charts) view.from = look.from, view.to = look.to;
  ImGui::Checkbox("Crosshair", &look.crosshair);
  ImGui::Checkbox("Event markers", &look.markers);
  ImGui::Checkbox("Log loss", &look.logLoss);
  ImGui::Checkbox("Log gradient", &look.logGradient);
  ImGui::Checkbox("Raw values", &look.raw);
  // Beside the slider: on it, the number would lie under the knob.
  ImGui::TextUnformatted(("Smoothing " + fixedNumber(look.smoothing, 2)).c_str());
  ImGui::SetNextItemWidth(-FLT_MIN);
  auto smoothing = static_cast<float>(look.smoothing);
  if (ImGui::SliderFloat("##smoothing", &smoothing, 0, 0.99F, "")) look.smoothing = static_cast<double>(smoothing);
  if (ImGui::Button("Fit")) look.follow = FollowX::Everything;
  ImGui::SameLine(0, 4 * styleScale());
  if (ImGui::Button("Fit y"))
    for (auto& [title, view] : look.charts) view.freeY = false;
  ImGui::SameLine(0, 4 * styleScale());
  if (ImGui::Button("Last 5 epochs")) look.follow = FollowX::LastEpochs;
}

}  // namespace

Asked plotsPanel(const RunPlots& plots, PlotLook& look, present::CurveCache& cache, const PanelTools& tools) {
  Asked asked;
  // As wide as the four units of x beside a scroll bar.
  const float side = 208 * styleScale();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {6 * styleScale(), 1 * styleScale()});
  if (ImGui::BeginChild("side", {side, 0})) {
    axes(look, tools.theme);
    ImGui::SeparatorText("Overlay");
    asked = choices(plots, tools);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::SameLine();
  if (ImGui::BeginChild("charts")) {
    setPlotStyle(tools.theme);
    keys(look);
    if (look.follow != FollowX::Nothing) followRuns(plots, look, cache);
    const std::vector<RunChart> charts = chartsFor(look, plots);
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
      hovered |= drawRunChart(charts[i], size, plots, look, cache, tools);
    }
    ImGui::PopStyleVar();
    if (!hovered && !look.cursorByKeys) look.cursor.reset();
    cache.endPicture();
  }
  ImGui::EndChild();
  return asked;
}

}  // namespace sojourn::imgui
