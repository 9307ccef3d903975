// SPDX-License-Identifier: GPL-3.0-or-later
// The list of a run's probes: what each is, whether it is answered right at B, and its target's probability over time.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "model/core/translation.h"
#include "views/present/replay/replay_scene.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr float headHeight = 30;
constexpr float leastRow = 22, mostRow = 26;
constexpr float lineWidth = 36;   // of the small curve
constexpr float valueWidth = 44;  // "<0.001"
constexpr Font rowFont{.size = 12};
constexpr Font rowFontChosen{.size = 12, .weight = Weight::SemiBold};

double targetAt(const ReplayInput& input, std::size_t epoch, std::size_t probe) {
  const ProbeSnapshot* seen = snapshotIn(input.epochs[epoch].file.get(), probe);
  return seen && seen->targetProbability ? static_cast<double>(*seen->targetProbability)
                                         : std::numeric_limits<double>::quiet_NaN();
}

/// From 0 at the bottom to 1 at the top, the same for all probes; broken where an epoch is missing.
void paintCurve(SceneBuilder& builder, Scene& scene, const ReplayInput& input, std::size_t probe, Rect area) {
  const std::size_t count = input.epochs.size();
  const auto pointAt = [&](std::size_t epoch, double value) {
    const float share = count > 1 ? static_cast<float>(epoch) / static_cast<float>(count - 1) : 1;
    return Point{area.x + share * area.width, area.bottom() - area.height * toUnit(value)};
  };
  std::vector<Point> run;
  const auto flush = [&] {
    if (run.size() > 1)
      scene.shapes.emplace_back(LineShape{.points = run, .color = builder.theme().solid, .width = 1.2F});
    run.clear();
  };
  // More points than pixels draw nothing more.
  const std::size_t step = std::max<std::size_t>(1, count / 200);
  for (std::size_t epoch = 0; epoch < count; epoch += step) {
    const double value = targetAt(input, epoch, probe);
    if (std::isnan(value))
      flush();
    else
      run.push_back(pointAt(epoch, value));
  }
  flush();
  if (const double now = targetAt(input, input.b, probe); !std::isnan(now))
    builder.circle(pointAt(input.b, now), 2.4F, builder.theme().accent);
}

std::string sentence(const ReplayInput& input, std::size_t probe, std::optional<bool> right) {
  const ReplayProbe& words = input.probes[probe];
  std::string text = words.sample;
  if (!words.targetName.empty()) {
    text += tr(": after %1 went to %2%3",
               {words.lastVisit, words.targetName,
                words.targetInWindow ? tr(", which is in the window") : tr(", which is not in the window")});
  }
  text += tr("; P target ");
  if (!input.beside)
    text += tr("%1 at A (%2), ", {probability(targetAt(input, input.a, probe)), epochText(input, input.a)});
  text += probability(targetAt(input, input.b, probe)) + " " + atB(input);
  const std::string there = input.beside ? tr("there") : tr("at B");
  if (right) text += (*right ? tr("; right ") : tr("; wrong ")) + there;
  return text;
}

void paintRow(SceneBuilder& builder, Scene& scene, const ReplayInput& input, std::size_t probe, Rect row) {
  const Theme& theme = builder.theme();
  const ReplayProbe& words = input.probes[probe];
  const bool chosen = probe == input.probe;
  if (chosen) {
    builder.box(row, theme.soft);
    builder.box({row.x, row.y, 3, row.height}, theme.accent);
  }
  const ProbeSnapshot* seen = snapshotIn(epochB(input).file.get(), probe);
  const std::optional<bool> right = seen ? answeredRight(words, *seen) : std::nullopt;
  const float middle = row.y + row.height / 2;
  if (right)
    builder.icon({row.x + 8, std::round(middle - 7), 14, 14}, *right ? "check" : "cross",
                 *right ? theme.ok : theme.err);
  const float valueLeft = row.right() - 10 - valueWidth;
  const float curveLeft = valueLeft - 4 - lineWidth;
  const Font font = chosen ? rowFontChosen : rowFont;
  const Rect place{row.x + 26, middle - 8, curveLeft - 6 - row.x - 26, 16};
  builder.placeName(place, words.title(), words.targetName.empty() || words.targetInWindow ? theme.text : theme.text2,
                    font);
  // Where from, as far as there is room for more than a letter of it.
  const float end = place.x + std::ceil(builder.width(words.title(), font)) + 4;
  if (!words.visits.empty() && words.names && end + 40 < place.right())
    builder.text({end, place.y, place.right() - end, 16}, tr("after %1", {words.visits.back().place}), theme.text2,
                 replayCaptionFont);
  paintCurve(builder, scene, input, probe, {curveLeft, row.y + 4, lineWidth, row.height - 8});
  builder.text({valueLeft, middle - 8, valueWidth, 16}, probability(targetAt(input, input.b, probe)), theme.text, font,
               Align::Right);
  builder.hit(row, {}, sentence(input, probe, right), exactText(targetAt(input, input.b, probe))).action =
      Action{.id = "setProbe", .argument = std::to_string(probe)};
}

Table probeTable(const ReplayInput& input) {
  Table table{.columns = {"Probe", "Sample", "Target", "In window", "Epoch", "P target", "Right"}, .rows = {}};
  for (std::size_t probe = 0; probe < input.probes.size(); ++probe) {
    const ReplayProbe& words = input.probes[probe];
    for (std::size_t epoch = 0; epoch < input.epochs.size(); ++epoch) {
      const ProbeSnapshot* seen = snapshotIn(input.epochs[epoch].file.get(), probe);
      const std::optional<bool> right = seen ? answeredRight(words, *seen) : std::nullopt;
      table.add(probe, words.sample, words.targetName,
                words.targetName.empty() ? ""
                : words.targetInWindow   ? "yes"
                                         : "no",
                input.epochs[epoch].epoch(), targetAt(input, epoch, probe),
                !right   ? ""
                : *right ? "yes"
                         : "no");
    }
  }
  return table;
}

}  // namespace

ViewContent replayProbesContent(const ReplayInput& input, const Canvas& canvas) {
  if (input.probes.empty())
    return anyFile(input) ? ViewContent(replayNothing(tr("No probes"), {})) : ViewContent(replayReading());
  Scene scene = replayScene(input, canvas);
  std::set<std::string> places;
  for (const ReplayProbe& probe : input.probes) places.insert(probe.title());
  const ShortNames brief = shortNamesOf({places.begin(), places.end()});
  Canvas named = canvas;
  named.shortNames = &brief;
  SceneBuilder builder(scene, named);
  const Theme& theme = builder.theme();
  const auto count = static_cast<float>(input.probes.size());
  const float row = std::clamp(std::floor((canvas.size.height - headHeight - 4) / count), leastRow, mostRow);
  std::size_t right = 0;
  for (std::size_t probe = 0; probe < input.probes.size(); ++probe) {
    paintRow(builder, scene, input, probe, {0, headHeight + row * static_cast<float>(probe), canvas.size.width, row});
    const ProbeSnapshot* seen = snapshotIn(epochB(input).file.get(), probe);
    if (seen && answeredRight(input.probes[probe], *seen).value_or(false)) ++right;
  }
  builder.text({replayPadding, 9, 60, 16}, tr("Probe"), theme.text, replayTitleFont);
  const float valueRight = canvas.size.width - 10;
  builder.text({valueRight - 80, 9, 80, 16}, input.beside ? tr("P target") : tr("P target at B"), theme.text2,
               replayCaptionFont, Align::Right);
  scene.contentSize.height = std::max(canvas.size.height, headHeight + row * count + 4);
  if (scene.contentSize.height > canvas.size.height) scene.pinnedTop = headHeight;
  scene.summary = tr("%1 probe sequences of %2; %3, %4 are predicted correctly.",
                     {std::to_string(input.probes.size()), input.run, atB(input), std::to_string(right)});
  if (input.withTables) scene.table = probeTable(input);
  return scene;
}

}  // namespace sojourn::present
