// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/gate/gate_charts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/chart/chart.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr float rowHeight = 20;
/// Least height of an axis with a word between its two ends; a lower one has its ends alone.
constexpr float axisWithWord = 26;
constexpr Font axisFont{.size = 11.5F, .weight = Weight::Medium};  ///< of the words at an axis

/// Axis of a quantity from 0 to 1 between two pixels.
struct UnitAxis {
  float from = 0, to = 0;
  [[nodiscard]] float at(double value) const { return from + (to - from) * static_cast<float>(value); }
};

/// The reference's gate as a dashed line across an axis, and the way from there to now as a bar of its colour.
void paintBefore(SceneBuilder& builder, const GateMarks& marks, const UnitAxis& axis, float from, float to,
                 bool vertical) {
  if (!marks.now || !marks.before) return;
  const float was = std::round(axis.at(*marks.before)), now = std::round(axis.at(*marks.now));
  const float low = std::min(was, now), way = std::fabs(now - was);
  const Color color = changeFill(builder.theme(), *marks.now - *marks.before);
  const auto point = [&](float along, float across) { return vertical ? Point{along, across} : Point{across, along}; };
  builder.line(point(was + 0.5F, from), point(was + 0.5F, to), builder.theme().text, 1, true);
  if (way >= 1) builder.box(vertical ? Rect{low, from, way, 4} : Rect{from, low, 4, way}, color);
}

/// Dot whose area is the share of the largest count; never too small to see.
float countRadius(std::size_t n, std::size_t most) {
  if (most == 0) return 0;
  return std::max(1.3F, 4 * std::sqrt(static_cast<float>(n) / static_cast<float>(most)));
}

/// "User 3: 120 samples, gate 0.671 ± 0.200, 54.2 % right"
std::string sliceSentence(const Slice& slice) {
  std::string text = tr("%1: %2 samples", {escapeForDisplay(slice.label, 60), grouped(slice.n)});
  if (!std::isnan(slice.meanGate))
    text += tr(", gate %1 \u00B1 %2", {probability(slice.meanGate), probability(slice.gateDeviation)});
  if (slice.n > 0) text += tr(", %1 % right", {percent(slice.accuracy)});
  return text;
}

/// Mean with its deviation, cut at the ends of the axis; `at` is where a gate stands.
template <typename At>
void paintMean(SceneBuilder& builder, const Slice& slice, Color color, const At& at) {
  if (std::isnan(slice.meanGate)) return;
  builder.line(at(std::max(0.0, slice.meanGate - slice.gateDeviation)),
               at(std::min(1.0, slice.meanGate + slice.gateDeviation)), builder.theme().mid, 1.4F);
  builder.circle(at(slice.meanGate), 2.6F, color);
}

/// Left of the plots.
void axisText(SceneBuilder& builder, Rect area, float top, std::string_view text, Color color, Font font) {
  builder.text({area.x, top, gateAxisWidth - 8, 16}, text, color, font, Align::Right);
}

/// Labels of narrow columns lose what all share: "08:00" becomes "08", "User 3" becomes "3", "6-10 visits" "6-10".
std::string shortLabel(const Slice& slice) {
  std::string text = slice.label;
  if (text.starts_with("User ")) text.erase(0, 5);
  if (text.ends_with(":00")) text.resize(text.size() - 3);
  if (const auto visits = text.find(" visit"); visits != std::string::npos) text.resize(visits);
  return text;
}

constexpr float axisHeight = 15;
constexpr float wordRoom = 20;  ///< of "right" above and "wrong" below the zero line

std::string binSentence(const GateBin& bin) {
  std::string text = tr("Gate %1 to %2: %3 right, %4 wrong",
                        {probability(bin.from), probability(bin.to), grouped(bin.right), grouped(bin.wrong)});
  if (bin.n() > 0) text += tr(", %1 % right", {percent(bin.accuracy())});
  return text;
}

/// Accuracy of the bins that hold enough samples; the line breaks where one does not.
Chart accuracyChart(const Theme& theme, const std::vector<GateBin>& bins, Rect plot) {
  const std::size_t most = std::ranges::max(bins, {}, &GateBin::n).n();
  Chart chart{.plot = plot,
              .y = {.from = 0, .to = 100, .ticks = {{0, "0"}, {100, "100 %"}}, .grid = theme.grid},
              .zoom = ChartZoom::X};
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
          .series = {std::move(right), std::move(wrong)},
          .zoom = ChartZoom::X};
}

}  // namespace

void paintGateColumns(SceneBuilder& builder, const GateData& data, const GateMarks& gate, Rect area) {
  const Theme& theme = builder.theme();
  const std::vector<Slice>& slices = data.slices;
  const float left = area.x + gateAxisWidth;
  const float width = area.right() - left;
  const float bottom = area.bottom() - 15;
  // In a low dock there is one axis: the gate is what the view is about, and the marks name the accuracy.
  const float room = bottom - area.y;
  const bool hasAccuracy = room >= 2 * axisWithWord + 21;
  const float accuracyHeight = hasAccuracy ? std::max(axisWithWord + 3, std::floor(room * 0.34F)) : 0;
  const UnitAxis gateAxis{.from = bottom - (hasAccuracy ? accuracyHeight + 14 : 3), .to = area.y + 4};
  const UnitAxis accuracyAxis{.from = bottom - 3, .to = bottom - accuracyHeight};

  for (const UnitAxis* axis : {&gateAxis, &accuracyAxis}) {
    if (axis == &accuracyAxis && !hasAccuracy) continue;
    const bool isGate = axis == &gateAxis;
    for (const double value : {0.0, 0.5, 1.0}) builder.box({left, std::round(axis->at(value)), width, 1}, theme.grid);
    axisText(builder, area, axis->to - 8, isGate ? "1" : "100 %", theme.text2, smallFont);
    if (axis->from - axis->to >= axisWithWord)
      axisText(builder, area, axis->at(0.5) - 8, isGate ? tr("gate") : tr("Acc@1"), theme.text, axisFont);
    axisText(builder, area, axis->from - 8, "0", theme.text2, smallFont);
  }
  if (slices.empty()) return;
  paintBefore(builder, gate, gateAxis, left, left + width, false);
  if (gate.now) builder.box({left, std::round(gateAxis.at(*gate.now)), width, 1}, theme.accent);

  const std::size_t most = std::ranges::max(slices, {}, &Slice::n).n;
  const float step = width / static_cast<float>(slices.size());
  float labelEnd = 0;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const Slice& slice = slices[i];
    const float x = left + (static_cast<float>(i) + 0.5F) * step;
    const bool own = data.sampleSlice == i;
    const Color color = own ? theme.accent : theme.solid;
    const Rect column{x - step / 2, area.y, step, bottom - area.y};
    if (own) builder.box(column, theme.soft);
    paintMean(builder, slice, color, [&](double value) { return Point{x, gateAxis.at(value)}; });
    if (hasAccuracy && slice.n >= fewestForAccuracy)
      builder.circle({x, accuracyAxis.at(slice.accuracy / 100)},
                     std::min(countRadius(slice.n, most), std::max(1.3F, step / 2)), color);
    // As many labels as fit without touching; the sample's own is in the hit area's words anyway.
    const std::string label = shortLabel(slice);
    const float labelWidth = builder.width(label, smallFont);
    if (x - labelWidth / 2 >= labelEnd) {
      builder.text({x - labelWidth / 2 - 1, bottom, labelWidth + 2, 15}, label, own ? theme.accent : theme.text2,
                   smallFont, Align::Center);
      labelEnd = x + labelWidth / 2 + 6;
    }
    builder.hit(column, {}, sliceSentence(slice), exactText(slice.meanGate));
  }
}

float paintGateRows(SceneBuilder& builder, const GateData& data, const GateMarks& gate, Rect area) {
  const Theme& theme = builder.theme();
  const float labelWidth = std::clamp(area.width * 0.24F, 64.0F, 140.0F);
  constexpr float countWidth = 46, percentWidth = 44;
  const float plots = area.width - labelWidth - countWidth - percentWidth - 24;
  const float gateX = area.x + labelWidth + countWidth + 12;
  const UnitAxis gateAxis{.from = gateX, .to = gateX + plots * 0.6F};
  const UnitAxis accuracyAxis{.from = gateAxis.to + 12, .to = gateAxis.to + 12 + plots * 0.4F};
  const float first = area.y + gateRowsHeader;

  builder.text({area.x + labelWidth, area.y, countWidth, 16}, tr("n"), theme.text2, smallFont, Align::Right);
  builder.text({gateAxis.from, area.y, gateAxis.to - gateAxis.from, 16}, tr("gate, mean \u00B1 sd"), theme.text2,
               smallFont, Align::Center);
  builder.text({accuracyAxis.from, area.y, accuracyAxis.to - accuracyAxis.from + percentWidth, 16}, tr("Acc@1, %"),
               theme.text2, smallFont, Align::Right);
  for (const auto& [value, text] : {std::pair(0.0, "0"), std::pair(0.5, "0.5"), std::pair(1.0, "1")})
    builder.text({gateAxis.at(value) - 16, area.y + 14, 32, 16}, text, theme.text2, smallFont, Align::Center);
  builder.box({area.x, first - 2, area.width, 1}, theme.line);
  const float bottom = first + rowHeight * static_cast<float>(data.slices.size());
  for (std::size_t i = 0; i < data.slices.size(); ++i) {
    const Slice& slice = data.slices[i];
    const float y = first + rowHeight * static_cast<float>(i);
    const float middle = y + rowHeight / 2;
    const bool own = data.sampleSlice == i;
    const Rect row{area.x - 8, y, area.width + 16, rowHeight};
    if (own) builder.box(row, theme.soft);
    if (own) builder.box({row.x, y, 3, rowHeight}, theme.accent);
    const Color ink = own ? theme.accent : theme.text;
    builder.text({area.x, y, labelWidth, rowHeight}, escapeForDisplay(slice.label, 60), ink,
                 own ? mediumBoldFont : mediumFont);
    builder.text({area.x + labelWidth, y, countWidth, rowHeight}, grouped(slice.n), theme.text2, smallFont,
                 Align::Right);
    builder.box({gateAxis.from, middle, gateAxis.to - gateAxis.from, 1}, theme.grid);
    paintMean(builder, slice, own ? theme.accent : theme.solid, [&](double value) {
      return Point{gateAxis.at(value), middle};
    });
    const float barWidth = accuracyAxis.to - accuracyAxis.from;
    builder.box({accuracyAxis.from, middle - 3, barWidth, 6}, theme.track);
    if (slice.n > 0) {
      const bool few = slice.n < fewestForAccuracy;
      builder.box({accuracyAxis.from, middle - 3, barWidth * static_cast<float>(slice.accuracy / 100), 6},
                  few ? theme.pale : theme.solid);
      builder.text({accuracyAxis.to, y, percentWidth, rowHeight}, percent(slice.accuracy),
                   few ? theme.text3 : theme.text, smallFont, Align::Right);
    }
    builder.hit(row, {}, sliceSentence(slice), exactText(slice.meanGate));
  }
  if (data.slices.empty()) return bottom;
  paintBefore(builder, gate, gateAxis, first, bottom, true);
  if (gate.now) builder.box({std::round(gateAxis.at(*gate.now)), first, 1, bottom - first}, theme.accent);
  return bottom;
}

void paintGateHistogram(SceneBuilder& builder, Scene& scene, const GateData& data, const GateMarks& gate, Rect area) {
  const Theme& theme = builder.theme();
  const std::vector<GateBin>& bins = data.summary.bins;
  const UnitAxis x{.from = area.x + gateAxisWidth, .to = area.right()};
  const float width = x.to - x.from;
  const float bottom = area.bottom() - axisHeight;
  // In a low dock the bars with their words matter more than the accuracy, which the marks name as well.
  const float room = bottom - area.y - 4;
  const float wantedAccuracy = std::clamp(std::floor(area.height * 0.22F), axisWithWord, 80.0F);
  const bool hasAccuracy = room - wantedAccuracy - 6 >= 2 * wordRoom;
  const float accuracyHeight = hasAccuracy ? wantedAccuracy : 0;
  const float plotHeight = hasAccuracy ? room - accuracyHeight - 6 : room;

  const std::size_t tallestRight = bins.empty() ? 0 : std::ranges::max(bins, {}, &GateBin::right).right;
  const std::size_t tallestWrong = bins.empty() ? 0 : std::ranges::max(bins, {}, &GateBin::wrong).wrong;
  const std::size_t tallest = tallestRight + tallestWrong;
  // One unit for both sides, yet each keeps room for its word, however lopsided the counts are.
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
  const std::size_t place = addChart(scene, builder, std::move(counts));
  if (plotHeight >= 2 * wordRoom - 6) {
    axisText(builder, area, zero - 18, tr("right"), theme.text, axisFont);
    axisText(builder, area, zero + 3, tr("wrong"), theme.text2, axisFont);
  }
  if (tallest > 0) {
    builder.text({x.from + 3, area.y - 3, 110, 14}, tr("tallest %1", {grouped(std::max(tallestRight, tallestWrong))}),
                 theme.text2, smallFont);
  } else {
    builder.text({x.from, zero + 6, width, 16}, tr("Nothing evaluated yet"), theme.text2, mediumFont, Align::Center);
  }
  if (both) {
    if (accuracy.plot.height >= axisWithWord)
      axisText(builder, area, accuracy.plot.y + accuracyHeight / 2 - 8, tr("Acc@1"), theme.text, axisFont);
    addChart(scene, builder, std::move(accuracy));
  }
  for (const GateBin& bin : bins) {
    builder.hit({x.at(bin.from), area.y, x.at(bin.to) - x.at(bin.from), bottom - area.y}, {}, binSentence(bin),
                std::to_string(bin.right) + "\t" + std::to_string(bin.wrong));
  }
  const OnChart marks(scene, place);
  paintBefore(builder, gate, x, area.y, bottom - 3, true);
  const auto hit = [&](double value, const std::string& text) {
    builder.hit({x.at(value) - 3, area.y, 6, plotHeight}, {}, text, exactText(value));
  };
  if (gate.before) hit(*gate.before, tr("The reference's gate %1", {probability(*gate.before)}));
  if (gate.now) {
    builder.box({std::round(x.at(*gate.now)) - 1, area.y, 2, bottom - 3 - area.y}, theme.accent);
    hit(*gate.now, tr("This sample's gate %1", {probability(*gate.now)}));
  }
}

}  // namespace sojourn::present
