// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/table/forest_painter.h"

#include <algorithm>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/scene/format.h"

namespace sojourn::present {

void ForestPainter::paintAxis(float pitch) {
  constexpr float half = 24;
  for (const Tick& tick : numberTicks(m_axis, pitch, true)) {
    const float x = std::round(m_axis.at(tick.value));
    m_builder.box({x, rowsTop(), 1, rowsBottom() - rowsTop()}, tick.value == 0 ? theme().mid : theme().grid);
    m_builder.text({x - half, rowsBottom() + 4, 2 * half, 15}, tick.value > 0 ? "+" + tick.text : tick.text,
                   theme().text2, smallFont, Align::Center);
  }
}

float ForestPainter::inPlot(double value) const {
  return std::clamp(m_axis.at(value), m_plot.left, m_plot.left + m_plot.width);
}

void ForestPainter::paintDifference(const PairedDifference& difference, float middle, const ForestMark& mark) {
  if (!std::isfinite(difference.value)) return;
  const float left = m_plot.left, right = m_plot.left + m_plot.width;
  if (std::isfinite(difference.low)) {
    interval(inPlot(difference.low), inPlot(difference.high), middle, mark.interval, mark.thickness);
    if (m_axis.at(difference.low) < left) triangle(left, middle, false, mark.interval);
    if (m_axis.at(difference.high) > right) triangle(right, middle, true, mark.interval);
  }
  m_builder.circle({inPlot(difference.value), middle}, mark.radius, mark.fill, mark.edge);
}

void ForestPainter::triangle(float tip, float middle, bool toRight, Color fill) {
  const float back = toRight ? -7.0F : 7.0F;
  m_scene.shapes.emplace_back(
      PolygonShape{.points = {{tip, middle}, {tip + back, middle - 4}, {tip + back, middle + 4}}, .fill = fill});
}

std::string differenceText(const PairedDifference& difference) {
  std::string text = signedPoints(difference.value);
  if (std::isfinite(difference.low))
    text += tr(" (%1 to %2, p %3 after Holm)",
               {fixedText(difference.low, 1), fixedText(difference.high, 1), probability(difference.pHolm)});
  return text;
}

}  // namespace sojourn::present
