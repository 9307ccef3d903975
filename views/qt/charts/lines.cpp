// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/charts/lines.h"

#include <QLineF>
#include <QList>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <span>

#include "views/present/chart/dense_line.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr qreal layerOfSeries = 4;  // among the children of a QChart
constexpr float dashOfDenseLines = 6;

QPolygonF polygonOf(std::span<const present::Point> points) {
  QPolygonF polygon;
  polygon.reserve(static_cast<qsizetype>(points.size()));
  for (const present::Point p : points) polygon.append(toPoint(p));
  return polygon;
}

/// Whether every side is horizontal or vertical.
bool isStaircase(const QPolygonF& path) {
  for (qsizetype k = 1; k < path.size(); ++k)
    if (path[k].x() != path[k - 1].x() && path[k].y() != path[k - 1].y()) return false;
  return true;
}

/// The sides of a staircase; those that go on in one direction as one.
QList<QLineF> sides(const QPolygonF& path) {
  QList<QLineF> lines;
  for (qsizetype k = 1; k < path.size(); ++k) {
    if (path[k] == path[k - 1]) continue;
    const QLineF side(path[k - 1], path[k]);
    if (!lines.isEmpty() && lines.back().angleTo(side) == 0) {
      lines.back().setP2(path[k]);
    } else {
      lines.append(side);
    }
  }
  return lines;
}

/// As long drawn as left out, around the corners too. Sides below a pixel are joined: each alone would be too faint.
QList<QLineF> dashes(const QPolygonF& path) {
  QList<QLineF> lines;
  qreal left = dashOfLines;
  bool drawn = true;
  QPointF from = path.front();
  for (qsizetype k = 1; k < path.size(); ++k) {
    const QLineF side(path[k - 1], path[k]);
    const qreal length = side.length();
    for (qreal at = 0; at < length;) {
      const qreal end = std::min(length, at + left);
      const QPointF reached = side.pointAt(end / length);
      left -= end - at;
      at = end;
      const bool over = left < 1e-6;  // what rounding leaves would never end
      if (drawn && (over || QLineF(from, reached).length() >= 1)) {
        lines.append(QLineF(from, reached));
        from = reached;
      }
      if (!over) continue;
      left = dashOfLines;
      drawn = !drawn;
      from = reached;
    }
  }
  return lines;
}

}  // namespace

QPen linePen(present::Color color, qreal width, bool dashed) {
  QPen pen(toColor(color), width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  if (dashed) pen.setDashPattern({dashOfLines / width, dashOfLines / width});
  return pen;
}

void paintLine(QPainter& painter, const QPolygonF& path, const QPen& pen, bool vectorTarget) {
  // As separate pieces a line is painted some ten times as fast as through the stroker. Where they overlap shows only
  // in a curve of slanted pieces or through a translucent colour: those stay whole.
  const bool pieces = !vectorTarget && pen.color().alpha() == 255;
  const bool dashed = pen.style() != Qt::SolidLine;
  if (dashed && pieces) {
    painter.setPen(QPen(pen.color(), pen.widthF(), Qt::SolidLine, Qt::FlatCap));
    painter.drawLines(dashes(path));
  } else if (!dashed && pieces && isStaircase(path)) {
    painter.setPen(QPen(pen.color(), pen.widthF(), Qt::SolidLine, Qt::SquareCap));
    painter.drawLines(sides(path));
  } else {
    painter.setPen(pen);
    painter.drawPolyline(path);
  }
}

DenseLines::DenseLines(QGraphicsItem* chart, const QRectF& plot, QPen pen, const ChartStyle& style)
    : QGraphicsItem(chart), m_plot(plot), m_pen(std::move(pen)), m_style(style) {
  setZValue(layerOfSeries);
}

void DenseLines::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  const bool dashed = m_pen.style() != Qt::SolidLine;
  const QPen solid(m_pen.color(), m_pen.widthF(), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  const auto pixel = static_cast<float>(1 / m_style.scale);
  const qreal across = std::max(1.0, std::floor(m_pen.widthF() * m_style.scale)) / m_style.scale;
  const auto block = [&](const present::Rect& rect) {
    const qreal middle = static_cast<qreal>(rect.x + rect.width / 2) - static_cast<qreal>(pixel) / 2;
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->fillRect(QRectF(middle, static_cast<qreal>(rect.y), across, static_cast<qreal>(rect.height)),
                      m_pen.color());
  };
  const auto path = [&](std::span<const present::Point> points) {
    painter->setRenderHint(QPainter::Antialiasing, true);
    paintLine(*painter, polygonOf(points), solid, true);
  };
  present::DenseLine<present::Point, decltype(block), decltype(path)> dense(static_cast<float>(m_pen.widthF()), pixel,
                                                                            true, block, path);
  for (const std::vector<present::Point>& line : m_lines) {
    const bool crowded = present::isDense<present::Point>(line);
    if (m_style.vectorTarget || (dashed && !crowded))
      paintLine(*painter, polygonOf(line), m_pen, m_style.vectorTarget);
    else if (dashed)
      dense.paintDashes(line, dashOfDenseLines);
    else
      dense.paint(line);
  }
}

}  // namespace sojourn::qt
