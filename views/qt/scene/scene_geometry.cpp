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
  const auto count = static_cast<int>(std::ceil((area.right() + area.bottom() - first) / spacing));
  for (int i = 0; i < count; ++i) {
    const qreal c = first + i * spacing;
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
  return QImage(reinterpret_cast<const uchar*>(image.pixels->data()), image.columns, image.rows,
                qsizetype{image.columns} * 4, QImage::Format_RGBA8888);
}

namespace {

/// A colour over a premultiplied pixel, with a weight of 0 to 256.
std::uint32_t blended(std::uint32_t below, present::Color color, std::uint32_t weight) {
  // Two channels at a time, each with eight bits of room above it.
  constexpr std::uint32_t pairs = 0x00FF00FFU;
  const std::uint32_t redBlue = static_cast<std::uint32_t>(color.r) << 16U | color.b;
  const std::uint32_t alphaGreen = 0x00FF0000U | color.g;
  const std::uint32_t rest = 256 - weight;
  return (((redBlue * weight + (below & pairs) * rest) >> 8U) & pairs) |
         ((alphaGreen * weight + ((below >> 8U) & pairs) * rest) & ~pairs);
}

}  // namespace

DotsImage imageOfDots(const present::DotsShape& shape, qreal scale, const QRectF& visible) {
  std::vector<const present::DotsShape::Dot*> shown;
  shown.reserve(shape.dots->size());
  const QRectF reach = visible.adjusted(-8, -8, 8, 8);
  for (const present::DotsShape::Dot& dot : *shape.dots) {
    if (!reach.contains(toPoint(dot.center))) continue;
    shown.push_back(&dot);
  }
  const int left = static_cast<int>(std::floor(visible.left() * scale));
  const int top = static_cast<int>(std::floor(visible.top() * scale));
  const QSize size(static_cast<int>(std::ceil(visible.right() * scale)) - left,
                   static_cast<int>(std::ceil(visible.bottom() * scale)) - top);
  if (shown.empty() || size.isEmpty()) return {};
  QImage image(size, QImage::Format_ARGB32_Premultiplied);
  if (image.isNull()) return {};
  image.fill(Qt::transparent);
  const auto stride = image.bytesPerLine() / 4;
  auto* pixels = reinterpret_cast<std::uint32_t*>(image.bits());
  const auto grid = static_cast<float>(scale);
  const float edge = shape.edgeWidth * grid;
  const auto weightOf = [](float covered, present::Color color) {
    return static_cast<std::uint32_t>(std::clamp(covered, 0.0F, 1.0F) * static_cast<float>(color.a) * 256 / 255);
  };
  for (const present::DotsShape::Dot* dot : shown) {
    const float inner = dot->radius * grid, outer = inner + edge + 0.5F;
    const float x = dot->center.x * grid - static_cast<float>(left);
    const float y = dot->center.y * grid - static_cast<float>(top);
    const float whole = std::max(0.0F, inner - 0.5F) * std::max(0.0F, inner - 0.5F);
    const std::uint32_t full = weightOf(1, dot->color);
    const int fromX = std::max(0, static_cast<int>(x - outer)), fromY = std::max(0, static_cast<int>(y - outer));
    const int toX = std::min(size.width() - 1, static_cast<int>(x + outer));
    const int toY = std::min(size.height() - 1, static_cast<int>(y + outer));
    for (int row = fromY; row <= toY; ++row) {
      const float dy = static_cast<float>(row) + 0.5F - y;
      std::uint32_t* const line = pixels + row * stride;
      for (int column = fromX; column <= toX; ++column) {
        const float dx = static_cast<float>(column) + 0.5F - x;
        const float squared = dx * dx + dy * dy;
        if (squared >= outer * outer) continue;
        if (squared <= whole) {
          line[column] = blended(line[column], dot->color, full);
          continue;
        }
        const float away = std::sqrt(squared);
        const float filled = std::clamp(inner + 0.5F - away, 0.0F, 1.0F);
        if (edge > 0)
          line[column] = blended(line[column], shape.edge, weightOf((outer - away) * (1 - filled), shape.edge));
        line[column] = blended(line[column], dot->color, weightOf(filled, dot->color));
      }
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
