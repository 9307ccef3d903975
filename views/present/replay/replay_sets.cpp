// SPDX-License-Identifier: GPL-3.0-or-later
// What an epoch says of the whole: the gate over the validation split and the learned position bias, A behind B.
#include <algorithm>
#include <cmath>
#include <limits>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/chart/chart.h"
#include "views/present/chart/color_scale.h"
#include "views/present/replay/replay_scene.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr float axisHeight = 18;

/// The outline of a histogram as steps, not smoothed: a bin is a bin.
ChartSeries outline(const GateCounts& counts, Color color, float width) {
  ChartSeries steps{.kind = SeriesKind::Step, .color = color, .width = width};
  const std::size_t bins = counts.right.size();
  for (std::size_t bin = 0; bin <= bins; ++bin) {
    steps.x.push_back(static_cast<double>(bin) / static_cast<double>(bins));
    steps.y.push_back(binTotal(counts, std::min(bin, bins - 1)));
  }
  return steps;
}

std::string binWords(const GateCounts* counts, std::size_t bin, const std::string& handle) {
  if (!counts || bin >= counts->right.size()) return {};
  return tr("; %1: %2 right, %3 wrong",
            {handle, groupThousands(counts->right[bin]), groupThousands(counts->wrong[bin])});
}

double meanGate(const GateCounts& counts) {
  double sum = 0, n = 0;
  for (std::size_t bin = 0; bin < counts.right.size(); ++bin) {
    const double total = binTotal(counts, bin);
    n += total;
    sum += total * (static_cast<double>(bin) + 0.5) / static_cast<double>(counts.right.size());
  }
  return n > 0 ? sum / n : std::numeric_limits<double>::quiet_NaN();
}

void paintGateBins(SceneBuilder& builder, const ReplayInput& input, Rect plot) {
  const GateCounts* a = gateCountsAt(epochA(input));
  const GateCounts* b = gateCountsAt(epochB(input));
  const std::size_t bins = std::max(a ? a->right.size() : 0, b ? b->right.size() : 0);
  for (std::size_t bin = 0; bin < bins; ++bin) {
    const float width = plot.width / static_cast<float>(bins);
    const auto share = static_cast<double>(bins);
    builder.hit(
        {plot.x + width * static_cast<float>(bin), plot.y, width, plot.height}, {},
        tr("Gate %1 to %2%3%4",
           {probability(static_cast<double>(bin) / share), probability(static_cast<double>(bin + 1) / share),
            binWords(a, bin, handleText('A', epochA(input))), binWords(b, bin, handleText('B', epochB(input)))}),
        b && bin < b->right.size() ? exactText(binTotal(*b, bin)) : std::string());
  }
}

Table gateTable(const ReplayInput& input) {
  Table table{.columns = {"Epoch", "Gate from", "Gate to", "Right", "Wrong"}, .rows = {}};
  for (const ReplayEpoch& epoch : input.epochs) {
    const GateCounts* counts = gateCountsAt(epoch);
    if (!counts) continue;
    const auto bins = static_cast<double>(counts->right.size());
    for (std::size_t bin = 0; bin < counts->right.size(); ++bin)
      table.add(epoch.epoch(), static_cast<double>(bin) / bins, static_cast<double>(bin + 1) / bins, counts->right[bin],
                counts->wrong[bin]);
  }
  return table;
}

Table biasTable(const ReplayInput& input) {
  Table table{.columns = {"Epoch", "Position from the end", "Bias"}, .rows = {}};
  for (const ReplayEpoch& epoch : input.epochs) {
    const std::vector<float>* bias = positionBiasAt(epoch);
    if (!bias) continue;
    for (std::size_t at = 0; at < bias->size(); ++at) table.add(epoch.epoch(), at, (*bias)[at]);
  }
  return table;
}

}  // namespace

const GateCounts* gateCountsAt(const ReplayEpoch& epoch) {
  return epoch.file && epoch.file->gateHistogram ? &*epoch.file->gateHistogram : nullptr;
}
const std::vector<float>* positionBiasAt(const ReplayEpoch& epoch) {
  return epoch.file && epoch.file->positionBias.size() > 1 ? &epoch.file->positionBias : nullptr;
}

ViewContent replayGateContent(const ReplayInput& input, const Canvas& canvas) {
  const ProbeFile* file = anyFile(input);
  if (!file) return replayReading();
  if (!file->gateHistogram) return replayNothing(tr("%1 has no gate", {input.model}), {});
  Scene scene = replayScene(input, canvas);
  SceneBuilder builder(scene, canvas);
  const Theme& theme = builder.theme();
  double most = 0, n = 0;
  // Of A and B alone: the counts are of the same samples, and one sharp epoch would flatten all the others.
  for (const ReplayEpoch* epoch : {&epochA(input), &epochB(input)}) {
    const GateCounts* counts = gateCountsAt(*epoch);
    for (std::size_t bin = 0; counts && bin < counts->right.size(); ++bin)
      most = std::max(most, binTotal(*counts, bin));
  }
  for (std::size_t bin = 0; bin < file->gateHistogram->right.size(); ++bin) n += binTotal(*file->gateHistogram, bin);
  const float top = paintHandleNames(builder, scene, input, paintReplayTitle(builder, scene, tr("Gate, validation")));
  const Rect plot{replayPadding, top, canvas.size.width - 2 * replayPadding,
                  std::max(8.0F, canvas.size.height - top - axisHeight - 4)};
  Chart chart{.plot = plot,
              .x = {.ticks = {{0, "0"}, {0.5, "0.5"}, {1, "1"}}},
              .y = {.from = 0, .to = std::max(most, 1.0)},
              .tickColor = theme.text2,
              .under = {{.vertical = false, .at = 0, .color = theme.pale}}};
  if (const GateCounts* a = gateCountsAt(epochA(input))) chart.series.push_back(outline(*a, theme.mid, 1.2F));
  if (const GateCounts* b = gateCountsAt(epochB(input))) chart.series.push_back(outline(*b, theme.accent, 1.6F));
  addChart(scene, builder, std::move(chart));
  paintGateBins(builder, input, plot);
  scene.summary = tr("Gate over %1 validation samples:", {groupThousands(std::llround(n))});
  for (const auto& [handle, epoch] : {std::pair('A', &epochA(input)), std::pair('B', &epochB(input))}) {
    if (const GateCounts* counts = gateCountsAt(*epoch))
      scene.summary += tr(" mean %1 at %2.", {probability(meanGate(*counts)), handleText(handle, *epoch)});
  }
  if (input.withTables) scene.table = gateTable(input);
  return scene;
}

double biasReach(const ReplayInput& input) {
  double reach = 0;
  for (const ReplayEpoch& epoch : input.epochs) {
    const std::vector<float>* bias = positionBiasAt(epoch);
    // No visit is at position 0 from the end.
    for (std::size_t at = 1; bias && at < bias->size(); ++at)
      reach = std::max(reach, std::abs(static_cast<double>((*bias)[at])));
  }
  return reach;
}

void paintBias(SceneBuilder& builder, Scene& scene, const std::vector<BiasCurve>& curves, double reach,
               const std::string& caption) {
  const Theme& theme = builder.theme();
  std::size_t length = 2;
  for (const BiasCurve& curve : curves) {
    for (const ReplayEpoch& epoch : curve.input.epochs) {
      if (const std::vector<float>* bias = positionBiasAt(epoch)) length = std::max(length, bias->size());
    }
  }
  const double scale = reach > 0 ? roundedUp(reach) : 1;
  paintReplayTitle(builder, scene, tr("Position bias"), "\u00B1" + scaleNumber(scale) + caption);
  const Rect plot{replayPadding, replayTitleHeight + 2, scene.size.width - 2 * replayPadding,
                  std::max(8.0F, scene.size.height - replayTitleHeight - axisHeight - 6)};
  const auto last = static_cast<double>(length - 1);
  const std::size_t half = length / 2;
  Chart chart{
      .plot = plot,
      .x = {.from = 1,
            .to = std::max(last, 2.0),
            .ticks = {{1, "1"}, {static_cast<double>(half), std::to_string(half)}, {last, std::to_string(length - 1)}}},
      .y = {.from = -scale, .to = scale},
      .tickColor = theme.text2,
      .under = {{.vertical = false, .at = 0, .color = theme.pale}}};
  for (const BiasCurve& curve : curves) {
    if (!curve.bias) continue;
    ChartSeries& line =
        chart.series.emplace_back(ChartSeries{.name = curve.name, .color = curve.color, .width = curve.width});
    for (std::size_t at = 1; at < curve.bias->size(); ++at) {
      line.x.push_back(static_cast<double>(at));
      line.y.push_back(static_cast<double>((*curve.bias)[at]));
    }
  }
  addChart(scene, builder, std::move(chart));
  for (std::size_t at = 1; at < length; ++at) {
    std::string label = tr("Position %1 from the end", {std::to_string(at)});
    std::string value;
    for (const BiasCurve& curve : curves) {
      if (!curve.bias || at >= curve.bias->size()) continue;
      const auto bias = static_cast<double>((*curve.bias)[at]);
      label += "; " + curve.name + ": " + biasText(bias);
      value = exactText(bias);
    }
    const float width = plot.width / static_cast<float>(length - 1);
    builder.hit({plot.x + width * static_cast<float>(at - 1), plot.y, width, plot.height}, {}, std::move(label),
                std::move(value));
  }
}

ViewContent replayBiasContent(const ReplayInput& input, const Canvas& canvas) {
  const ProbeFile* file = anyFile(input);
  if (!file) return replayReading();
  if (file->positionBias.size() < 2) return replayNothing(tr("%1 has no position bias", {input.model}), {});
  Scene scene = replayScene(input, canvas);
  SceneBuilder builder(scene, canvas);
  const Theme& theme = builder.theme();
  const double most = biasReach(input);
  paintBias(builder, scene,
            {{input, positionBiasAt(epochA(input)), theme.mid, 1.2F, handleText('A', epochA(input))},
             {input, positionBiasAt(epochB(input)), theme.accent, 1.6F, handleText('B', epochB(input))}},
            most, {});
  const std::string last = std::to_string(file->positionBias.size() - 1);
  scene.summary = tr("Position bias of %1 positions from the end, at most %2 from 0 in any epoch; A is %3, B %4.",
                     {last, scaleNumber(most), epochText(input, input.a), epochText(input, input.b)});
  if (input.withTables) scene.table = biasTable(input);
  return scene;
}

}  // namespace sojourn::present
