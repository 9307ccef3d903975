// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/scene_geometry.h"

#include <QLineF>
#include <algorithm>
#include <cmath>

#include "views/qt/text.h"

namespace sojourn::qt {

QRectF snapped(present::Rect r) {
  const qreal left = std::round(static_cast<qreal>(r.x));
  const qreal top = std::round(static_cast<qreal>(r.y));
  const auto extent = [](qreal from, qreal to, float size) {
    const qreal whole = std::round(to) - from;
    return whole < 1 && size >= 0.25F ? 1 : whole;
  };
  return {left, top, extent(left, static_cast<qreal>(r.right()), r.width),
          extent(top, static_cast<qreal>(r.bottom()), r.height)};
}

QList<QLineF> hatchLines(const present::HatchShape& hatch) {
  const QRectF area = snapped(hatch.rect);
  const auto spacing = static_cast<qreal>(std::max(hatch.spacing, 1.0F)) * std::sqrt(2.0);
  QList<QLineF> lines;
  if (area.width() <= 0 || area.height() <= 0) return lines;
  // Lines x + y = c.
  const qreal first = std::ceil((area.left() + area.top()) / spacing) * spacing;
  for (qreal c = first; c < area.right() + area.bottom(); c += spacing) {
    const qreal x0 = std::max(area.left(), c - area.bottom());
    const qreal x1 = std::min(area.right(), c - area.top());
    if (x1 > x0) lines.append(QLineF(x0, c - x0, x1, c - x1));
  }
  return lines;
}

std::optional<QRectF> straightLine(const present::LineShape& line) {
  if (line.points.size() != 2 || line.dashed) return std::nullopt;
  const present::Point a = line.points.front();
  const present::Point b = line.points.back();
  const float width = std::max(1.0F, std::round(line.width));
  const auto from = [&](float at) { return std::floor(at - width / 2 + 0.5F); };
  if (a.x == b.x) return toRect({from(a.x), std::round(std::min(a.y, b.y)), width, std::round(std::abs(a.y - b.y))});
  if (a.y == b.y) return toRect({std::round(std::min(a.x, b.x)), from(a.y), std::round(std::abs(a.x - b.x)), width});
  return std::nullopt;
}

PlacedText placedText(const present::TextShape& shape, const QRectF& area) {
  const QFontMetricsF& measure = metrics(shape.font);
  PlacedText placed{.words = toText(shape.text), .x = area.left(), .y = 0, .width = 0};
  placed.width = static_cast<qreal>(measurer().width(shape.text, shape.font));
  if (placed.width > area.width() + 0.5) {
    placed.words = measure.elidedText(placed.words, Qt::ElideRight, area.width());
    placed.width = measure.horizontalAdvance(placed.words);
  }
  if (shape.align == present::Align::Right) placed.x = area.right() - placed.width;
  if (shape.align == present::Align::Center) placed.x += (area.width() - placed.width) / 2;
  placed.x = std::round(placed.x);
  placed.y = std::round(area.top() + (area.height() + measure.capHeight()) / 2);
  return placed;
}

QRectF struckOut(const present::TextShape& shape, const PlacedText& placed) {
  return {placed.x, placed.y - std::round(metrics(shape.font).xHeight() / 2), placed.width, 1};
}

}  // namespace sojourn::qt
