// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/charts/chart_view.h"

#include <QApplication>
#include <QChart>
#include <QContextMenuEvent>
#include <QGraphicsLayout>
#include <QGraphicsTextItem>
#include <QLegend>
#include <QMouseEvent>
#include <QRubberBand>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "views/qt/charts/qt_axes.h"
#include "views/qt/charts/qt_chart.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr qreal margin = 6;        ///< of dots and lines at the plot's edges, pixels
constexpr double smallest = 1e-3;  ///< part of an axis

/// The chart in pixels that are `factor` times as small, beginning at `origin`.
present::Chart scaled(present::Chart chart, QPointF origin, double factor) {
  const auto by = static_cast<float>(factor);
  chart.plot = {chart.plot.x * by + static_cast<float>(origin.x()), chart.plot.y * by + static_cast<float>(origin.y()),
                chart.plot.width * by, chart.plot.height * by};
  for (present::ChartAxis* axis : {&chart.x, &chart.y})
    if (axis->numbers) axis->numbers->gap *= by;
  for (present::ChartSeries& series : chart.series) series.width *= by, series.radius *= by;
  for (auto* markers : {&chart.under, &chart.markers})
    for (present::ChartMarker& marker : *markers) marker.width *= by;
  return chart;
}

/// All that is drawn of a chart.
QRectF areaOf(const QChart& chart) {
  QRectF area = chart.plotArea().adjusted(-margin, -margin, margin, margin);
  for (const QGraphicsTextItem* text : textsOf(chart)) area |= text->sceneBoundingRect();
  return area;
}

bool sameAxis(const present::ChartAxis& a, const present::ChartAxis& b) {
  return a.from == b.from && a.to == b.to && a.logarithmic == b.logarithmic;
}

}  // namespace

ChartView::ChartView(QWidget* parent, Layers layers) : QChartView(parent), m_layers(std::move(layers)) {
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::NoFocus);
  setRenderHint(QPainter::Antialiasing);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
  // Without it Qt ends an event that the viewport ignores here, and the parent learns of no motion.
  setMouseTracking(true);
  viewport()->setMouseTracking(true);
}

void ChartView::place(std::shared_ptr<const present::Chart> chart, QPointF origin, double factor) {
  const QPointF by = origin - std::exchange(m_origin, origin);
  // Views describe their charts again at every change, most of them as they were.
  const bool same = m_of && (m_of == chart || *m_of == *chart) && devicePixelRatioF() == m_scale;
  if (std::exchange(m_factor, factor) == factor && same) {
    m_of = std::move(chart);
    return move(pos() + by.toPoint());
  }
  m_scale = devicePixelRatioF();
  if (!m_of || !sameAxis(m_of->x, chart->x) || !sameAxis(m_of->y, chart->y)) m_part = QRectF(0, 0, 1, 1);
  m_of = std::move(chart);
  m_factor = factor;
  m_placed = scaled(*m_of, origin, factor);
  const std::unique_ptr<QChart> before(this->chart());
  QChart* made = makeQtChart(m_placed, {.scale = devicePixelRatioF(), .letters = factor}).release();
  const QSizeF whole = made->size();
  setChart(made);
  setMinimumSize(0, 0);
  // In the size that it was made for all its texts are shown; then the view is as large as what is drawn.
  made->resize(whole);
  made->layout()->activate();
  const QRect area = areaOf(*made).toAlignedRect();
  m_placed.plot.x -= static_cast<float>(area.x()), m_placed.plot.y -= static_cast<float>(area.y());
  QLegend& legend = *made->legend();
  legend.setGeometry(legend.geometry().translated(-area.topLeft()));
  // Before the size, which is what moves the texts of the axes.
  made->setPlotArea(toRect(m_placed.plot));
  setGeometry(area);
  made->resize(size());
  made->layout()->activate();
  setRubberBand(m_of->zoom == present::ChartZoom::X ? QChartView::HorizontalRubberBand
                                                    : QChartView::RectangleRubberBand);
  showPart();
}

QRectF ChartView::plot() const {
  return toRect(m_placed.plot).translated(pos());
}

QPointF ChartView::inWhole(QPointF shown) const {
  const QRectF all = plot();
  return {all.left() + (m_part.left() + (shown.x() - all.left()) / all.width() * m_part.width()) * all.width(),
          all.top() + (m_part.top() + (shown.y() - all.top()) / all.height() * m_part.height()) * all.height()};
}

QRectF ChartView::inPart(const QRectF& whole) const {
  const QRectF all = plot();
  const auto at = [&](QPointF point) {
    return QPointF(
        all.left() + ((point.x() - all.left()) / all.width() - m_part.left()) / m_part.width() * all.width(),
        all.top() + ((point.y() - all.top()) / all.height() - m_part.top()) / m_part.height() * all.height());
  };
  return {at(whole.topLeft()), at(whole.bottomRight())};
}

void ChartView::enlarge(double by, QPointF fixed) {
  const QRectF all = plot();
  const QPointF at((fixed.x() - all.left()) / all.width(), (fixed.y() - all.top()) / all.height());
  const QSizeF size(std::clamp(m_part.width() / by, smallest, 1.0), std::clamp(m_part.height() / by, smallest, 1.0));
  setPart({QPointF(m_part.left() + at.x() * (m_part.width() - size.width()),
                   m_part.top() + at.y() * (m_part.height() - size.height())),
           size});
}

void ChartView::showWhole() {
  setPart({0, 0, 1, 1});
}

void ChartView::reveal(const QRectF& whole) {
  const QRectF all = plot();
  QRectF part = m_part;
  const auto shift = [](qreal from, qreal to, qreal low, qreal high) {
    return from < low ? from - low : std::max(0.0, to - high);
  };
  part.translate(shift((whole.left() - all.left()) / all.width(), (whole.right() - all.left()) / all.width(),
                       part.left(), part.right()),
                 shift((whole.top() - all.top()) / all.height(), (whole.bottom() - all.top()) / all.height(),
                       part.top(), part.bottom()));
  setPart(part);
}

void ChartView::showAcross(const ChartView& other) {
  if (m_of && other.m_of && sameAxis(m_of->x, other.m_of->x))
    setPart({other.m_part.left(), m_part.top(), other.m_part.width(), m_part.height()});
}

void ChartView::setPart(QRectF part) {
  if (!m_of) return;
  if (m_of->zoom == present::ChartZoom::X) part.setTop(0), part.setHeight(1);
  part.setWidth(std::clamp(part.width(), smallest, 1.0));
  part.setHeight(std::clamp(part.height(), smallest, 1.0));
  part.moveLeft(std::clamp(part.left(), 0.0, 1 - part.width()));
  part.moveTop(std::clamp(part.top(), 0.0, 1 - part.height()));
  if (part == m_part) return;
  m_part = part;
  showPart();
  Q_EMIT partChanged();
}

void ChartView::showPart() {
  const QRectF all = chart()->plotArea();
  chart()->zoomReset();
  if (isEnlarged())
    chart()->zoomIn(QRectF(all.left() + m_part.left() * all.width(), all.top() + m_part.top() * all.height(),
                           m_part.width() * all.width(), m_part.height() * all.height()));
  writeTicks(*chart(), m_placed);
  chart()->layout()->activate();
  viewport()->update();
}

void ChartView::paintLayer(QPainter& painter, const std::function<void(QPainter&)>& layer) const {
  painter.save();
  painter.setTransform(QTransform::fromTranslate(-x(), -y()));
  layer(painter);
  painter.restore();
}

void ChartView::drawBackground(QPainter* painter, const QRectF&) {
  paintLayer(*painter, m_layers.under);
}

void ChartView::drawForeground(QPainter* painter, const QRectF&) {
  paintLayer(*painter, m_layers.over);
}

void ChartView::mousePressEvent(QMouseEvent* event) {
  m_pressed = event->position().toPoint();
  if (event->button() != Qt::LeftButton || !toRect(m_placed.plot).contains(event->position())) return event->ignore();
  QChartView::mousePressEvent(event);
  event->accept();
}

void ChartView::mouseMoveEvent(QMouseEvent* event) {
  if (!event->buttons().testFlag(Qt::LeftButton)) return event->ignore();
  QChartView::mouseMoveEvent(event);
}

void ChartView::mouseReleaseEvent(QMouseEvent* event) {
  auto* band = findChild<QRubberBand*>();
  if (event->button() != Qt::LeftButton || !band || !band->isVisible()) return event->ignore();
  QRectF frame = band->geometry();
  band->hide();
  const QPoint moved = event->position().toPoint() - m_pressed;
  if (moved.manhattanLength() < QApplication::startDragDistance()) {
    Q_EMIT clicked(m_pressed + pos(), event->modifiers());
    return;
  }
  const QRectF all = toRect(m_placed.plot);
  // A flat frame means its length alone.
  constexpr qreal flat = 6;
  if (frame.height() < flat) frame.setTop(all.top()), frame.setHeight(all.height());
  if (frame.width() < flat) frame.setLeft(all.left()), frame.setWidth(all.width());
  setPart({m_part.left() + (frame.left() - all.left()) / all.width() * m_part.width(),
           m_part.top() + (frame.top() - all.top()) / all.height() * m_part.height(),
           frame.width() / all.width() * m_part.width(), frame.height() / all.height() * m_part.height()});
}

void ChartView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !isEnlarged()) return event->ignore();
  showWhole();
}

void ChartView::wheelEvent(QWheelEvent* event) {
  constexpr double notch = 120, ofNotch = 1.25;
  const bool scrolls = m_wheelScrolls && !event->modifiers().testFlag(Qt::ControlModifier);
  if (scrolls || event->angleDelta().y() == 0 || !toRect(m_placed.plot).contains(event->position()))
    return event->ignore();
  enlarge(std::pow(ofNotch, event->angleDelta().y() / notch), event->position() + QPointF(pos()));
  event->accept();
}

}  // namespace sojourn::qt
