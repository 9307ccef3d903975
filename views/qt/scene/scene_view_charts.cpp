// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of a picture that can be enlarged: each is a view of its own over the picture.
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <limits>

#include "views/present/chart/chart.h"
#include "views/qt/charts/chart_view.h"
#include "views/qt/scene/scene_painter.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

void SceneView::placeCharts() {
  m_chartShapes.clear();
  const present::Scene* made = scene();
  // Over a pinned strip a view would hide it.
  const bool pinned = made && made->pinnedTop + made->pinnedBottom > 0;
  for (std::size_t i = 0; made && !pinned && i < made->shapes.size(); ++i) {
    const auto* shape = std::get_if<present::ChartShape>(&made->shapes[i]);
    if (!shape || shape->chart->zoom == present::ChartZoom::None) continue;
    if (shape->chart->plot.width >= 1 && shape->chart->plot.height >= 1) m_chartShapes.push_back(i);
  }
  while (m_charts.size() < m_chartShapes.size()) m_charts.push_back(addChartView());
  const QPointF scrolled(horizontalScrollBar()->value(), verticalScrollBar()->value());
  for (std::size_t k = 0; k < m_charts.size(); ++k) {
    if (made && k < m_chartShapes.size()) {
      const auto& shape = std::get<present::ChartShape>(made->shapes[m_chartShapes[k]]);
      m_charts[k]->setWheelScrolls(made->scrollRange() >= 1);
      m_charts[k]->place(shape.chart, (toPoint(shape.offset) - scrolled) * textFactor(), textFactor());
    }
    m_charts[k]->setVisible(k < m_chartShapes.size());
  }
  moveMarks();
}

void SceneView::moveMarks() {
  std::vector<present::ChartPart> parts;
  for (std::size_t k = 0; k < m_chartShapes.size(); ++k) {
    if (!m_charts[k]->isEnlarged()) continue;
    const QRectF part = m_charts[k]->part();
    parts.push_back({m_charts[k]->of(),
                     {static_cast<float>(part.x()), static_cast<float>(part.y()), static_cast<float>(part.width()),
                      static_cast<float>(part.height())}});
  }
  m_movedShapes.clear();
  if (parts.empty()) return;
  m_movedShapes = shapesOfParts(*scene(), parts, {scene()->size, Appearance::theme(), measurer()});
}

std::span<const present::Shape> SceneView::shownShapes() const {
  return m_movedShapes.empty() ? scene()->shapes : m_movedShapes;
}

ChartView* SceneView::addChartView() {
  const std::size_t number = m_charts.size();
  const auto shapeOf = [this, number] { return m_chartShapes[number]; };
  auto* made =
      new ChartView(viewport(), {.under =
                                     [this, shapeOf](QPainter& painter) {
                                       painter.fillRect(viewport()->rect(), toColor(Appearance::theme().panel));
                                       paintShapes(painter, 0, shapeOf());
                                     },
                                 .over =
                                     [this, shapeOf](QPainter& painter) {
                                       paintShapes(painter, shapeOf(), std::numeric_limits<std::size_t>::max());
                                       paintOver(painter);
                                     }});
  connect(made, &ChartView::partChanged, this, [this, made] {
    // Panels one above the other keep to one x axis.
    for (std::size_t k = 0; k < m_chartShapes.size(); ++k)
      if (made->of()->zoom == present::ChartZoom::X) m_charts[k]->showAcross(*made);
    moveMarks();
    updatePicture();
  });
  connect(made, &ChartView::clicked, this, [this](QPoint at, Qt::KeyboardModifiers modifiers) {
    QMouseEvent press(QEvent::MouseButtonPress, at, viewport()->mapToGlobal(at), Qt::LeftButton, Qt::LeftButton,
                      modifiers);
    mousePressEvent(&press);
  });
  return made;
}

void SceneView::paintShapes(QPainter& painter, std::size_t from, std::size_t to) const {
  painter.save();
  painter.scale(textFactor(), textFactor());
  painter.translate(-horizontalScrollBar()->value(), -verticalScrollBar()->value());
  qt::paintShapes(painter, shownShapes(), {.from = from, .to = to, .without = viewedCharts()});
  painter.restore();
}

std::vector<const present::Chart*> SceneView::viewedCharts() const {
  std::vector<const present::Chart*> viewed;
  for (std::size_t k = 0; k < m_chartShapes.size(); ++k) viewed.push_back(m_charts[k]->of());
  return viewed;
}

ChartView* SceneView::chartAt(QPointF at) const {
  for (std::size_t k = 0; k < m_chartShapes.size(); ++k)
    if (m_charts[k]->plot().contains(at)) return m_charts[k];
  return nullptr;
}

QRectF SceneView::onViewport(present::Rect content) const {
  const QRectF whole = inWholePicture(content);
  const ChartView* chart = chartOf(whole);
  if (!chart || !chart->isEnlarged()) return whole;
  const QRectF part = chart->inPart(whole);
  // A mark of several charts with one x axis is as high as they are.
  QRectF shown = chart->plot();
  if (chart->of()->zoom == present::ChartZoom::X) shown.setTop(part.top()), shown.setBottom(part.bottom());
  return part & shown;
}

ChartView* SceneView::chartOf(const QRectF& whole) const {
  if (ChartView* chart = chartAt(whole.center())) return chart;
  for (std::size_t k = 0; k < m_chartShapes.size(); ++k) {
    const QRectF plot = m_charts[k]->plot();
    if (plot.intersects(whole) && whole.center().x() >= plot.left() && whole.center().x() <= plot.right())
      return m_charts[k];
  }
  return nullptr;
}

bool SceneView::enlargeCharts(double by) {
  if (m_chartShapes.empty()) return false;
  ChartView* one = m_keyboard ? chartOf(inWholePicture(scene()->hits[*m_keyboard].rect)) : nullptr;
  for (std::size_t k = 0; k < m_chartShapes.size(); ++k) {
    ChartView* chart = m_charts[k];
    if (one && chart != one) continue;
    if (by == 0)
      chart->showWhole();
    else
      chart->enlarge(by, one ? onViewport(scene()->hits[*m_keyboard].rect).center() : chart->plot().center());
  }
  return true;
}

}  // namespace sojourn::qt
