// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/chart/chart.h"
#include "views/present/gate/gate_charts.h"
#include "views/present/samples/change_marks.h"
#include "views/present/scene/format.h"
#include "views/present/scene/type_scale.h"

namespace sojourn::present {
namespace {

constexpr float axisHeight = 15;
constexpr float wordRoom = 20;  ///< of "right" above and "wrong" below the zero line

std::string count(std::size_t n) {
  return groupThousands(static_cast<long long>(n));
}

std::string binSentence(const GateBin& bin) {
  std::string text = tr("Gate %1 to %2: %3 right, %4 wrong",
                        {probability(bin.from), probability(bin.to), count(bin.right), count(bin.wrong)});
  if (bin.n() > 0) text += tr(", %1 % right", {percent(bin.accuracy())});
  return text;
}

/// Accuracy of the bins that hold enough samples; the line breaks where one does not.
Chart accuracyChart(const Theme& theme, const std::vector<GateBin>& bins, Rect plot) {
  const std::size_t most = std::ranges::max(bins, {}, &GateBin::n).n();
  Chart chart{.plot = plot, .y = {.from = 0, .to = 100, .ticks = {{0, "0"}, {100, "100 %"}}, .grid = theme.grid}};
  ChartSeries line{.name = tr("Acc@1"), .color = theme.mid, .width = 1.2F};
  std::vector<ChartSeries> dots;
  for (const GateBin& bin : bins) {
    const bool enough = bin.n() >= fewestForAccuracy;
    line.x.push_back((bin.from + bin.to) / 2);
    line.y.push_back(enough ? bin.accuracy() : std::numeric_limits<double>::quiet_NaN());
    if (!enough) continue;
    dots.push_back({.kind = SeriesKind::Scatter,
                    .x = {line.x.back()},
                    .y = {line.y.back()},
                    .color = theme.solid,
                    .radius = countRadius(bin.n(), most)});
  }
  chart.series.push_back(std::move(line));
  std::ranges::move(dots, std::back_inserter(chart.series));
  return chart;
}

/// Right samples upwards, wrong ones downwards; `unit` pixels a sample, the zero line `above` pixels below the top.
Chart countsChart(const Theme& theme, const std::vector<GateBin>& bins, Rect plot, float above, float unit) {
  ChartSeries right{.kind = SeriesKind::Bars, .name = tr("right"), .color = theme.solid};
  ChartSeries wrong{.kind = SeriesKind::Bars, .name = tr("wrong"), .color = theme.pale};
  for (const GateBin& bin : bins) {
    for (ChartSeries* side : {&right, &wrong}) {
      side->x.push_back(bin.from);
      side->barWidth = bin.to - bin.from;
    }
    right.y.push_back(static_cast<double>(bin.right));
    wrong.y.push_back(-static_cast<double>(bin.wrong));
  }
  return {.plot = plot,
          .y = {.from = -static_cast<double>((plot.height - above) / unit), .to = static_cast<double>(above / unit)},
          .under = {{.vertical = false, .at = 0, .color = theme.mid}},
          .series = {std::move(right), std::move(wrong)}};
}

}  // namespace

float countRadius(std::size_t n, std::size_t most) {
  if (most == 0) return 0;
  return std::max(1.3F, 4 * std::sqrt(static_cast<float>(n) / static_cast<float>(most)));
}

void paintGateBefore(SceneBuilder& builder, const GateMarks& marks, const UnitAxis& axis, float from, float to,
                     bool vertical) {
  if (!marks.now || !marks.before) return;
  const float was = std::round(axis.at(*marks.before)), now = std::round(axis.at(*marks.now));
  const float low = std::min(was, now), way = std::fabs(now - was);
  const Color color = changeFill(builder.theme(), *marks.now - *marks.before);
  if (vertical) {
    builder.line({was + 0.5F, from}, {was + 0.5F, to}, builder.theme().text, 1, true);
    if (way >= 1) builder.box({low, from, way, 4}, color);
  } else {
    builder.line({from, was + 0.5F}, {to, was + 0.5F}, builder.theme().text, 1, true);
    if (way >= 1) builder.box({from, low, 4, way}, color);
  }
}

void paintGateHistogram(SceneBuilder& builder, Scene& scene, const GateData& data, const GateMarks& gate, Rect area) {
  const Theme& theme = builder.theme();
  const std::vector<GateBin>& bins = data.summary.bins;
  const UnitAxis x{.from = area.x + gateAxisWidth, .to = area.right()};
  const float width = x.to - x.from;
  const float bottom = area.bottom() - axisHeight;
  // In a low dock the bars with their words matter more than the accuracy, which the marks name as well.
  const float room = bottom - area.y - 4;
  const float wantedAccuracy = std::clamp(std::floor(area.height * 0.22F), gateAxisWithWord, 80.0F);
  const bool hasAccuracy = room - wantedAccuracy - 6 >= 2 * wordRoom;
  const float accuracyHeight = hasAccuracy ? wantedAccuracy : 0;
  const float plotHeight = hasAccuracy ? room - accuracyHeight - 6 : room;

  std::size_t tallestRight = 0;
  std::size_t tallestWrong = 0;
  for (const GateBin& bin : bins) {
    tallestRight = std::max(tallestRight, bin.right);
    tallestWrong = std::max(tallestWrong, bin.wrong);
  }
  const std::size_t tallest = tallestRight + tallestWrong;
  // One unit for both sides, yet each keeps room for its gateWordFont, however lopsided the counts are.
  const float least = std::min(wordRoom, plotHeight / 2);
  const float share = tallest > 0 ? static_cast<float>(tallestRight) / static_cast<float>(tallest) : 0.5F;
  const float above = std::clamp(plotHeight * share, least, plotHeight - least);
  float unit = plotHeight;
  if (tallestRight > 0) unit = std::min(unit, above / static_cast<float>(tallestRight));
  if (tallestWrong > 0) unit = std::min(unit, (plotHeight - above - 1) / static_cast<float>(tallestWrong));
  const float zero = std::round(area.y + above);
  Chart counts = countsChart(theme, bins, {x.from, area.y, width, plotHeight}, zero - area.y, unit);
  const bool both = hasAccuracy && tallest > 0;
  Chart accuracy;
  if (both) accuracy = accuracyChart(theme, bins, {x.from, bottom - accuracyHeight - 3, width, accuracyHeight});
  Chart& lower = both ? accuracy : counts;
  lower.x.ticks = {{0, "0"}, {0.25, "0.25"}, {0.5, "0.5"}, {0.75, "0.75"}, {1, "1"}};
  if (!both) lower.plot.height = bottom - 3 - lower.plot.y;
  if (!both) lower.y.from = -static_cast<double>((lower.plot.bottom() - zero) / unit);
  counts.tickColor = accuracy.tickColor = theme.text2;
  addChart(scene, builder, std::move(counts));
  if (plotHeight >= 2 * wordRoom - 6) {
    builder.text({area.x, zero - 18, gateAxisWidth - 8, 16}, tr("right"), theme.text, gateWordFont, Align::Right);
    builder.text({area.x, zero + 3, gateAxisWidth - 8, 16}, tr("wrong"), theme.text2, gateWordFont, Align::Right);
  }
  if (tallest > 0) {
    builder.text({x.from + 3, area.y - 3, 110, 14}, tr("tallest %1", {count(std::max(tallestRight, tallestWrong))}),
                 theme.text2, smallFont);
  } else {
    builder.text({x.from, zero + 6, width, 16}, tr("Nothing evaluated yet"), theme.text2, {.size = 11.5F},
                 Align::Center);
  }
  if (both) {
    if (accuracy.plot.height >= gateAxisWithWord)
      builder.text({area.x, accuracy.plot.y + accuracyHeight / 2 - 8, gateAxisWidth - 8, 16}, tr("Acc@1"), theme.text,
                   gateWordFont, Align::Right);
    addChart(scene, builder, std::move(accuracy));
  }
  for (const GateBin& bin : bins) {
    builder.hit({x.at(bin.from), area.y, x.at(bin.to) - x.at(bin.from), bottom - area.y}, {}, binSentence(bin),
                std::to_string(bin.right) + "\t" + std::to_string(bin.wrong));
  }
  paintGateBefore(builder, gate, x, area.y, bottom - 3, true);
  if (gate.before) {
    builder.hit({x.at(*gate.before) - 3, area.y, 6, plotHeight}, {},
                tr("The reference's gate %1", {probability(*gate.before)}), exactText(*gate.before));
  }
  if (gate.now) {
    builder.box({std::round(x.at(*gate.now)) - 1, area.y, 2, bottom - 3 - area.y}, theme.accent);
    builder.hit({x.at(*gate.now) - 3, area.y, 6, plotHeight}, {}, tr("This sample's gate %1", {probability(*gate.now)}),
                exactText(*gate.now));
  }
}

}  // namespace sojourn::present
