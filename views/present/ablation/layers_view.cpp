// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the runs of a study by the number of layers of their encoders.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "model/core/translation.h"
#include "views/present/ablation/ablation_views.h"
#include "views/present/chart/chart.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

constexpr std::int64_t mostLayers = 4;
constexpr float textWidth = 132;

/// The runs that differ from the full model in their number of layers alone; the full model itself.
std::map<std::int64_t, const StudiedVariant*> byLayers(const VariantStudy& study) {
  std::map<std::int64_t, const StudiedVariant*> found;
  for (const StudiedVariant& one : study.variants)
    if (&one == &study.variants.front() || one.name == "single_layer" || one.name.starts_with("layers_"))
      found.emplace(one.layers, &one);
  return found;
}

std::string numbersText(const std::vector<std::int64_t>& numbers, const std::string& between) {
  std::string text;
  for (const std::int64_t number : numbers) text += (text.empty() ? "" : between) + std::to_string(number);
  return text;
}

double spanOf(const StudiedVariant& variant) {
  double low = infinite, high = -infinite;
  for (const VariantRun& run : variant.runs)
    if (run.value) low = std::min(low, *run.value), high = std::max(high, *run.value);
  return high - low;
}

}  // namespace

ViewContent layersContent(const VariantsInput& input, const Canvas& canvas) {
  if (auto nothing = nothingEvaluated(input)) return *nothing;
  const VariantStudy& study = *input.study;
  const auto variants = byLayers(study);
  Scene scene;
  scene.size = scene.contentSize = canvas.size;
  SceneBuilder builder(scene, canvas);
  const Theme& theme = builder.theme();
  std::vector<std::int64_t> missing;
  for (std::int64_t layers = 1; layers <= mostLayers; ++layers)
    if (!variants.contains(layers)) missing.push_back(layers);
  const bool beside = canvas.size.width > 320;
  const float foot = canvas.size.height > 150 ? 38 : 20;
  const Rect plot{44, 12, std::max(60.0F, canvas.size.width - 56 - (beside ? textWidth : 0)),
                  std::max(40.0F, canvas.size.height - 14 - foot)};
  // A claimed difference is drawn from the mean of the full model.
  const StudiedVariant& full = study.variants.front();
  double low = infinite, high = -infinite;
  const auto reach = [&](double value) { low = std::min(low, value), high = std::max(high, value); };
  ChartSeries dots{.kind = SeriesKind::Scatter,
                   .name = tr("each seed"),
                   .color = theme.panel,
                   .radius = 3.2F,
                   .stroke = theme.solid};
  ChartSeries means{.kind = SeriesKind::Scatter, .name = tr("mean"), .color = theme.solid, .radius = 4};
  std::vector<Point> claims;
  std::vector<ChartSeries> ranges;
  scene.table.columns = {"layers", "variant", "seed", "value", "claimed_difference"};
  for (const auto& [layers, variant] : variants) {
    const auto x = static_cast<double>(layers);
    double lowest = infinite, highest = -infinite;
    for (const VariantRun& run : variant->runs) {
      if (!run.value) continue;
      dots.x.push_back(x);
      dots.y.push_back(*run.value);
      lowest = std::min(lowest, *run.value), highest = std::max(highest, *run.value);
      scene.table.add(layers, variant->name, run.seed, *run.value,
                      study.metric.isClaimed() ? variant->claimed : std::nullopt);
    }
    if (!variant->mean) continue;
    reach(lowest), reach(highest);
    ranges.push_back({.name = {}, .x = {x, x}, .y = {lowest, highest}, .color = theme.solid, .width = 1.5F});
    means.x.push_back(x);
    means.y.push_back(*variant->mean);
    if (study.metric.isClaimed() && variant->claimed && full.mean) {
      claims.push_back({static_cast<float>(x + 0.16), static_cast<float>(*full.mean + *variant->claimed)});
      reach(claims.back().y);
    }
  }
  if (!(low <= high)) return EmptyState{.title = tr("No run is evaluated yet")};
  const double room = std::max(0.5, 0.12 * (high - low));
  Chart chart{.plot = plot,
              .x = {.from = 0.5, .to = static_cast<double>(mostLayers) + 0.5},
              .y = {.from = low - room, .to = high + room, .numbers = ChartNumbers{.gap = 34}, .grid = theme.grid},
              .tickColor = theme.text2,
              .zoom = ChartZoom::Both};
  for (std::int64_t layers = 1; layers <= mostLayers; ++layers)
    chart.x.ticks.push_back({static_cast<double>(layers), std::to_string(layers)});
  chart.series = std::move(ranges);
  chart.series.push_back(std::move(dots));
  chart.series.push_back(std::move(means));
  const Chart placed = chart;
  for (const std::int64_t layers : missing) {
    const OnChart ground(scene);
    const float x = placed.xAxis().at(static_cast<double>(layers));
    const float half = std::min(18.0F, plot.width / 12);
    builder.hatch({x - half, plot.y, 2 * half, plot.height}, theme.pale);
  }
  {
    const OnChart marks(scene, addChart(scene, builder, std::move(chart)));
    for (const Point& claim : claims) paintClaimMark(scene, theme, placed.at(claim.x, claim.y), 5);
  }
  for (const auto& [layers, variant] : variants) {
    const float x = placed.xAxis().at(static_cast<double>(layers));
    std::string label = tr("%1 layers (%2)", {std::to_string(layers), variant->name});
    if (variant->mean) label += tr(": mean %1", {fixedText(*variant->mean, 2)});
    if (study.metric.isClaimed() && variant->claimed)
      label += tr("; claimed difference %1", {signedPoints(*variant->claimed)});
    HitArea& hit = builder.hit({x - 22, plot.y, 44, plot.height}, {}, label,
                               variant->mean ? exactText(*variant->mean) : std::string());
    hit.action = SelectVariant{variant->name};
  }
  const float left = plot.right() + 10;
  if (beside) {
    float y = plot.y;
    if (!missing.empty()) {
      builder.text({left, y, textWidth - 8, 16}, tr("%1 layers", {numbersText(missing, tr(" and "))}), theme.text,
                   mediumFont);
      builder.text({left, y + 16, textWidth - 8, 16}, tr("not trained yet"), theme.text2, mediumFont);
      const ControlScope control(scene);
      const Rect button{left, y + 38, 70, 24};
      builder.frame(button, theme.border, 1, 4, theme.field);
      builder.icon({button.x + 8, button.y + 5, 14, 14}, "play", theme.text2);
      builder.text({button.x + 26, button.y, 42, 24}, tr("Queue"), theme.text, textFont);
      HitArea& hit = builder.hit(button, {}, tr("Queue trainings with %1 layers", {numbersText(missing, ", ")}));
      hit.action = QueueLayers{missing};
      y += 76;
    }
    if (full.mean && y + 50 < plot.bottom()) {
      builder.text({left, y, textWidth - 8, 16}, tr("Seeds of the full"), theme.text2, mediumFont);
      builder.text({left, y + 16, textWidth - 8, 16}, tr("model span %1", {fixedText(std::max(0.0, spanOf(full)), 1)}),
                   theme.text2, mediumFont);
    }
  }
  if (foot > 30)
    builder.text({12, canvas.size.height - 20, canvas.size.width - 20, 15},
                 tr("Full dot: mean; open: each seed; diamond: claim"), theme.text2, smallFont);
  scene.caption = tr("%1, test", {metricTitle(study.metric)});
  scene.summary = tr("%1 by the number of layers:", {metricTitle(study.metric)});
  for (const auto& [layers, variant] : variants)
    if (variant->mean) scene.summary += tr(" %1: %2", {std::to_string(layers), fixedText(*variant->mean, 1)}) + ";";
  scene.summary.back() = '.';
  return scene;
}

}  // namespace sojourn::present
