// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/scene/scene_geometry.h"

#include <QLineF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <vector>

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

constexpr std::uint32_t whole = 256;

/// A colour over a premultiplied pixel, with a weight of 0 to `whole`.
std::uint32_t blended(std::uint32_t below, present::Color color, std::uint32_t weight) {
  // Two channels at a time, each with eight bits of room above it.
  constexpr std::uint32_t pairs = 0x00FF00FFU;
  const std::uint32_t redBlue = static_cast<std::uint32_t>(color.r) << 16U | color.b;
  const std::uint32_t alphaGreen = 0x00FF0000U | color.g;
  const std::uint32_t rest = whole - weight;
  return (((redBlue * weight + (below & pairs) * rest) >> 8U) & pairs) |
         ((alphaGreen * weight + ((below >> 8U) & pairs) * rest) & ~pairs);
}

/// How much of the pixels round its centre a dot covers; those that it does not touch are absent.
struct DotCover {
  struct Pixel {
    std::int16_t column = 0, row = 0;  ///< from the one that has the centre
    std::uint16_t dot = 0, edge = 0;   ///< of `whole`; the edge's with its colour's alpha
  };
  int reach = 0;  ///< pixels on each side of the one that has the centre
  std::vector<Pixel> pixels;
};

/// Dots alike to a part of a pixel share what they cover: a map has a hundred thousand dots of few sizes.
class DotCovers {
 public:
  /// The edge's width in pixels.
  DotCovers(float edge, std::uint8_t edgeAlpha) : m_edge(edge), m_edgeShare(static_cast<float>(edgeAlpha) / 255) {}

  /// In pixels.
  const DotCover& of(float radius, int partsRight, int partsDown) {
    const int size = static_cast<int>(std::lround(radius * radiusParts));
    DotCover& cover = m_covers[(size * parts + partsRight) * parts + partsDown];
    if (cover.pixels.empty())
      fill(cover, static_cast<float>(size) / radiusParts, static_cast<float>(partsRight) / parts,
           static_cast<float>(partsDown) / parts);
    return cover;
  }

  static constexpr int parts = 4;  ///< of a pixel

 private:
  static constexpr int radiusParts = 8;

  void fill(DotCover& cover, float radius, float right, float down) const {
    const float outer = radius + m_edge + 0.5F;
    cover.reach = static_cast<int>(std::ceil(outer));
    const auto in256ths = [](float share) {
      return static_cast<std::uint16_t>(std::lround(std::clamp(share, 0.0F, 1.0F) * 256));
    };
    for (int row = -cover.reach; row <= cover.reach; ++row)
      for (int column = -cover.reach; column <= cover.reach; ++column) {
        const float away = std::hypot(static_cast<float>(column) + 0.5F - right, static_cast<float>(row) + 0.5F - down);
        const float filled = std::clamp(radius + 0.5F - away, 0.0F, 1.0F);
        const DotCover::Pixel pixel{
            .column = static_cast<std::int16_t>(column),
            .row = static_cast<std::int16_t>(row),
            .dot = in256ths(filled),
            .edge = m_edge > 0 ? in256ths(std::clamp(outer - away, 0.0F, 1.0F) * (1 - filled) * m_edgeShare)
                               : std::uint16_t{0}};
        if (pixel.dot > 0 || pixel.edge > 0) cover.pixels.push_back(pixel);
      }
  }

  float m_edge, m_edgeShare;
  std::unordered_map<int, DotCover> m_covers;
};

}  // namespace

DotsImage imageOfDots(const present::DotsShape& shape, qreal scale, const QRectF& visible) {
  std::vector<const present::DotsShape::Dot*> shown;
  shown.reserve(shape.dots->size());
  const QRectF near = visible.adjusted(-8, -8, 8, 8);
  for (const present::DotsShape::Dot& dot : *shape.dots) {
    if (!near.contains(toPoint(dot.center))) continue;
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
  DotCovers covers(shape.edgeWidth * grid, shape.edge.a);
  for (const present::DotsShape::Dot* dot : shown) {
    const auto inParts = [grid](float at, int from) {
      return static_cast<int>(std::lround((at * grid - static_cast<float>(from)) * DotCovers::parts));
    };
    const auto pixelOf = [](int at) { return static_cast<int>(std::floor(static_cast<float>(at) / DotCovers::parts)); };
    const int x = inParts(dot->center.x, left), y = inParts(dot->center.y, top);
    const int middleX = pixelOf(x), middleY = pixelOf(y);
    const DotCover& cover =
        covers.of(dot->radius * grid, x - middleX * DotCovers::parts, y - middleY * DotCovers::parts);
    const int reach = cover.reach;
    const bool inside =
        middleX >= reach && middleX + reach < size.width() && middleY >= reach && middleY + reach < size.height();
    const bool opaque = dot->color.a == 255;
    const std::uint32_t solid = blended(0, dot->color, whole);
    for (const DotCover::Pixel& pixel : cover.pixels) {
      const int column = middleX + pixel.column, row = middleY + pixel.row;
      if (!inside && (column < 0 || row < 0 || column >= size.width() || row >= size.height())) continue;
      std::uint32_t& below = pixels[row * stride + column];
      if (opaque && pixel.dot == whole) {
        below = solid;
        continue;
      }
      if (pixel.edge > 0) below = blended(below, shape.edge, pixel.edge);
      if (pixel.dot > 0)
        below = blended(below, dot->color, opaque ? pixel.dot : (std::uint32_t{pixel.dot} * dot->color.a + 127) / 255);
    }
  }
  return {std::move(image), QRectF(left / scale, top / scale, size.width() / scale, size.height() / scale)};
}

PlacedText placedText(const present::TextShape& shape, const QRectF& area) {
  const QFontMetricsF& measure = sceneMetrics(shape.font);
  PlacedText placed{.text = toText(shape.text), .x = area.left(), .y = 0, .width = 0};
  placed.width = static_cast<qreal>(measurer().width(shape.text, shape.font));
  if (placed.width > area.width() + 0.5) {
    placed.text = measure.elidedText(placed.text, Qt::ElideRight, area.width());
    placed.width = measure.horizontalAdvance(placed.text);
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
