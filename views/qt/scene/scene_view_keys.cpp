// SPDX-License-Identifier: GPL-3.0-or-later
// The keyboard in a picture: which mark has it, where the arrows lead, and what a screen reader hears.
#include <QAccessible>
#include <QApplication>
#include <QKeyEvent>
#include <QLineF>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "views/qt/charts/chart_view.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

/// How far `from`..`to` has to move to lie within `low`..`high`, in pixels as designed; its beginning counts more where
/// it is longer.
int shiftInto(qreal from, qreal to, qreal low, qreal high) {
  if (from < low || to - from > high - low) return static_cast<int>(std::floor((from - low) / textFactor()));
  return to > high ? static_cast<int>(std::ceil((to - high) / textFactor())) : 0;
}

constexpr double zoomOfKeys = 1.5;

}  // namespace

void SceneView::keyPressEvent(QKeyEvent* event) {
  if (m_drag) {
    // Until the drop the keyboard only says how: Alt in minutes, Ctrl as a copy, Escape not at all.
    if (event->key() == Qt::Key_Escape)
      cancelDrag();
    else if (m_drag->moving)
      drag(m_drag->at, QApplication::keyboardModifiers());
    event->accept();
    return;
  }
  const present::Scene* made = scene();
  const int key = event->key();
  switch (key) {
    case Qt::Key_Escape:
      Q_EMIT cleared();
      break;
    case Qt::Key_Left:
    case Qt::Key_Right:
      stepAside(key == Qt::Key_Left ? -1 : 1);
      break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Minus:
    case Qt::Key_0:
      if (made && !enlargeCharts(key == Qt::Key_0 ? 0 : key == Qt::Key_Minus ? 1 / zoomOfKeys : zoomOfKeys)) {
        const auto& zooms = made->zoom;
        zoom(key == Qt::Key_0 ? zooms.fit : key == Qt::Key_Minus ? zooms.out : zooms.in, viewport()->rect().center());
      }
      break;
    case Qt::Key_Up:
    case Qt::Key_Down:
      moveKeyboard(0, key == Qt::Key_Up ? -1 : 1);
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      // Without a mark it belongs to the workspace, which may play something.
      if (key == Qt::Key_Space && !m_keyboard) return QAbstractScrollArea::keyPressEvent(event);
      if (made && m_keyboard && made->hits[*m_keyboard].open && key != Qt::Key_Space)
        Q_EMIT actionRequested(present::Action(*made->hits[*m_keyboard].open));
      else if (made && m_keyboard)
        activate(present::HitArea(made->hits[*m_keyboard]), event->modifiers().testFlag(Qt::ShiftModifier));
      break;
    default:
      QAbstractScrollArea::keyPressEvent(event);
      return;
  }
  event->accept();
}

/// Along the visits, where there are some and no other mark has the keyboard; else to the next mark.
void SceneView::stepAside(int by) {
  const present::Scene* made = scene();
  const auto isVisit = [](const present::HitArea& hit) { return hit.focus.visit.has_value(); };
  const bool visits = made && std::ranges::any_of(made->hits, isVisit);
  if (visits && (!m_keyboard || isVisit(made->hits[*m_keyboard])))
    Q_EMIT visitStepped(by);
  else
    moveKeyboard(by, 0);
}

void SceneView::moveKeyboard(int dx, int dy) {
  const present::Scene* made = scene();
  if (!made || made->hits.empty()) return;
  const auto center = [](const present::Rect& r) { return QPointF(toRect(r).center()); };
  std::size_t best = m_keyboard.value_or(0);
  if (m_keyboard) {
    const QPointF from = center(made->hits[*m_keyboard].rect);
    qreal nearest = 1e9;
    for (std::size_t i = 0; i < made->hits.size(); ++i) {
      const QPointF step = center(made->hits[i].rect) - from;
      const qreal along = step.x() * dx + step.y() * dy;
      const qreal aside = std::abs(step.x() * dy) + std::abs(step.y() * dx);
      if (along < 1) continue;
      const qreal distance = along + 3 * aside;  // keep to the row or column
      if (distance < nearest) nearest = distance, best = i;
    }
    // Marks in one column: the keys to the sides move along it.
    if (dx != 0 && best == *m_keyboard) return moveKeyboard(0, dx);
  }
  setKeyboard(best);
  const present::HitArea area = made->hits[best];
  hover(&area);
  if (area.focus.visit) Q_EMIT selected(area.focus, false);
}

void SceneView::focusVisit(std::size_t visit) {
  const present::Scene* made = scene();
  if (!made) return;
  // Of a visit's marks the one nearest to where the keyboard is: it stays in its row of cards, blocks or cells.
  std::optional<std::size_t> best;
  qreal nearest = 0;
  const auto middle = [&](std::size_t i) { return toRect(made->hits[i].rect).center(); };
  for (std::size_t i = 0; i < made->hits.size(); ++i) {
    if (made->hits[i].focus.visit != visit) continue;
    const qreal distance = m_keyboard ? QLineF(middle(i), middle(*m_keyboard)).length() : 0;
    if (best && distance >= nearest) continue;
    best = i;
    nearest = distance;
  }
  if (best) setKeyboard(*best);
}

void SceneView::setKeyboard(std::size_t mark) {
  m_keyboard = mark;
  const present::Rect rect = scene()->hits[mark].rect;
  const QRectF shown = onViewport(rect), strip = stripOf(rect);
  // What is pinned is in sight always.
  if (!isPinned(rect)) {
    QScrollBar &down = *verticalScrollBar(), &across = *horizontalScrollBar();
    down.setValue(down.value() + shiftInto(shown.top(), shown.bottom(), strip.top(), strip.bottom()));
    across.setValue(across.value() + shiftInto(shown.left(), shown.right(), strip.left(), strip.right()));
  }
  const QRectF whole = inWholePicture(rect);
  if (ChartView* chart = chartOf(whole)) chart->reveal(whole);
  updatePicture();
  QAccessibleEvent event(this, QAccessible::Focus);
  event.setChild(static_cast<int>(mark));
  QAccessible::updateAccessibility(&event);
}

bool SceneView::isPinned(const present::Rect& content) const {
  const present::Scene& made = *scene();
  return content.bottom() <= made.pinnedTop || content.y >= made.contentSize.height - made.pinnedBottom;
}

QRectF SceneView::stripOf(const present::Rect& content) const {
  const present::Scene& made = *scene();
  const QRectF area(viewport()->rect());
  const auto top = static_cast<qreal>(made.pinnedTop) * textFactor();
  const auto bottom = static_cast<qreal>(made.pinnedBottom) * textFactor();
  if (!isPinned(content)) return area.adjusted(0, top, 0, -bottom);
  if (content.bottom() <= made.pinnedTop) return {0, 0, area.width(), top};
  return {0, area.height() - bottom, area.width(), bottom};
}

/// A new picture counts its marks again: the keyboard stays on the one that it was on.
void SceneView::updateKeyboardFocus(const std::optional<present::HitArea>& before) {
  const present::Scene* made = scene();
  if (!m_keyboard) return;
  if (!made || !before) return m_keyboard.reset();
  const auto same = [&](const present::HitArea& hit) {
    const bool asSame = hit.action && before->action ? present::sameKind(*hit.action, *before->action)
                                                     : hit.action.has_value() == before->action.has_value();
    return hit.focus == before->focus && asSame && (!hit.focus.empty() || hit.label == before->label);
  };
  if (*m_keyboard < made->hits.size() && same(made->hits[*m_keyboard])) return;
  const auto found = std::ranges::find_if(made->hits, same);
  if (found != made->hits.end())
    m_keyboard = static_cast<std::size_t>(found - made->hits.begin());
  else if (*m_keyboard >= made->hits.size())
    m_keyboard.reset();
}

QString SceneView::keyboardLabel() const {
  return scene() && m_keyboard ? toText(scene()->hits[*m_keyboard].label) : QString();
}

}  // namespace sojourn::qt
