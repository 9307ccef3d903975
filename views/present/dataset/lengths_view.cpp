// SPDX-License-Identifier: GPL-3.0-or-later
// Draws how long sequences are, and how often each place is a target.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "model/core/translation.h"
#include "views/present/chart/chart.h"
#include "views/present/dataset/dataset_text.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

/// At the right half of a number stands beyond the plot.
constexpr float axisRoom = 46, topRoom = 12, footRoom = 40, rightRoom = 22;

Rect plotOf(const Canvas& canvas) {
  return {axisRoom, topRoom, std::max(20.0F, canvas.size.width - axisRoom - rightRoom),
          std::max(20.0F, canvas.size.height - topRoom - footRoom)};
}

void paintFoot(SceneBuilder& builder, const Canvas& canvas, const std::string& text) {
  builder.text({12, canvas.size.height - 20, canvas.size.width - 24, 16}, text, canvas.theme.text2, smallFont);
}

double percentOf(std::size_t part, std::size_t whole) {
  return whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

/// As steps over whole numbers.
ChartSeries lengthSteps(const DatasetFacts& facts, std::string name, Color color) {
  ChartSeries steps{.kind = SeriesKind::Step, .name = std::move(name), .color = color, .width = 1.2F};
  for (std::size_t length = facts.shortest; length < facts.lengths.size(); ++length) {
    steps.x.push_back(static_cast<double>(length) - 0.5);
    steps.y.push_back(percentOf(facts.lengths[length], facts.n));
  }
  steps.x.push_back(static_cast<double>(facts.longest) + 0.5);
  steps.y.push_back(0);
  return steps;
}

double mostPercent(const DatasetFacts& facts) {
  return percentOf(*std::ranges::max_element(facts.lengths), facts.n);
}

/// Ranks that are drawn: all of the first, then ever fewer, so that a million places stay a few hundred dots.
std::vector<std::size_t> drawnRanks(std::size_t count) {
  std::vector<std::size_t> ranks;
  for (std::size_t rank = 1; rank <= count; rank += std::max<std::size_t>(1, rank / 120)) ranks.push_back(rank);
  return ranks;
}

/// Slope of ln(count) over ln(rank) by least squares; not a number of fewer than three places.
double frequencySlope(const std::vector<TargetCount>& counts) {
  if (counts.size() < 3) return Table::absent;
  double x = 0, y = 0, xx = 0, xy = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double rank = std::log(static_cast<double>(i + 1)), count = std::log(static_cast<double>(counts[i].n));
    x += rank;
    y += count;
    xx += rank * rank;
    xy += rank * count;
  }
  const auto n = static_cast<double>(counts.size());
  return (n * xy - x * y) / (n * xx - x * x);
}

/// Percent of targets at the ten most frequent places.
double percentOfTen(const DatasetFacts& facts) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(10, facts.targetCounts.size()); ++i) sum += facts.targetCounts[i].n;
  return percentOf(sum, facts.n - facts.unseen);
}

ChartSeries frequencyDots(const DatasetFacts& facts, Color fill, Color edge) {
  ChartSeries dots{.kind = SeriesKind::Scatter, .color = fill, .radius = 2, .stroke = edge};
  for (const std::size_t rank : drawnRanks(facts.targetCounts.size())) {
    dots.x.push_back(static_cast<double>(rank));
    dots.y.push_back(static_cast<double>(facts.targetCounts[rank - 1].n));
  }
  return dots;
}

}  // namespace

ViewContent lengthsContent(const DatasetInput& input, const Canvas& canvas) {
  if (auto nothing = nothingCounted(input)) return *nothing;
  const DatasetFacts& facts = *input.facts;
  const DatasetFacts* train = input.splits[static_cast<std::size_t>(Split::Train)];
  if (train && (train->n == 0 || (input.split == Split::Train && !input.filtered))) train = nullptr;
  Scene scene;
  scene.size = scene.contentSize = canvas.size;
  SceneBuilder builder(scene, canvas);
  const Theme& theme = canvas.theme;
  const std::size_t first = train ? std::min(facts.shortest, train->shortest) : facts.shortest;
  const std::size_t last = train ? std::max(facts.longest, train->longest) : facts.longest;
  const double most = std::max(mostPercent(facts), train ? mostPercent(*train) : 0.0) * 1.05;
  Chart chart{.plot = plotOf(canvas),
              .x = {.from = static_cast<double>(first) - 0.5,
                    .to = static_cast<double>(last) + 0.5,
                    .numbers = ChartNumbers{.whole = true}},
              .y = {.from = 0, .to = most, .numbers = ChartNumbers{.gap = 28, .unit = " %"}, .grid = theme.grid},
              .tickColor = theme.text2};
  ChartSeries bars{.kind = SeriesKind::Bars, .name = tr(splitName(input.split)), .color = theme.solid, .barWidth = 0.9};
  for (std::size_t length = facts.shortest; length < facts.lengths.size(); ++length) {
    bars.x.push_back(static_cast<double>(length) - 0.45);
    bars.y.push_back(percentOf(facts.lengths[length], facts.n));
  }
  chart.series.push_back(std::move(bars));
  if (train) chart.series.push_back(lengthSteps(*train, tr("train"), theme.text));
  chart.legend = train != nullptr;
  chart.zoom = ChartZoom::X;
  chart.markers.push_back({.at = facts.medianLength, .color = theme.text, .dashed = true});
  const Axis x = chart.xAxis();
  const Rect plot = chart.plot;
  addChart(scene, builder, std::move(chart));
  const std::string median =
      tr("median %1", {fixedText(facts.medianLength, facts.medianLength == std::floor(facts.medianLength) ? 0 : 1)});
  for (std::size_t length = facts.shortest; length < facts.lengths.size(); ++length) {
    const float left = x.at(static_cast<double>(length) - 0.5), right = x.at(static_cast<double>(length) + 0.5);
    std::string label =
        tr("%1: %2, %3", {countText(length, "visit", "visits"), countText(facts.lengths[length], "sample", "samples"),
                          shareText(facts.lengths[length], facts.n)});
    if (train && length < train->lengths.size())
      label += tr("; train %1", {shareText(train->lengths[length], train->n)});
    filterHit(builder, {left, plot.y, right - left, plot.height}, label, std::to_string(facts.lengths[length]),
              "len:" + std::to_string(length));
  }
  const std::string foot = tr("%1 to %2 visits, mean %3", {std::to_string(facts.shortest),
                                                           std::to_string(facts.longest), percent(facts.meanLength())});
  paintFoot(builder, canvas, foot + ", " + median);
  scene.caption = tr("% of samples, %1", {input.scope});
  scene.summary = tr("Sequence length of %1: %2, %3.", {input.scope, foot, median});
  scene.table.columns = {"visits", "samples", "train samples"};
  for (std::size_t length = first; length <= last; ++length)
    scene.table.add(length, length < facts.lengths.size() ? facts.lengths[length] : 0,
                    !train                           ? Table::absent
                    : length < train->lengths.size() ? static_cast<double>(train->lengths[length])
                                                     : 0.0);
  return scene;
}

ViewContent placeFrequencyContent(const DatasetInput& input, const Canvas& canvas) {
  if (auto nothing = nothingCounted(input)) return *nothing;
  const DatasetFacts& facts = *input.facts;
  if (facts.targetCounts.empty()) return EmptyState{.title = tr("All targets are unseen in training")};
  const DatasetFacts* train = input.splits[static_cast<std::size_t>(Split::Train)];
  if (train && (train->targetCounts.empty() || (input.split == Split::Train && !input.filtered))) train = nullptr;
  Scene scene;
  scene.size = scene.contentSize = canvas.size;
  SceneBuilder builder(scene, canvas);
  const Theme& theme = canvas.theme;
  const std::size_t places =
      std::max({facts.targetCounts.size(), train ? train->targetCounts.size() : 0, std::size_t{10}});
  const std::size_t most =
      std::max({facts.targetCounts.front().n, train ? train->targetCounts.front().n : 0, std::size_t{10}});
  Chart chart{
      .plot = plotOf(canvas),
      .x = {.from = 0.85, .to = static_cast<double>(places) * 1.2, .logarithmic = true, .numbers = ChartNumbers{}},
      .y = {.from = 0.8,
            .to = static_cast<double>(most) * 1.3,
            .logarithmic = true,
            .numbers = ChartNumbers{},
            .grid = theme.grid},
      .tickColor = theme.text2,
      .zoom = ChartZoom::Both};
  const Color none{0, 0, 0, 0};
  const DatasetFacts& fitted = train ? *train : facts;
  const double slope = frequencySlope(fitted.targetCounts);
  if (std::isfinite(slope)) {
    // Through the middle of all places on the logarithmic axes.
    double offset = 0;
    for (std::size_t i = 0; i < fitted.targetCounts.size(); ++i)
      offset += std::log(static_cast<double>(fitted.targetCounts[i].n)) - slope * std::log(static_cast<double>(i + 1));
    offset /= static_cast<double>(fitted.targetCounts.size());
    const auto end = static_cast<double>(fitted.targetCounts.size());
    chart.series.push_back({.x = {1, end},
                            .y = {std::exp(offset), std::exp(offset + slope * std::log(end))},
                            .color = theme.mid,
                            .width = 1,
                            .dashed = true});
  }
  if (train) chart.series.push_back(frequencyDots(*train, theme.solid, theme.solid));
  chart.series.push_back(frequencyDots(facts, train ? none : theme.solid, train ? theme.mid : theme.solid));
  const Chart drawn = chart;
  addChart(scene, builder, std::move(chart));
  // Counts fall with their ranks: the corners above and below them are free.
  float y = drawn.plot.y + 2;
  const auto say = [&](const std::string& line, Color color) {
    builder.text({drawn.plot.x + drawn.plot.width * 0.3F, y, drawn.plot.width * 0.7F - 4, 15}, line, color, smallFont,
                 Align::Right);
    y += 16;
  };
  const std::string own = train ? "\u25CB " : "\u25CF ", name = tr(splitName(input.split));
  if (train)
    say(tr("\u25CF train, %1, slope %2",
           {countText(train->targetCounts.size(), "place", "places"), fixedText(slope, 2)}),
        theme.text);
  say(own + tr("%1, %2", {name, countText(facts.targetCounts.size(), "place", "places")}), theme.text2);
  builder.text({drawn.plot.x + 6, drawn.plot.bottom() - 17, drawn.plot.width * 0.7F, 15},
               tr("ten places hold %1 % of known targets", {fixedText(percentOfTen(facts), 0)}), theme.text2,
               smallFont);
  for (const std::size_t rank : drawnRanks(facts.targetCounts.size())) {
    const TargetCount& count = facts.targetCounts[rank - 1];
    const Point at = drawn.at(static_cast<double>(rank), static_cast<double>(count.n));
    filterHit(builder, {at.x - 4, at.y - 4, 8, 8},
              tr("Place %1: target of %2, rank %3",
                 {std::to_string(count.location), countText(count.n, "sample", "samples"), std::to_string(rank)}),
              std::to_string(count.n), "target:" + std::to_string(count.location));
  }
  const auto once = std::ranges::count(facts.targetCounts, std::size_t{1}, &TargetCount::n);
  const std::string foot = tr("Count of a place as target, by rank; %1 of %2 are a target once",
                              {grouped(static_cast<std::size_t>(once)), grouped(facts.targetCounts.size())});
  paintFoot(builder, canvas, foot);
  scene.caption = tr("targets, logarithmic axes, %1", {input.scope});
  scene.summary = tr("%1 known places are targets of %2; ten of them hold %3 % of the known targets.",
                     {grouped(facts.targetCounts.size()), input.scope, fixedText(percentOfTen(facts), 0)});
  scene.table.columns = {"rank", "location", "samples"};
  for (std::size_t i = 0; i < facts.targetCounts.size(); ++i)
    scene.table.add(i + 1, static_cast<double>(facts.targetCounts[i].location), facts.targetCounts[i].n);
  return scene;
}

}  // namespace sojourn::present
