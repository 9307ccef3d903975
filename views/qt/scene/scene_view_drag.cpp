// SPDX-License-Identifier: GPL-3.0-or-later
// Dragging a mark of a picture: each step asks for a preview, the drop for the edit, Escape for neither.
#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>
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
  if (elsewhere)
    Q_EMIT actionRequested(present::PreviewShift{{.visit = m_drag->mark.visit, .minutes = minutes, .copy = copy}});
}

void SceneView::cancelDrag() {
  if (!m_drag) return;
  const Dragged ended = *std::exchange(m_drag, std::nullopt);
  viewport()->setCursor(Qt::ArrowCursor);
  viewport()->update();
  if (ended.minutes != 0)
    Q_EMIT actionRequested(present::PreviewShift{{.visit = ended.mark.visit, .minutes = 0, .copy = false}});
}

bool SceneView::move(const std::string& id, const present::Motion& motion) {
  const present::Scene* made = scene();
  if (!made) return false;
  const auto movable = std::ranges::find(made->movables, id, &present::Movable::id);
  if (movable == made->movables.end()) return false;
  // A copy: the scene that owns it is replaced.
  if (const std::optional<present::Action> action = movable->moved(motion)) Q_EMIT actionRequested(*action);
  return true;
}

void SceneView::pan(QPoint to) {
  if (!m_pan->moving && (to - m_pan->from).manhattanLength() < QApplication::startDragDistance()) return;
  m_pan->moving = true;
  viewport()->setCursor(Qt::ClosedHandCursor);
  const QPointF by = QPointF(to - std::exchange(m_pan->at, to)) / textFactor();
  if (!move(m_pan->id, {.kind = present::Motion::Kind::Pan,
                        .by = {static_cast<float>(by.x()), static_cast<float>(by.y())},
                        .at = contentPoint(to)}))
    m_pan.reset();
}

void SceneView::mouseReleaseEvent(QMouseEvent* event) {
  if (m_pan && event->button() == Qt::LeftButton) {
    const Pan ended = *std::exchange(m_pan, std::nullopt);
    viewport()->setCursor(Qt::ArrowCursor);
    if (!ended.moving && ended.pressed) activate(*ended.pressed, ended.add);
    if (ended.moving) move(ended.id, {.kind = present::Motion::Kind::Drop, .at = contentPoint(event->position())});
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
  Q_EMIT actionRequested(
      present::ShiftVisit{{.visit = dropped.mark.visit, .minutes = dropped.minutes, .copy = dropped.copy}});
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
