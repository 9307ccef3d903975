// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/scene/scene_geometry.h"

#include <QLineF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "views/qt/widgets/text.h"

namespace sojourn::qt {

PixelGrid PixelGrid::of(const QPainter& painter) {
  const QTransform& device = painter.deviceTransform();
  if (device.type() > QTransform::TxScale || device.m11() <= 0) return {};
  return {.scale = device.m11(), .x = device.dx(), .y = device.dy()};
}

QRectF snapped(present::Rect r, const PixelGrid& grid) {
  const auto extent = [&](qreal from, qreal to, float size) {
    // A line of one or two units would be now thinner, now thicker if both of its edges were rounded.
    if (size == 1 || size == 2) return grid.thickness(static_cast<qreal>(size));
    const qreal whole = to - from;
    return whole * grid.scale < 0.5 && size >= 0.25F ? 1 / grid.scale : whole;
  };
  const qreal left = grid.snapX(static_cast<qreal>(r.x)), top = grid.snapY(static_cast<qreal>(r.y));
  return {left, top, extent(left, grid.snapX(static_cast<qreal>(r.right())), r.width),
          extent(top, grid.snapY(static_cast<qreal>(r.bottom())), r.height)};
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

std::optional<QRectF> straightLine(const present::LineShape& line, const PixelGrid& grid) {
  if (line.points.size() != 2 || line.dashed) return std::nullopt;
  const auto ax = static_cast<qreal>(line.points.front().x), ay = static_cast<qreal>(line.points.front().y);
  const auto bx = static_cast<qreal>(line.points.back().x), by = static_cast<qreal>(line.points.back().y);
  const qreal width = grid.thickness(std::max(1.0, std::round(static_cast<qreal>(line.width))));
  // The middle of an odd number of pixels is that of the one it lies in.
  const auto from = [&](qreal at, qreal origin) {
    return (std::floor((at - width / 2) * grid.scale + origin + 0.5) - origin) / grid.scale;
  };
  const qreal left = grid.snapX(std::min(ax, bx)), right = grid.snapX(std::max(ax, bx));
  const qreal top = grid.snapY(std::min(ay, by)), bottom = grid.snapY(std::max(ay, by));
  if (ax == bx) return QRectF(from(ax, grid.x), top, width, bottom - top);
  if (ay == by) return QRectF(left, from(ay, grid.y), right - left, width);
  return std::nullopt;
}

QImage pixelsOf(const present::ImageShape& image) {
  static_assert(sizeof(present::Color) == 4, "pixels are handed to QImage as RGBA8888");
  const auto cells =
      static_cast<std::size_t>(std::max(image.columns, 0)) * static_cast<std::size_t>(std::max(image.rows, 0));
  if (!image.pixels || cells == 0 || image.pixels->size() < cells) return {};
  return QImage(reinterpret_cast<const uchar*>(image.pixels->data()), image.columns, image.rows, image.columns * 4,
                QImage::Format_RGBA8888);
}

DotsImage imageOfDots(const present::DotsShape& shape, qreal scale, const QRectF& visible) {
  QRectF area;
  std::vector<const present::DotsShape::Dot*> shown;
  shown.reserve(shape.dots->size());
  for (const present::DotsShape::Dot& dot : *shape.dots) {
    const auto radius = static_cast<qreal>(dot.radius) + 1;
    const QPointF center = toPoint(dot.center) + toPoint(shape.offset);
    const QRectF around(center.x() - radius, center.y() - radius, 2 * radius, 2 * radius);
    if (!visible.intersects(around)) continue;
    area |= around;
    shown.push_back(&dot);
  }
  area &= visible;
  const int left = static_cast<int>(std::floor(area.left() * scale));
  const int top = static_cast<int>(std::floor(area.top() * scale));
  const QSize size(static_cast<int>(std::ceil(area.right() * scale)) - left,
                   static_cast<int>(std::ceil(area.bottom() * scale)) - top);
  if (shown.empty() || size.isEmpty()) return {};
  QImage image(size, QImage::Format_ARGB32_Premultiplied);
  if (image.isNull()) return {};
  image.fill(Qt::transparent);
  const auto stride = image.bytesPerLine() / 4;
  auto* pixels = reinterpret_cast<std::uint32_t*>(image.bits());
  const auto grid = static_cast<float>(scale);
  for (const present::DotsShape::Dot* dot : shown) {
    const float radius = dot->radius * grid;
    const float x = (dot->center.x + shape.offset.x) * grid - static_cast<float>(left);
    const float y = (dot->center.y + shape.offset.y) * grid - static_cast<float>(top);
    const int fromX = std::max(0, static_cast<int>(x - radius - 1)),
              fromY = std::max(0, static_cast<int>(y - radius - 1));
    const int toX = std::min(size.width() - 1, static_cast<int>(x + radius + 1));
    const int toY = std::min(size.height() - 1, static_cast<int>(y + radius + 1));
    for (int row = fromY; row <= toY; ++row)
      for (int column = fromX; column <= toX; ++column) {
        const float dx = static_cast<float>(column) + 0.5F - x, dy = static_cast<float>(row) + 0.5F - y;
        const float covered = radius + 0.5F - std::sqrt(dx * dx + dy * dy);
        if (covered <= 0) continue;
        // Source over destination, both premultiplied; weights of 256 parts.
        const auto alpha = static_cast<std::uint32_t>(std::min(covered, 1.0F) * static_cast<float>(dot->color.a));
        const auto over = [alpha](std::uint32_t below, std::uint32_t above) {
          return (above * alpha + below * (255 - alpha) + 127) / 255;
        };
        std::uint32_t& pixel = pixels[row * stride + column];
        pixel = over(pixel >> 24U, 255) << 24U | over(pixel >> 16U & 255U, dot->color.r) << 16U |
                over(pixel >> 8U & 255U, dot->color.g) << 8U | over(pixel & 255U, dot->color.b);
      }
  }
  return {std::move(image), QRectF(left / scale, top / scale, size.width() / scale, size.height() / scale)};
}

PlacedText placedText(const present::TextShape& shape, const QRectF& area) {
  const QFontMetricsF& measure = sceneMetrics(shape.font);
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
  return {placed.x, placed.y - std::round(sceneMetrics(shape.font).xHeight() / 2), placed.width, 1};
}

}  // namespace sojourn::qt
