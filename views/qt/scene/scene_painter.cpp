// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/scene/scene_painter.h"

#include <QCache>
#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <variant>

#include "views/qt/charts/chart_picture.h"
#include "views/qt/charts/line_painter.h"
#include "views/qt/scene/scene_geometry.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

using present::BoxShape;
using present::CircleShape;
using present::HatchShape;
using present::IconShape;
using present::ImageShape;
using present::LineShape;
using present::PolygonShape;
using present::TextShape;

QPointF point(present::Point p) {
  return {static_cast<qreal>(p.x), static_cast<qreal>(p.y)};
}

class ShapePainter {
 public:
  /// Vector files have no pixels to snap to but those of the canvas.
  ShapePainter(QPainter& painter, const PaintOptions& options)
      : m_painter(painter),
        m_options(options),
        m_grid(options.vectorTarget ? PixelGrid() : PixelGrid::of(painter)),
        m_between(m_grid.scale != std::floor(m_grid.scale)) {}

  void operator()(const BoxShape& box) const {
    const QRectF area = snapped(box.rect, m_grid);
    if (area.width() <= 0 || area.height() <= 0) return;
    if (!box.stroke) {
      if (!box.fill) return;
      if (box.radius <= 0) return m_painter.fillRect(area, toColor(*box.fill));
      smooth(true);
      m_painter.setPen(Qt::NoPen);
      m_painter.setBrush(toColor(*box.fill));
      m_painter.drawRoundedRect(area, static_cast<qreal>(box.radius), static_cast<qreal>(box.radius));
      return;
    }
    const qreal width = strokeWidth(box.strokeWidth);
    const QRectF middle = area.adjusted(width / 2, width / 2, -width / 2, -width / 2);
    QPen pen(toColor(*box.stroke), width, box.dashed ? Qt::DashLine : Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
    if (box.dashed) pen.setDashPattern({dashOfLines / width, dashOfLines / width});
    m_painter.setPen(pen);
    m_painter.setBrush(box.fill ? QBrush(toColor(*box.fill)) : QBrush(Qt::NoBrush));
    smooth(true);
    if (middle.width() <= 0 || middle.height() <= 0) {
      m_painter.fillRect(area, toColor(*box.stroke));
    } else if (box.radius > 0) {
      const qreal radius = std::max<qreal>(0, static_cast<qreal>(box.radius) - width / 2);
      m_painter.drawRoundedRect(middle, radius, radius);
    } else {
      m_painter.drawRect(middle);
    }
  }

  void operator()(const HatchShape& hatch) const {
    const QList<QLineF> lines = hatchLines(hatch);
    if (lines.isEmpty()) return;
    smooth(true);
    m_painter.setPen(QPen(toColor(hatch.color), static_cast<qreal>(hatch.lineWidth), Qt::SolidLine, Qt::FlatCap));
    m_painter.drawLines(lines);
  }

  void operator()(const LineShape& line) const {
    if (line.points.size() < 2) return;
    const qreal width = strokeWidth(line.width);
    if (const auto straight = straightLine(line, m_grid)) return m_painter.fillRect(*straight, toColor(line.color));
    QPolygonF path;
    path.reserve(static_cast<qsizetype>(line.points.size()));
    for (const present::Point p : line.points) path.append(point(p));
    if (line.points.size() == 2 && (path[0].x() == path[1].x() || path[0].y() == path[1].y())) {
      path.translate(path[0].x() == path[1].x() ? middleOfPixel(path[0].x(), m_grid.x) - path[0].x() : 0,
                     path[0].y() == path[1].y() ? middleOfPixel(path[0].y(), m_grid.y) - path[0].y() : 0);
    }
    smooth(true);
    paintLine(m_painter, path, linePen(line.color, width, line.dashed), m_options.vectorTarget);
  }

  void operator()(const present::ChartShape& shape) const {
    m_painter.save();
    m_painter.translate(static_cast<qreal>(shape.offset.x), static_cast<qreal>(shape.offset.y));
    paintChart(m_painter, shape.chart, {.scale = m_grid.scale, .vectorTarget = m_options.vectorTarget});
    m_painter.restore();
  }

  void operator()(const PolygonShape& polygon) const {
    QPolygonF path;
    for (const present::Point p : polygon.points) path.append(point(p));
    smooth(true);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(toColor(polygon.fill));
    m_painter.drawPolygon(path);
  }

  void operator()(const CircleShape& circle) const {
    smooth(true);
    const auto width = circle.stroke ? static_cast<qreal>(circle.strokeWidth) : 0;
    const qreal radius = static_cast<qreal>(circle.radius) - width / 2;
    m_painter.setPen(circle.stroke ? QPen(toColor(*circle.stroke), width) : QPen(Qt::NoPen));
    m_painter.setBrush(circle.fill ? QBrush(toColor(*circle.fill)) : QBrush(Qt::NoBrush));
    m_painter.drawEllipse(point(circle.center), radius, radius);
  }

  void operator()(const TextShape& shape) const {
    if (shape.text.empty() || (m_options.visible && !m_options.visible->intersects(toRect(shape.rect)))) return;
    if (!shape.upwards) return line(shape, toRect(shape.rect));
    if (m_painter.paintEngine()->type() == QPaintEngine::Raster) return upwards(shape);
    m_painter.save();
    m_painter.translate(static_cast<qreal>(shape.rect.x), static_cast<qreal>(shape.rect.bottom()));
    m_painter.rotate(-90);
    line(shape, QRectF(0, 0, static_cast<qreal>(shape.rect.height), static_cast<qreal>(shape.rect.width)));
    m_painter.restore();
  }

  void operator()(const ImageShape& image) const {
    const auto cells =
        static_cast<std::size_t>(std::max(image.columns, 0)) * static_cast<std::size_t>(std::max(image.rows, 0));
    if (!image.pixels || cells == 0 || image.pixels->size() < cells) return;
    static_assert(sizeof(present::Color) == 4, "pixels are handed to QImage as RGBA8888");
    const QImage small(reinterpret_cast<const uchar*>(image.pixels->data()), image.columns, image.rows,
                       image.columns * 4, QImage::Format_RGBA8888);
    const QRectF area = snapped(image.rect, m_grid);
    m_painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    smooth(false);
    if (m_options.vectorTarget) {
      const int scale = std::max(1, static_cast<int>(std::ceil(2 * area.width() / image.columns)));
      m_painter.drawImage(
          area, small.scaled(image.columns * scale, image.rows * scale, Qt::IgnoreAspectRatio, Qt::FastTransformation));
    } else {
      m_painter.drawImage(area, small);
    }
  }

  void operator()(const IconShape& shape) const {
    paintIcon(m_painter, toRect(shape.rect), toText(shape.name), toColor(shape.color));
  }

 private:
  /// Whole device pixels where a unit is no whole number of them.
  [[nodiscard]] qreal strokeWidth(float width) const {
    return m_between ? m_grid.thickness(static_cast<qreal>(width)) : static_cast<qreal>(width);
  }
  [[nodiscard]] qreal middleOfPixel(qreal at, qreal origin) const {
    return (std::floor(at * m_grid.scale + origin) + 0.5 - origin) / m_grid.scale;
  }

  void smooth(bool on) const { m_painter.setRenderHint(QPainter::Antialiasing, on); }

  /// Qt draws rotated letters as outlines, every time. Drawn level once, rotated as pixels and kept, they cost
  /// nothing and are as sharp as the rest.
  void upwards(const TextShape& shape) const {
    static QCache<QString, QPixmap> turned(600);
    const qreal scale = m_painter.device()->devicePixelRatioF() * m_painter.transform().m11();
    const QString key = QStringLiteral("%1 %2 %3 %4 %5 %6 %7 ")
                            .arg(shape.font.size)
                            .arg(static_cast<int>(shape.font.weight))
                            .arg(toColor(shape.color).name(QColor::HexArgb))
                            .arg(shape.rect.width)
                            .arg(shape.rect.height)
                            .arg(static_cast<int>(shape.align) * 2 + (shape.strikeOut ? 1 : 0))
                            .arg(scale) +
                        toText(shape.text);
    QPixmap* pixels = turned.object(key);
    if (!pixels) {
      const QSizeF level(static_cast<qreal>(shape.rect.height), static_cast<qreal>(shape.rect.width));
      QImage image((level * scale).toSize().expandedTo({1, 1}), QImage::Format_ARGB32_Premultiplied);
      image.fill(Qt::transparent);
      QPainter into(&image);
      into.scale(scale, scale);
      ShapePainter(into, m_options).line(shape, QRectF(QPointF(0, 0), level));
      into.end();
      pixels = new QPixmap(QPixmap::fromImage(image.transformed(QTransform().rotate(-90))));
      turned.insert(key, pixels);
    }
    // Pixel on pixel: enlarged by a fraction letters would lose strokes.
    const QRectF area(m_grid.snapX(static_cast<qreal>(shape.rect.x)), m_grid.snapY(static_cast<qreal>(shape.rect.y)),
                      pixels->width() / scale, pixels->height() / scale);
    m_painter.drawPixmap(area, *pixels, QRectF(pixels->rect()));
  }

  void line(const TextShape& shape, const QRectF& area) const {
    const PlacedText placed = placedText(shape, area);
    const QColor ink = toColor(shape.color);
    if (m_options.textAsPaths) {
      QPainterPath outline;
      outline.addText(placed.x, placed.y, sceneFont(shape.font), placed.words);
      smooth(true);
      m_painter.fillPath(outline, ink);
    } else {
      m_painter.setFont(sceneFont(shape.font));
      m_painter.setPen(ink);
      m_painter.drawText(QPointF(placed.x, placed.y), placed.words);
    }
    if (!shape.strikeOut) return;
    const QRectF through = struckOut(shape, placed);
    m_painter.fillRect(QRectF(m_grid.snapX(through.left()), m_grid.snapY(through.top()), through.width(),
                              m_grid.thickness(through.height())),
                       ink);
  }

  QPainter& m_painter;
  const PaintOptions& m_options;
  PixelGrid m_grid;
  bool m_between;  ///< a unit is no whole number of pixels
};

}  // namespace

void paintScene(QPainter& painter, const present::Scene& scene, const PaintOptions& options) {
  painter.save();
  const ShapePainter paint(painter, options);
  for (const present::Shape& shape : scene.shapes) std::visit(paint, shape);
  painter.restore();
}

}  // namespace sojourn::qt
