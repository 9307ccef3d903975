// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/charts/line_painter.h"

#include <QLineF>
#include <QList>
#include <QPainter>
#include <algorithm>

#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

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

}  // namespace sojourn::qt
