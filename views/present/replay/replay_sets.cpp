// SPDX-License-Identifier: GPL-3.0-or-later
// What an epoch says of the whole: the gate over the validation split and the learned position bias, A behind B; and
// the same of two runs beside each other.
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

/// Of the whole validation split after an epoch; null where the file is not there or has none.
const GateCounts* gateCountsAt(const ReplayEpoch& epoch) {
  return epoch.file && epoch.file->gateHistogram ? &*epoch.file->gateHistogram : nullptr;
}
const std::vector<float>* positionBiasAt(const ReplayEpoch& epoch) {
  return epoch.file && epoch.file->positionBias.size() > 1 ? &epoch.file->positionBias : nullptr;
}
double binTotal(const GateCounts& counts, std::size_t bin) {
  return static_cast<double>(counts.right[bin] + counts.wrong[bin]);
}

/// A curve of the position bias.
struct BiasCurve {
  const ReplayInput& input;
  const std::vector<float>* bias;
  Color color;
  float width;
  std::string name;  ///< "B 7"
};

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

std::string binText(const GateCounts* counts, std::size_t bin, const std::string& handle) {
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
    builder.hit({plot.x + width * static_cast<float>(bin), plot.y, width, plot.height}, {},
                tr("Gate %1 to %2%3%4",
                   {probability(static_cast<double>(bin) / share), probability(static_cast<double>(bin + 1) / share),
                    binText(a, bin, handleText('A', epochA(input))), binText(b, bin, handleText('B', epochB(input)))}),
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

/// The position bias' largest distance from 0 in any epoch.
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

/// The curves over their axes, under a title line; `reach` of all epochs, so that the axis stays while one plays.
void paintBias(SceneBuilder& builder, Scene& scene, const std::vector<BiasCurve>& curves, double reach,
               const std::string& caption) {
  const Theme& theme = builder.theme();
  std::size_t length = 2;
  for (const BiasCurve& curve : curves) {
    for (const ReplayEpoch& epoch : curve.input.epochs)
      if (const std::vector<float>* bias = positionBiasAt(epoch)) length = std::max(length, bias->size());
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
      .under = {{.vertical = false, .at = 0, .color = theme.pale}},
      .zoom = ChartZoom::X};
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

/// "A 3" and "B 7" in the colours of their lines, beside a title that ends at `titleEnd` or else under it. Returns the
/// top of what is left.
float paintHandleNames(SceneBuilder& builder, const Scene& scene, const ReplayInput& input, float titleEnd) {
  const Theme& theme = builder.theme();
  const std::string a = handleText('A', epochA(input));
  const std::string b = handleText('B', epochB(input));
  const float widthA = std::ceil(builder.width(a, replayHandleFont)) + 1;
  const float widthB = std::ceil(builder.width(b, replayHandleFont)) + 1;
  constexpr float between = 10;
  const float right = scene.size.width - replayPadding;
  const bool beside = titleEnd + between + widthA + between + widthB <= right;
  const float x = beside ? right - widthA - between - widthB : replayPadding;
  const float y = beside ? 9 : replayTitleHeight - 4;
  builder.text({x, y, widthA, 15}, a, theme.text2, replayHandleFont);
  builder.text({x + widthA + between, y, widthB, 15}, b, theme.accent, replayHandleFont);
  return replayTitleHeight + (beside ? 0.0F : 13.0F);
}

double fullestBin(const ReplayInput& input) {
  const GateCounts* counts = gateCountsAt(epochB(input));
  std::int64_t most = 0;
  for (std::size_t bin = 0; counts && bin < counts->right.size(); ++bin)
    most = std::max({most, counts->right[bin], counts->wrong[bin]});
  return static_cast<double>(most);
}

const ProbeSnapshot* probeAtB(const ReplayInput& input) {
  return snapshotIn(epochB(input).file.get(), input.probe);
}

/// "epoch 9", "gate 0.37", "P 0.37": what there is of them.
std::vector<std::string> figuresOf(const ReplayInput& input) {
  std::vector<std::string> figures{epochLabelText(epochB(input))};
  const ProbeSnapshot* seen = probeAtB(input);
  if (seen && seen->gate) figures.push_back(tr("gate %1", {probability(*seen->gate)}));
  if (seen && seen->targetProbability) figures.push_back(tr("P %1", {probability(*seen->targetProbability)}));
  return figures;
}

void paintHalves(SceneBuilder& builder, const ReplayInput& input, const GateCounts& counts, Rect plot) {
  const Theme& theme = builder.theme();
  const std::size_t bins = counts.right.size();
  const double most = std::max(1.0, input.beside ? input.beside->gateMost : fullestBin(input));
  const Color ink = input.beside ? input.beside->ink : theme.accent;
  const float half = std::floor(plot.height / 2);
  const float middle = plot.y + half;
  const float width = plot.width / static_cast<float>(bins);
  for (std::size_t bin = 0; bin < bins; ++bin) {
    const float x = plot.x + width * static_cast<float>(bin);
    const float up = half * toUnit(static_cast<double>(counts.right[bin]) / most);
    const float down = half * toUnit(static_cast<double>(counts.wrong[bin]) / most);
    builder.box({x, middle - up, std::max(1.0F, width - 1), up}, ink);
    builder.box({x, middle, std::max(1.0F, width - 1), down}, theme.mid);
    const auto share = static_cast<double>(bins);
    builder.hit(
        {x, plot.y, width, plot.height}, {},
        tr("%1, gate %2 to %3: %4 right, %5 wrong",
           {input.run, probability(static_cast<double>(bin) / share), probability(static_cast<double>(bin + 1) / share),
            groupThousands(counts.right[bin]), groupThousands(counts.wrong[bin])}),
        exactText(binTotal(counts, bin)));
  }
  builder.box({plot.x, middle, plot.width, 1}, theme.pale);
  builder.text({plot.x, plot.y, 40, 14}, tr("right"), theme.text2, replayTickFont);
  builder.text({plot.x, plot.bottom() - 14, 40, 14}, tr("wrong"), theme.text2, replayTickFont);
  const ProbeSnapshot* seen = probeAtB(input);
  if (!seen || !seen->gate) return;
  const float at = plot.x + plot.width * toUnit(*seen->gate);
  builder.box({std::round(at), plot.y, 1, plot.height}, theme.text);
}

}  // namespace

ViewContent replayGateContent(const ReplayInput& input, const Canvas& canvas) {
  const ProbeFile* file = anyFile(input);
  if (!file) return replayReading();
  if (!file->gateHistogram) return EmptyState{.title = tr("%1 has no gate", {input.model})};
  Scene scene = replayScene(input, canvas);
  SceneBuilder builder(scene, canvas);
  const Theme& theme = builder.theme();
  double most = 1, n = 0;
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
              .y = {.from = 0, .to = most},
              .tickColor = theme.text2,
              .under = {{.vertical = false, .at = 0, .color = theme.pale}},
              .zoom = ChartZoom::X};
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

ViewContent replayBiasContent(const ReplayInput& input, const Canvas& canvas) {
  const ProbeFile* file = anyFile(input);
  if (!file) return replayReading();
  if (file->positionBias.size() < 2) return EmptyState{.title = tr("%1 has no position bias", {input.model})};
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

void shareScales(std::span<ReplayInput> runs) {
  double pointer = 0, gate = 0, weight = 0, difference = 0;
  std::size_t epochs = 0;
  for (const ReplayInput& run : runs) {
    pointer = std::max(pointer, highestPointerWeight(run));
    gate = std::max(gate, fullestBin(run));
    epochs = std::max(epochs, run.epochs.size());
    const ReplayScales pair = run.scaleOfPair ? reachOfPair(run) : ReplayScales{0, 0};
    weight = std::max(weight, pair.weight > 0 ? pair.weight : run.weightScale);
    difference = std::max(difference, pair.weight > 0 ? pair.difference : run.differenceScale);
  }
  for (ReplayInput& run : runs) {
    if (!run.beside) run.beside.emplace();
    run.beside->pointerHigh = pointer;
    run.beside->gateMost = gate;
    run.beside->epochs = epochs;
    run.weightScale = weight;
    run.differenceScale = difference;
  }
}

ViewContent replayHeadContent(const ReplayInput& input, const Canvas& canvas) {
  Scene scene = replayScene(input, canvas);
  SceneBuilder builder(scene, canvas);
  const Theme& theme = builder.theme();
  const float y = std::max(0.0F, (canvas.size.height - 16) / 2);
  builder.box({replayPadding, y + 3, 10, 10}, input.beside ? input.beside->ink : theme.accent, 2);
  float right = canvas.size.width - replayPadding;
  std::string said = input.run;
  const std::vector<std::string> figures = figuresOf(input);
  for (std::size_t i = figures.size(); i > 0; --i) {
    const float width = std::ceil(builder.width(figures[i - 1], replayCaptionFont)) + 1;
    // A run's name goes before its figures.
    if (right - width < replayPadding + 16 + 40) break;
    builder.text({right - width, y, width, 16}, figures[i - 1], theme.text2, replayCaptionFont, Align::Right);
    right -= width + 8;
  }
  for (const std::string& figure : figures) said += ", " + figure;
  builder.text({replayPadding + 16, y, std::max(8.0F, right - replayPadding - 16), 16}, input.run, theme.text,
               replayTitleFont);
  builder.hit({0, 0, canvas.size.width, canvas.size.height}, {}, said);
  scene.summary = said + ".";
  return scene;
}

ViewContent replayGateHalvesContent(const ReplayInput& input, const Canvas& canvas) {
  const ProbeFile* file = anyFile(input);
  if (!file) return replayReading();
  if (!file->gateHistogram) return EmptyState{.title = tr("%1 has no gate", {input.model})};
  Scene scene = replayScene(input, canvas);
  SceneBuilder builder(scene, canvas);
  const Theme& theme = builder.theme();
  paintReplayTitle(builder, scene, tr("Gate, validation"), epochLabelText(epochB(input)));
  const Rect plot{replayPadding, replayTitleHeight, canvas.size.width - 2 * replayPadding,
                  std::max(8.0F, canvas.size.height - replayTitleHeight - axisHeight - 4)};
  if (const GateCounts* counts = gateCountsAt(epochB(input))) paintHalves(builder, input, *counts, plot);
  const float tickY = plot.bottom() + 3;
  builder.text({plot.x, tickY, 20, 14}, "0", theme.text2, replayTickFont);
  builder.text({plot.x + plot.width / 2 - 12, tickY, 24, 14}, "0.5", theme.text2, replayTickFont, Align::Center);
  builder.text({plot.right() - 20, tickY, 20, 14}, "1", theme.text2, replayTickFont, Align::Right);
  scene.summary = tr("Gate over the validation split of %1 at %2.", {input.run, epochText(input, input.b)});
  return scene;
}

ViewContent replayBiasesContent(std::span<const ReplayInput> runs, const Canvas& canvas) {
  double reach = 0;
  std::vector<BiasCurve> curves;
  bool read = false;
  for (const ReplayInput& run : runs) {
    read |= anyFile(run) != nullptr;
    const std::vector<float>* bias = positionBiasAt(epochB(run));
    reach = std::max(reach, biasReach(run));
    curves.push_back({.input = run,
                      .bias = bias,
                      .color = run.beside ? run.beside->ink : canvas.theme.accent,
                      .width = 1.6F,
                      .name = run.run + ", " + epochLabelText(epochB(run))});
  }
  if (!read) return replayReading();
  if (reach == 0 && std::ranges::none_of(curves, [](const BiasCurve& curve) { return curve.bias; }))
    return EmptyState{.title = tr("Neither model has a position bias")};
  Scene scene = replayScene(runs.front(), canvas);
  SceneBuilder builder(scene, canvas);
  // Of one epoch, or of the nearest that each has: those stand in the heads.
  const bool same = std::ranges::all_of(
      runs, [&](const ReplayInput& run) { return epochB(run).epoch() == epochB(runs.front()).epoch(); });
  paintBias(builder, scene, curves, reach, same ? ", " + epochLabelText(epochB(runs.front())) : std::string());
  scene.summary = tr("Position bias of %1 runs, at most %2 from 0 in any epoch.",
                     {std::to_string(runs.size()), fixedText(reach, 3)});
  return scene;
}

}  // namespace sojourn::present
