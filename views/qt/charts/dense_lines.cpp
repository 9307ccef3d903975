// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/charts/dense_lines.h"

#include <utility>

#include "views/qt/charts/line_painter.h"

namespace sojourn::qt {
namespace {

constexpr qreal layerOfSeries = 4;  // among the children of a QChart

}  // namespace

DenseLines::DenseLines(QGraphicsItem* chart, const QRectF& plot, QPen pen, bool vectorTarget)
    : QGraphicsItem(chart), m_plot(plot), m_pen(std::move(pen)), m_vectorTarget(vectorTarget) {
  setZValue(layerOfSeries);
}

void DenseLines::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  for (const QPolygonF& line : m_lines) paintLine(*painter, line, m_pen, m_vectorTarget);
}

}  // namespace sojourn::qt
