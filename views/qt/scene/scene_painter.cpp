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
#include "views/qt/charts/lines.h"
#include "views/qt/scene/scene_geometry.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

class ShapePainter {
 public:
  /// Vector files have no pixels to snap to but those of the canvas.
  ShapePainter(QPainter& painter, const PaintOptions& options)
      : m_painter(painter),
        m_options(options),
        m_grid(options.vectorTarget ? PixelGrid() : PixelGrid::of(painter)),
        m_between(m_grid.scale != std::floor(m_grid.scale)) {}

  void operator()(const present::BoxShape& box) const {
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

  void operator()(const present::HatchShape& hatch) const {
    const QList<QLineF> lines = hatchLines(hatch);
    if (lines.isEmpty()) return;
    smooth(true);
    m_painter.setPen(QPen(toColor(hatch.color), static_cast<qreal>(hatch.lineWidth), Qt::SolidLine, Qt::FlatCap));
    m_painter.drawLines(lines);
  }

  void operator()(const present::LineShape& line) const {
    if (line.points.size() < 2) return;
    const qreal width = strokeWidth(line.width);
    if (const auto straight = straightLine(line, m_grid)) return m_painter.fillRect(*straight, toColor(line.color));
    QPolygonF path;
    path.reserve(static_cast<qsizetype>(line.points.size()));
    for (const present::Point p : line.points) path.append(toPoint(p));
    if (path.size() == 2) {
      const QPointF from = path[0], to = path[1];
      path.translate(from.x() == to.x() ? middleOfPixel(from.x(), m_grid.x) - from.x() : 0,
                     from.y() == to.y() ? middleOfPixel(from.y(), m_grid.y) - from.y() : 0);
    }
    smooth(true);
    paintLine(m_painter, path, linePen(line.color, width, line.dashed), m_options.vectorTarget);
  }

  void operator()(const present::ChartShape& shape) const {
    if (std::ranges::find(m_options.without, shape.chart.get()) != m_options.without.end()) return;
    m_painter.save();
    m_painter.translate(toPoint(shape.offset));
    paintChart(m_painter, shape.chart, {.scale = m_grid.scale, .vectorTarget = m_options.vectorTarget});
    if (m_options.vectorTarget)
      for (const present::TextShape& text : chartTexts(shape.chart)) (*this)(text);
    m_painter.restore();
  }

  void operator()(const present::PolygonShape& polygon) const {
    QPolygonF path;
    for (const present::Point p : polygon.points) path.append(toPoint(p));
    smooth(true);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(toColor(polygon.fill));
    m_painter.drawPolygon(path);
  }

  void operator()(const present::CircleShape& circle) const {
    smooth(true);
    const auto width = circle.stroke ? static_cast<qreal>(circle.strokeWidth) : 0;
    const qreal radius = static_cast<qreal>(circle.radius) - width / 2;
    m_painter.setPen(circle.stroke ? QPen(toColor(*circle.stroke), width) : QPen(Qt::NoPen));
    m_painter.setBrush(circle.fill ? QBrush(toColor(*circle.fill)) : QBrush(Qt::NoBrush));
    m_painter.drawEllipse(toPoint(circle.center), radius, radius);
  }

  /// Thousands of them are blended into an image: Qt's circles would take longer than a frame.
  void operator()(const present::DotsShape& shape) const {
    if (m_options.vectorTarget) {
      smooth(true);
      m_painter.setPen(Qt::NoPen);
      for (const present::DotsShape::Dot& dot : *shape.dots) {
        const auto radius = static_cast<qreal>(dot.radius), around = radius + static_cast<qreal>(shape.edgeWidth);
        m_painter.setBrush(toColor(shape.edge));
        if (shape.edgeWidth > 0) m_painter.drawEllipse(toPoint(dot.center), around, around);
        m_painter.setBrush(toColor(dot.color));
        m_painter.drawEllipse(toPoint(dot.center), radius, radius);
      }
      return;
    }
    const QPaintDevice& device = *m_painter.device();
    const QRectF all = m_painter.transform().inverted().mapRect(QRectF(0, 0, device.width(), device.height()));
    const auto [image, area] = imageOfDots(shape, m_grid.scale, m_options.visible ? *m_options.visible & all : all);
    if (!image.isNull()) m_painter.drawImage(area, image);
  }

  void operator()(const present::PathsShape& shape) const {
    const present::PathsShape::Paths& paths = *shape.paths;
    smooth(true);
    const bool filled = shape.width == 0;
    m_painter.setPen(filled ? QPen(Qt::NoPen)
                            : QPen(toColor(shape.color), static_cast<qreal>(shape.width), Qt::SolidLine, Qt::RoundCap,
                                   Qt::RoundJoin));
    m_painter.setBrush(filled ? QBrush(toColor(shape.color)) : QBrush(Qt::NoBrush));
    QPolygonF points;
    std::size_t at = 0, ring = 0;
    for (const std::size_t pathEnd : paths.pathEnds) {
      QPainterPath area;
      for (; ring < pathEnd; ++ring) {
        points.clear();
        for (; at < paths.ringEnds[ring]; ++at) points.append(toPoint(paths.points[at]));
        if (filled)
          area.addPolygon(points);
        else
          m_painter.drawPolyline(points);
      }
      if (filled) m_painter.drawPath(area);
    }
  }

  void operator()(const present::TextShape& shape) const {
    if (shape.text.empty() || (m_options.visible && !m_options.visible->intersects(toRect(shape.rect)))) return;
    if (!shape.upwards) return line(shape, toRect(shape.rect));
    if (m_painter.paintEngine()->type() == QPaintEngine::Raster) return upwards(shape);
    m_painter.save();
    m_painter.translate(toPoint({shape.rect.x, shape.rect.bottom()}));
    m_painter.rotate(-90);
    line(shape, toRect({0, 0, shape.rect.height, shape.rect.width}));
    m_painter.restore();
  }

  void operator()(const present::ImageShape& image) const {
    const QImage small = pixelsOf(image);
    if (small.isNull()) return;
    const QRectF area = snapped(image.rect, m_grid);
    m_painter.setRenderHint(QPainter::SmoothPixmapTransform, image.smooth);
    smooth(false);
    if (image.opacity < 1) m_painter.setOpacity(static_cast<qreal>(image.opacity));
    if (m_options.vectorTarget && !image.smooth) {
      const int scale = std::max(1, static_cast<int>(std::ceil(2 * area.width() / image.columns)));
      m_painter.drawImage(
          area, small.scaled(image.columns * scale, image.rows * scale, Qt::IgnoreAspectRatio, Qt::FastTransformation));
    } else {
      m_painter.drawImage(area, small);
    }
    if (image.opacity < 1) m_painter.setOpacity(1);
  }

  void operator()(const present::IconShape& shape) const {
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
  void upwards(const present::TextShape& shape) const {
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

  void line(const present::TextShape& shape, const QRectF& area) const {
    const PlacedText placed = placedText(shape, area);
    const QColor ink = toColor(shape.color);
    if (m_options.textAsPaths) {
      QPainterPath outline;
      outline.addText(placed.x, placed.y, sceneFont(shape.font), placed.text);
      smooth(true);
      m_painter.fillPath(outline, ink);
    } else {
      m_painter.setFont(sceneFont(shape.font));
      m_painter.setPen(ink);
      m_painter.drawText(QPointF(placed.x, placed.y), placed.text);
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

void paintShapes(QPainter& painter, std::span<const present::Shape> shapes, const PaintOptions& options) {
  painter.save();
  const ShapePainter paint(painter, options);
  const std::size_t end = std::min(options.to, shapes.size());
  for (std::size_t i = options.from; i < end; ++i) std::visit(paint, shapes[i]);
  painter.restore();
}

}  // namespace sojourn::qt
