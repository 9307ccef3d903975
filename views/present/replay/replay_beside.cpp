// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/replay/replay_beside.h"

#include <algorithm>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/replay/replay_scene.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr float tickHeight = 18;

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

std::string epochWords(const ReplayInput& input) {
  return tr("epoch %1", {std::to_string(epochB(input).epoch())});
}

/// "epoch 9", "gate 0.37", "P 0.37": what there is of them.
std::vector<std::string> figuresOf(const ReplayInput& input) {
  std::vector<std::string> figures{epochWords(input)};
  const ProbeSnapshot* seen = probeAtB(input);
  if (seen && seen->gate) figures.push_back(tr("gate %1", {probability(static_cast<double>(*seen->gate))}));
  if (seen && seen->targetProbability)
    figures.push_back(tr("P %1", {probability(static_cast<double>(*seen->targetProbability))}));
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
  const float at = plot.x + plot.width * toUnit(static_cast<double>(*seen->gate));
  builder.box({std::round(at), plot.y, 1, plot.height}, theme.text);
}

}  // namespace

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
  if (!file->gateHistogram) return replayNothing(tr("%1 has no gate", {input.model}), {});
  Scene scene = replayScene(input, canvas);
  SceneBuilder builder(scene, canvas);
  const Theme& theme = builder.theme();
  paintReplayTitle(builder, scene, tr("Gate, validation"), epochWords(input));
  const Rect plot{replayPadding, replayTitleHeight, canvas.size.width - 2 * replayPadding,
                  std::max(8.0F, canvas.size.height - replayTitleHeight - tickHeight - 4)};
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
                      .name = run.run + ", " + epochWords(run)});
  }
  if (!read) return replayReading();
  if (reach == 0 && std::ranges::none_of(curves, [](const BiasCurve& curve) { return curve.bias; }))
    return replayNothing(tr("Neither model has a position bias"), {});
  Scene scene = replayScene(runs.front(), canvas);
  SceneBuilder builder(scene, canvas);
  // Of one epoch, or of the nearest that each has: those stand in the heads.
  const bool same = std::ranges::all_of(
      runs, [&](const ReplayInput& run) { return epochB(run).epoch() == epochB(runs.front()).epoch(); });
  paintBias(builder, scene, curves, reach, same ? ", " + epochWords(runs.front()) : std::string());
  scene.summary = tr("Position bias of %1 runs, at most %2 from 0 in any epoch.",
                     {std::to_string(runs.size()), fixedText(reach, 3)});
  return scene;
}

}  // namespace sojourn::present
