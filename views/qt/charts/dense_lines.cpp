// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/charts/dense_lines.h"

#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <span>

#include "views/present/chart/dense_line.h"
#include "views/qt/charts/line_painter.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr qreal layerOfSeries = 4;  // among the children of a QChart
constexpr float dashOfDenseLines = 6;

QPolygonF polygonOf(std::span<const present::Point> points) {
  QPolygonF polygon;
  polygon.reserve(static_cast<qsizetype>(points.size()));
  for (const present::Point p : points) polygon.append({static_cast<qreal>(p.x), static_cast<qreal>(p.y)});
  return polygon;
}

}  // namespace

DenseLines::DenseLines(QGraphicsItem* chart, const QRectF& plot, QPen pen, const ChartLook& look)
    : QGraphicsItem(chart), m_plot(plot), m_pen(std::move(pen)), m_look(look) {
  setZValue(layerOfSeries);
}

void DenseLines::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  const bool dashed = m_pen.style() != Qt::SolidLine;
  const QPen solid(m_pen.color(), m_pen.widthF(), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  const auto pixel = static_cast<float>(1 / m_look.scale);
  const qreal across = std::max(1.0, std::floor(m_pen.widthF() * m_look.scale)) / m_look.scale;
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
    if (m_look.vectorTarget || (dashed && !crowded))
      paintLine(*painter, polygonOf(line), m_pen, m_look.vectorTarget);
    else if (dashed)
      dense.paintDashes(line, dashOfDenseLines);
    else
      dense.paint(line);
  }
}

}  // namespace sojourn::qt
