// SPDX-License-Identifier: GPL-3.0-or-later
// The Reliability view of Compare: how often the first place is right by the probability that it was given.
#include <algorithm>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/chart/chart.h"
#include "views/present/compare/compare_views.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr float axisRoom = 30, footRoom = 34, textRoom = 92;

std::string termOf(std::size_t letter, const CalibrationBin& bin) {
  return modelMark(letter) + ":" + fixedText(bin.low, 6) + ".." + fixedText(bin.high, 6);
}

/// The bin that the filter has on a ground of its own.
Chart reliabilityChart(const CompareContext& context, const Theme& theme, const ComparisonModel& model,
                       std::size_t letter, Rect plot) {
  Chart chart{.plot = plot,
              // Dots at 0 and 1 are whole.
              .x = {.from = -0.04, .to = 1.04, .numbers = ChartNumbers{}},
              .y = {.from = -0.04, .to = 1.04, .numbers = ChartNumbers{}, .grid = theme.grid},
              .tickColor = theme.text2,
              .zoom = ChartZoom::Both};
  for (const CalibrationBin& bin : model.calibration)
    if (bin.n > 0 && filterHas(context, termOf(letter, bin))) chart.bands.push_back({bin.low, bin.high, theme.soft});
  chart.series.push_back(
      {.name = tr("calibrated"), .x = {0, 1}, .y = {0, 1}, .color = theme.mid, .width = 1, .dashed = true});
  std::size_t most = 1;
  for (const CalibrationBin& bin : model.calibration) most = std::max(most, bin.n);
  for (const CalibrationBin& bin : model.calibration) {
    if (bin.n == 0) continue;
    // The area of a dot is its number of samples.
    const float radius = 1.5F + 4.5F * std::sqrt(static_cast<float>(bin.n) / static_cast<float>(most));
    Color fill = letter % 4 == 0   ? theme.solid
                 : letter % 4 == 2 ? theme.mid
                 : letter % 4 == 3 ? theme.pale
                                   : theme.panel;
    if (std::isfinite(bin.accuracyLow))
      chart.series.push_back({.x = {bin.confidence, bin.confidence},
                              .y = {bin.accuracyLow, bin.accuracyHigh},
                              .color = theme.solid,
                              .width = 1});
    chart.series.push_back({.kind = SeriesKind::Scatter,
                            .x = {bin.confidence},
                            .y = {bin.accuracy},
                            .color = fill,
                            .radius = radius,
                            .stroke = theme.solid});
  }
  return chart;
}

}  // namespace

ViewContent reliabilityContent(const CompareContext& context, const Canvas& canvas) {
  if (auto nothing = nothingCompared(context)) return *nothing;
  const ModelComparison& comparison = *context.comparison;
  std::vector<std::size_t> shown;
  std::string without;
  for (std::size_t m = 0; m < comparison.models.size(); ++m) {
    if (comparison.models[m].ece)
      shown.push_back(m);
    else
      without += (without.empty() ? "" : ", ") + modelMark(context.compared[m]);
  }
  if (shown.empty()) return EmptyState{.title = tr("These models give no probabilities")};
  Scene scene;
  scene.size = scene.contentSize = canvas.size;
  SceneBuilder builder(scene, canvas);
  scene.table.columns = {"model", "ece", "low", "high", "n", "confidence", "accuracy", "accuracy_low", "accuracy_high"};
  scene.summary = tr("Expected calibration error: ");
  const float least = axisRoom + textRoom + 70;
  const auto columns =
      static_cast<std::size_t>(std::clamp(canvas.size.width / least, 1.0F, static_cast<float>(shown.size())));
  const std::size_t lines = (shown.size() + columns - 1) / columns;
  const float pitch = canvas.size.width / static_cast<float>(columns);
  const float foot = without.empty() ? 0 : 18;
  const float tall = std::max(110.0F, (canvas.size.height - foot) / static_cast<float>(lines));
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const ComparisonModel& model = comparison.models[shown[i]];
    const std::size_t letter = context.compared[shown[i]];
    const std::size_t row = i / columns;
    const float x = pitch * static_cast<float>(i % columns), y = tall * static_cast<float>(row);
    const float side = std::max(40.0F, std::min(pitch - axisRoom - textRoom - 12, tall - footRoom - 10));
    const Rect plot{x + axisRoom, y + 10, side, side};
    builder.frame(plot, builder.theme().line);
    const Chart drawn = reliabilityChart(context, builder.theme(), model, letter, plot);
    addChart(scene, builder, drawn);
    builder.text({plot.x, plot.bottom() + 18, plot.width, 14}, tr("P of the first"), builder.theme().text2, smallFont,
                 Align::Center);
    const float text = plot.right() + 12;
    paintModelMark(builder, {text, plot.y}, letter);
    builder.text({text + 22, plot.y, textRoom - 22, 16}, "ECE", builder.theme().text2, mediumFont);
    builder.text({text, plot.y + 19, textRoom, 18}, probability(*model.ece), builder.theme().text,
                 {.size = 13, .weight = Weight::SemiBold});
    double said = 0, n = 0;
    for (const CalibrationBin& bin : model.calibration) {
      said += bin.confidence * static_cast<double>(bin.n);
      n += static_cast<double>(bin.n);
      scene.table.add(modelMark(letter), *model.ece, bin.low, bin.high, bin.n, bin.confidence, bin.accuracy,
                      bin.accuracyLow, bin.accuracyHigh);
      if (bin.n == 0) continue;
      const float left = drawn.xAxis().at(bin.low), right = drawn.xAxis().at(bin.high);
      const Rect area{left, plot.y, right - left, plot.height};
      std::string label = tr("%1, P %2 to %3: %4 samples, mean P %5, right %6",
                             {modelMark(letter), fixedText(bin.low, 2), fixedText(bin.high, 2), grouped(bin.n),
                              probability(bin.confidence), probability(bin.accuracy)});
      if (std::isfinite(bin.accuracyLow))
        label += tr(" (%1 to %2)", {probability(bin.accuracyLow), probability(bin.accuracyHigh)});
      builder.hit(area, {}, label, exactText(bin.accuracy)).action = filterAction(termOf(letter, bin));
    }
    const double accuracy = model.metrics.all.n > 0 ? model.metrics.all.accuracy[0] / 100 : Table::absent;
    // The room below the figure is the interval's where it is low.
    float line = plot.y + 38;
    if (std::isfinite(model.eceLow)) {
      builder.text({text, line, textRoom, 15}, probability(model.eceLow) + tr(" to ") + probability(model.eceHigh),
                   builder.theme().text2, mediumFont);
      line += 18;
    }
    if (line + 31 <= plot.bottom() + 12) {
      builder.text({text, line, textRoom, 15}, tr("mean P %1", {probability(n > 0 ? said / n : Table::absent)}),
                   builder.theme().text2, mediumFont);
      builder.text({text, line + 16, textRoom, 15}, tr("right %1", {probability(accuracy)}), builder.theme().text2,
                   mediumFont);
    }
    scene.summary += (i > 0 ? ", " : "") + modelMark(letter) + " " + probability(*model.ece);
  }
  scene.summary += ".";
  const PairedDifference difference = differencesOf(context, context.first, context.second).ece;
  if (std::isfinite(difference.low))
    scene.summary += tr(" %1 \u2212 %2: %3 points, 95 % by users %4 to %5.",
                        {modelMark(context.first), modelMark(context.second), signedPoints(difference.value),
                         fixedText(difference.low, 1), fixedText(difference.high, 1)});
  const float bottom = tall * static_cast<float>(lines);
  if (!without.empty())
    builder.text({12, bottom, canvas.size.width - 20, 16}, tr("%1: ranks without probabilities", {without}),
                 builder.theme().text2, smallFont);
  scene.contentSize.height = std::max(canvas.size.height, bottom + foot);
  scene.caption = tr("first place, %1; area: samples; bars: 95 % by users", {context.scope});
  return scene;
}

}  // namespace sojourn::present
