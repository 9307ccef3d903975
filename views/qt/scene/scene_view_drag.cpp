// SPDX-License-Identifier: GPL-3.0-or-later
// Dragging a mark of a picture: each step asks for a preview, the drop for the edit, Escape for neither.
#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>
#include <sstream>
#include <utility>

#include "views/present/visits/visits_view.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

void SceneView::drag(QPoint to, Qt::KeyboardModifiers modifiers) {
  m_drag->at = to;
  if (!m_drag->moving && (to - m_drag->from).manhattanLength() < QApplication::startDragDistance()) return;
  const bool begins = !m_drag->moving;
  m_drag->moving = true;
  const std::int32_t minutes =
      present::draggedMinutes(m_drag->mark, static_cast<float>((to.x() - m_drag->from.x()) / textFactor()),
                              modifiers.testFlag(Qt::AltModifier));
  // A copy on top of its original is none.
  const bool copy = minutes != 0 && modifiers.testFlag(Qt::ControlModifier);
  const bool elsewhere = minutes != m_drag->minutes || copy != m_drag->copy;
  m_drag->minutes = minutes;
  m_drag->copy = copy;
  if (begins || elsewhere) {
    viewport()->setCursor(copy ? Qt::DragCopyCursor : Qt::ClosedHandCursor);
    say(toText(present::draggedText(m_drag->mark, minutes, copy)));
    viewport()->update();
  }
  // The preview replaces the scene, and may end the drag by hiding the view.
  if (elsewhere) Q_EMIT actionRequested(present::previewAction(present::Drag(m_drag->mark), minutes, copy));
}

void SceneView::cancelDrag() {
  if (!m_drag) return;
  const Dragged ended = *std::exchange(m_drag, std::nullopt);
  viewport()->setCursor(Qt::ArrowCursor);
  viewport()->update();
  if (ended.minutes != 0) Q_EMIT actionRequested(present::previewAction(ended.mark, 0, false));
}

void SceneView::emitMove(const present::Movable& movable, const std::string& text) {
  // A copy: the scene that owns it is replaced.
  Q_EMIT actionRequested(present::Action{movable.action.id, movable.action.argument + text});
}

void SceneView::drop(const std::string& id, QPointF at) {
  if (!scene()) return;
  const auto& movables = scene()->movables;
  const auto moved = std::ranges::find_if(movables, [&](const present::Movable& one) { return one.action.id == id; });
  if (moved == movables.end()) return;
  const present::Point point = contentPoint(at);
  std::ostringstream words;
  words << " drop " << point.x << ' ' << point.y;
  emitMove(*moved, words.str());
}

void SceneView::pan(QPoint to) {
  if (!m_pan->moving && (to - m_pan->from).manhattanLength() < QApplication::startDragDistance()) return;
  m_pan->moving = true;
  viewport()->setCursor(Qt::ClosedHandCursor);
  const QPointF step = QPointF(to - std::exchange(m_pan->at, to)) / textFactor();
  const present::Scene* made = scene();
  if (!made) return m_pan.reset();
  const auto moved =
      std::ranges::find_if(made->movables, [&](const present::Movable& one) { return one.action.id == m_pan->id; });
  if (moved == made->movables.end()) return m_pan.reset();
  const present::Point at = contentPoint(to);
  std::ostringstream words;
  words << " pan " << step.x() << ' ' << step.y() << ' ' << at.x << ' ' << at.y;
  emitMove(*moved, words.str());
}

void SceneView::mouseReleaseEvent(QMouseEvent* event) {
  if (m_pan && event->button() == Qt::LeftButton) {
    const Pan ended = *std::exchange(m_pan, std::nullopt);
    viewport()->setCursor(Qt::ArrowCursor);
    if (!ended.moving && ended.pressed) activate(*ended.pressed, ended.add);
    if (ended.moving) drop(ended.id, event->position());
    return;
  }
  if (!m_drag || event->button() != Qt::LeftButton) return;
  if (m_drag->moving) drag(event->position().toPoint(), event->modifiers());
  if (!m_drag) return;
  if (!m_drag->moving) {
    const Dragged clicked = *std::exchange(m_drag, std::nullopt);
    return activate(clicked.pressed, clicked.add);
  }
  if (m_drag->minutes == 0) return cancelDrag();
  const Dragged dropped = *std::exchange(m_drag, std::nullopt);
  viewport()->update();
  Q_EMIT actionRequested(present::dropAction(dropped.mark, dropped.minutes, dropped.copy));
  hover(hitAt(event->position().toPoint()));
}

void SceneView::keyReleaseEvent(QKeyEvent* event) {
  if (!m_drag || !m_drag->moving) return QAbstractScrollArea::keyReleaseEvent(event);
  drag(m_drag->at, QApplication::keyboardModifiers());
}

void SceneView::hideEvent(QHideEvent* event) {
  cancelDrag();
  m_pan.reset();
  preview({});
  QAbstractScrollArea::hideEvent(event);
}

}  // namespace sojourn::qt
