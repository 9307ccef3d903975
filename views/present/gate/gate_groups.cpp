// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/gate/gate_charts.h"
#include "views/present/scene/format.h"
#include "views/present/scene/type_scale.h"

namespace sojourn::present {
namespace {

std::size_t largestSlice(const std::vector<Slice>& slices) {
  return slices.empty() ? 0 : std::ranges::max(slices, {}, &Slice::n).n;
}

/// Mean with its deviation, cut at the ends of the axis; across or along the axis.
void paintMean(SceneBuilder& builder, const Slice& slice, Color color, Point mean, Point low, Point high) {
  if (std::isnan(slice.meanGate)) return;
  builder.line(low, high, builder.theme().mid, 1.4F);
  builder.circle(mean, 2.6F, color);
}

double lowEnd(const Slice& slice) {
  return std::max(0.0, slice.meanGate - slice.gateDeviation);
}
double highEnd(const Slice& slice) {
  return std::min(1.0, slice.meanGate + slice.gateDeviation);
}

/// Labels of narrow columns lose what all share: "08:00" becomes "08", "User 3" becomes "3", "6-10 visits" "6-10".
std::string shortLabel(const Slice& slice) {
  std::string text = slice.label;
  if (text.starts_with("User ")) text.erase(0, 5);
  if (text.ends_with(":00")) text.resize(text.size() - 3);
  if (const auto visits = text.find(" visit"); visits != std::string::npos) text.resize(visits);
  return text;
}

}  // namespace

std::string sliceSentence(const Slice& slice) {
  std::string text = tr("%1: %2 samples", {escapeForDisplay(slice.label, 60), grouped(slice.n)});
  if (!std::isnan(slice.meanGate))
    text += tr(", gate %1 \u00B1 %2", {probability(slice.meanGate), probability(slice.gateDeviation)});
  if (slice.n > 0) text += tr(", %1 % right", {percent(slice.accuracy)});
  return text;
}

void paintGateColumns(SceneBuilder& builder, const GateData& data, const GateMarks& gate, Rect area) {
  const Theme& theme = builder.theme();
  const std::vector<Slice>& slices = data.slices;
  const float left = area.x + gateAxisWidth;
  const float width = area.right() - left;
  const float bottom = area.bottom() - 15;
  // In a low dock there is one axis: the gate is what the view is about, and the marks name the accuracy.
  const float room = bottom - area.y;
  const bool hasAccuracy = room >= 2 * gateAxisWithWord + 21;
  const float accuracyHeight = hasAccuracy ? std::max(gateAxisWithWord + 3, std::floor(room * 0.34F)) : 0;
  const UnitAxis gateAxis{.from = bottom - (hasAccuracy ? accuracyHeight + 14 : 3), .to = area.y + 4};
  const UnitAxis accuracyAxis{.from = bottom - 3, .to = bottom - accuracyHeight};

  for (const UnitAxis* axis : {&gateAxis, &accuracyAxis}) {
    if (axis == &accuracyAxis && !hasAccuracy) continue;
    const bool isGate = axis == &gateAxis;
    for (const double value : {0.0, 0.5, 1.0}) builder.box({left, std::round(axis->at(value)), width, 1}, theme.grid);
    builder.text({area.x, axis->to - 8, gateAxisWidth - 8, 16}, isGate ? "1" : "100 %", theme.text2, smallFont,
                 Align::Right);
    if (axis->from - axis->to >= gateAxisWithWord) {
      builder.text({area.x, axis->at(0.5) - 8, gateAxisWidth - 8, 16}, isGate ? tr("gate") : tr("Acc@1"), theme.text,
                   gateWordFont, Align::Right);
    }
    builder.text({area.x, axis->from - 8, gateAxisWidth - 8, 16}, "0", theme.text2, smallFont, Align::Right);
  }
  if (slices.empty()) return;
  paintGateBefore(builder, gate, gateAxis, left, left + width, false);
  if (gate.now) builder.box({left, std::round(gateAxis.at(*gate.now)), width, 1}, theme.accent);

  const std::size_t most = largestSlice(slices);
  const float step = width / static_cast<float>(slices.size());
  float labelEnd = 0;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const Slice& slice = slices[i];
    const float x = left + (static_cast<float>(i) + 0.5F) * step;
    const bool own = data.sampleSlice == i;
    const Color color = own ? theme.accent : theme.solid;
    if (own) builder.box({x - step / 2, area.y, step, bottom - area.y}, theme.soft);
    if (!std::isnan(slice.meanGate)) {
      paintMean(builder, slice, color, {x, gateAxis.at(slice.meanGate)}, {x, gateAxis.at(lowEnd(slice))},
                {x, gateAxis.at(highEnd(slice))});
    }
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
    builder.hit({x - step / 2, area.y, step, bottom - area.y}, {}, sliceSentence(slice), exactText(slice.meanGate));
  }
}

float paintGateRows(SceneBuilder& builder, const GateData& data, const GateMarks& gate, Rect area) {
  const Theme& theme = builder.theme();
  const float labelWidth = std::clamp(area.width * 0.24F, 64.0F, 140.0F);
  constexpr float countWidth = 46;
  constexpr float percentWidth = 44;
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
  for (const double value : {0.0, 0.5, 1.0}) {
    builder.text({gateAxis.at(value) - 16, area.y + 14, 32, 16},
                 value == 0.5 ? "0.5"
                 : value == 0 ? "0"
                              : "1",
                 theme.text2, smallFont, Align::Center);
  }
  builder.box({area.x, first - 2, area.width, 1}, theme.line);
  const float bottom = first + gateRowHeight * static_cast<float>(data.slices.size());
  for (std::size_t i = 0; i < data.slices.size(); ++i) {
    const Slice& slice = data.slices[i];
    const float y = first + gateRowHeight * static_cast<float>(i);
    const float middle = y + gateRowHeight / 2;
    const bool own = data.sampleSlice == i;
    if (own) {
      builder.box({area.x - 8, y, area.width + 16, gateRowHeight}, theme.soft);
      builder.box({area.x - 8, y, 3, gateRowHeight}, theme.accent);
    }
    const Font font{.size = 11.5F, .weight = own ? Weight::SemiBold : Weight::Regular};
    builder.text({area.x, y, labelWidth, gateRowHeight}, escapeForDisplay(slice.label, 60),
                 own ? theme.accent : theme.text, font);
    builder.text({area.x + labelWidth, y, countWidth, gateRowHeight}, grouped(slice.n), theme.text2, smallFont,
                 Align::Right);
    builder.box({gateAxis.from, middle, gateAxis.to - gateAxis.from, 1}, theme.grid);
    if (!std::isnan(slice.meanGate)) {
      paintMean(builder, slice, own ? theme.accent : theme.solid, {gateAxis.at(slice.meanGate), middle},
                {gateAxis.at(lowEnd(slice)), middle}, {gateAxis.at(highEnd(slice)), middle});
    }
    const float barWidth = accuracyAxis.to - accuracyAxis.from;
    builder.box({accuracyAxis.from, middle - 3, barWidth, 6}, theme.track);
    if (slice.n > 0) {
      const bool few = slice.n < fewestForAccuracy;
      builder.box({accuracyAxis.from, middle - 3, barWidth * static_cast<float>(slice.accuracy / 100), 6},
                  few ? theme.pale : theme.solid);
      builder.text({accuracyAxis.to, y, percentWidth, gateRowHeight}, percent(slice.accuracy),
                   few ? theme.text3 : theme.text, smallFont, Align::Right);
    }
    builder.hit({area.x - 8, y, area.width + 16, gateRowHeight}, {}, sliceSentence(slice), exactText(slice.meanGate));
  }
  if (!data.slices.empty()) paintGateBefore(builder, gate, gateAxis, first, bottom, true);
  if (gate.now && !data.slices.empty())
    builder.box({std::round(gateAxis.at(*gate.now)), first, 1, bottom - first}, theme.accent);
  return bottom;
}

}  // namespace sojourn::present
