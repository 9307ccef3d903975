// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/scene/scene_view.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "views/present/visits/visits_view.h"
#include "views/qt/charts/chart_view.h"
#include "views/qt/scene/scene_painter.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

/// Pictures are drawn in pixels as designed and enlarged by the text's factor; scroll bars count designed pixels.
present::Point SceneView::contentPoint(QPointF at) const {
  if (const ChartView* chart = chartAt(at)) at = chart->inWhole(at);
  at /= textFactor();
  const present::Scene& made = *scene();
  present::Point p = made.contentPoint({static_cast<float>(at.x()), static_cast<float>(at.y())},
                                       static_cast<float>(verticalScrollBar()->value()));
  const auto height = static_cast<float>(at.y());
  const bool pinned = height < made.pinnedTop || height >= made.size.height - made.pinnedBottom;
  if (!pinned) p.x += static_cast<float>(horizontalScrollBar()->value());
  return p;
}

/// A size on the screen in pixels as designed.
QSize SceneView::designed(QSize onScreen) {
  return {static_cast<int>(onScreen.width() / textFactor()), static_cast<int>(onScreen.height() / textFactor())};
}

SceneView::SceneView(const QString& name, ContentSource source, QWidget* parent)
    : QAbstractScrollArea(parent), m_source(std::move(source)), m_empty(new EmptyPanel(viewport())) {
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(name);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  viewport()->setMouseTracking(true);
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
  m_empty->hide();
  connect(m_empty, &EmptyPanel::actionRequested, this, &SceneView::actionRequested);
}

const present::Scene* SceneView::scene() const {
  return std::get_if<present::Scene>(&m_content);
}

QString SceneView::summary() const {
  if (const present::Scene* made = scene()) return toText(made->summary);
  const auto& empty = std::get<present::EmptyState>(m_content);
  return toText(empty.title) + QStringLiteral(". ") + toText(empty.detail);
}

void SceneView::refresh() {
  m_stale = true;
  if (isVisible()) rebuild();
}

void SceneView::rebuild() {
  m_stale = false;
  const std::optional<present::HitArea> before =
      scene() && m_keyboard ? std::optional(scene()->hits[*m_keyboard]) : std::nullopt;
  // Qt leaves out the bars that are shown: the one below shall be, the one at the right is counted in make().
  const QSize whole(contentsRect().width(), maximumViewportSize().height());
  constexpr int scrollBarWidth = 10;
  const auto make = [&](bool withBar) {
    const QSize shown = designed(QSize(whole.width() - (withBar ? scrollBarWidth : 0), whole.height()));
    m_content = m_source({static_cast<float>(shown.width()), static_cast<float>(shown.height())});
  };
  // The last answer to "is it too tall" is nearly always the next one, so the source is asked once, not twice.
  const bool hadBar = verticalScrollBarPolicy() == Qt::ScrollBarAlwaysOn;
  make(hadBar);
  const bool needsBar = scene() && scene()->scrollRange() >= 1;
  if (needsBar != hadBar) {
    make(needsBar);
    setVerticalScrollBarPolicy(needsBar ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
  }
  if (const auto* state = std::get_if<present::EmptyState>(&m_content)) {
    m_empty->setGeometry(viewport()->rect());
    m_empty->show(*state);
  } else {
    m_empty->hide();
  }
  updateKeyboardFocus(before);
  updateScrollBars();
  placeCharts();
  updatePicture();
  Q_EMIT contentChanged();
}

void SceneView::updateScrollBars() {
  const present::Scene* made = scene();
  const int down = made ? static_cast<int>(std::ceil(made->scrollRange())) : 0;
  const int across = made ? std::max(0, static_cast<int>(std::ceil(made->contentSize.width - made->size.width))) : 0;
  verticalScrollBar()->setRange(0, down);
  verticalScrollBar()->setPageStep(std::max(1, designed(viewport()->size()).height()));
  verticalScrollBar()->setSingleStep(24);
  setHorizontalScrollBarPolicy(across > 0 ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
  horizontalScrollBar()->setRange(0, across);
  horizontalScrollBar()->setPageStep(std::max(1, designed(viewport()->size()).width()));
}

void SceneView::setWaiting(bool waiting) {
  if (std::exchange(m_waiting, waiting) != waiting) updatePicture();
}

void SceneView::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  const present::Theme& theme = Appearance::theme();
  painter.fillRect(viewport()->rect(), toColor(theme.panel));
  const present::Scene* made = scene();
  if (!made) return;
  painter.scale(textFactor(), textFactor());
  const qreal down = verticalScrollBar()->value();
  const qreal across = horizontalScrollBar()->value();
  const qreal range = static_cast<qreal>(made->scrollRange());
  const QRectF area(QPointF(), QSizeF(viewport()->size()) / textFactor());
  const auto strip = [&](const QRectF& clip, qreal shift, qreal aside) {
    if (clip.height() <= 0) return;
    painter.save();
    painter.setClipRect(clip);
    painter.translate(-aside, -shift);
    qt::paintShapes(painter, shownShapes(), {.visible = clip.translated(aside, shift), .without = viewedCharts()});
    painter.restore();
  };
  if (range < 1 && across < 1) {
    strip(area, 0, 0);
  } else {
    const auto top = static_cast<qreal>(made->pinnedTop);
    const auto bottom = static_cast<qreal>(made->pinnedBottom);
    strip(area.adjusted(0, top, 0, -bottom), down, across);
    strip(QRectF(0, 0, area.width(), top), 0, 0);
    strip(QRectF(0, area.height() - bottom, area.width(), bottom), range, 0);
  }
  if (m_drag && m_drag->moving) {
    present::Scene ghost;
    ghost.shapes = present::draggedShapes(present::onScene(m_drag->mark, *made), m_drag->minutes, m_drag->copy,
                                          {made->size, theme, measurer()});
    paintScene(painter, ghost);
  }
  painter.resetTransform();
  paintOver(painter);
}

void SceneView::updatePicture() {
  viewport()->update();
  for (ChartView* chart : m_charts) chart->viewport()->update();
}

void SceneView::paintOver(QPainter& painter) const {
  const present::Theme& theme = Appearance::theme();
  if (m_waiting && !m_drag) {
    QColor veil = toColor(theme.panel);
    veil.setAlpha(150);
    painter.fillRect(viewport()->rect(), veil);
  }
  if (!hasFocus() || !m_keyboard) return;
  const present::Rect& mark = scene()->hits[*m_keyboard].rect;
  const QRectF strip = stripOf(mark);
  painter.setClipRect(strip, Qt::IntersectClip);
  painter.setBrush(Qt::NoBrush);
  // Whole where the mark touches the edge of the view, and with a light line on either side, as marks may have the
  // frame's colour.
  const QRectF frame = onViewport(mark).adjusted(-1, -1, 1, 1) & strip.adjusted(2, 2, -2, -2);
  if (frame.isEmpty()) return;  // scrolled away
  for (const auto& [color, width] : {std::pair{theme.panel, 4}, std::pair{theme.accent, 2}}) {
    painter.setPen(QPen(toColor(color), width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(frame);
  }
}

QRectF SceneView::inWholePicture(const present::Rect& content) const {
  QRectF area = toRect(content);
  const present::Scene* made = scene();
  if (made && content.bottom() > made->pinnedTop) {
    if (content.y >= made->contentSize.height - made->pinnedBottom)
      area.translate(0, -static_cast<qreal>(made->scrollRange()));
    else
      area.translate(-horizontalScrollBar()->value(), -verticalScrollBar()->value());
  }
  return {area.topLeft() * textFactor(), area.size() * textFactor()};
}

void SceneView::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  m_empty->setGeometry(viewport()->rect());
  const present::Scene* made = scene();
  const QSize shown = designed(viewport()->size());
  if (made && static_cast<int>(made->size.width) == shown.width() &&
      static_cast<int>(made->size.height) == shown.height())
    return;
  refreshOnceLaidOut();
}

void SceneView::showEvent(QShowEvent* event) {
  QAbstractScrollArea::showEvent(event);
  if (m_stale) rebuild();
}

void SceneView::refreshOnceLaidOut() {
  m_stale = true;
  QMetaObject::invokeMethod(
      this,
      [this] {
        if (m_stale && isVisible()) rebuild();
      },
      Qt::QueuedConnection);
}

void SceneView::scrollContentsBy(int, int) {
  placeCharts();
  updatePicture();
}

const present::HitArea* SceneView::hitAt(QPoint at) const {
  const present::Scene* made = scene();
  if (!made) return nullptr;
  return made->hitAt(contentPoint(at));
}

void SceneView::hover(const present::HitArea* area) {
  say(area ? toText(area->label) : QString());
  const bool button = area && area->action, grip = area && area->drag;
  viewport()->setCursor(button ? Qt::PointingHandCursor : grip ? Qt::OpenHandCursor : Qt::ArrowCursor);
  // Copies: a listener to the focus makes a new picture, and the area goes with the old one.
  const Focus focus = area ? area->focus : Focus{};
  const std::optional<present::Action> shown = area ? area->preview : std::nullopt;
  if (std::exchange(m_lastHover, focus) != focus) Q_EMIT hovered(focus);
  preview(shown);
}

void SceneView::preview(const std::optional<present::Action>& action) {
  if (std::exchange(m_lastPreview, action) != action) Q_EMIT previewed(action);
}

void SceneView::say(const QString& label) {
  if (std::exchange(m_lastSaid, label) != label) Q_EMIT said(label);
}

void SceneView::mouseMoveEvent(QMouseEvent* event) {
  if (m_pan && event->buttons().testFlag(Qt::LeftButton)) return pan(event->position().toPoint());
  m_pan.reset();
  if (!m_drag) {
    const QPoint at = event->position().toPoint();
    const present::HitArea* area = hitAt(at);
    hover(area);
    if (!area && !termAt(at).isEmpty()) viewport()->setCursor(Qt::WhatsThisCursor);
    return;
  }
  // The release went elsewhere, to a dialogue for example.
  if (!event->buttons().testFlag(Qt::LeftButton)) return cancelDrag();
  drag(event->position().toPoint(), event->modifiers());
}

void SceneView::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  if (event->button() != Qt::LeftButton) return;
  m_keyboard.reset();
  const present::Movable* movable = scene() ? scene()->movableAt(contentPoint(event->position())) : nullptr;
  if (movable) {
    const present::HitArea* area = hitAt(event->position().toPoint());
    if (!area || !(area->action || area->drag)) {
      const QPoint at = event->position().toPoint();
      m_pan = Pan{.id = movable->id,
                  .pressed = area ? std::optional(*area) : std::nullopt,
                  .add = event->modifiers().testFlag(Qt::ShiftModifier),
                  .from = at,
                  .at = at};
      return;
    }
  }
  // A copy: activating may replace the scene that owns the area.
  if (const present::HitArea* area = hitAt(event->position().toPoint())) {
    const present::HitArea pressed = *area;
    const bool add = event->modifiers().testFlag(Qt::ShiftModifier);
    if (!pressed.drag) return activate(pressed, add);
    const QPoint at = event->position().toPoint();
    m_drag = Dragged{.mark = *pressed.drag, .pressed = pressed, .add = add, .from = at, .at = at};
  }
}

void SceneView::mouseDoubleClickEvent(QMouseEvent* event) {
  const present::HitArea* area = hitAt(event->position().toPoint());
  if (event->button() != Qt::LeftButton || !area || !area->open) return mousePressEvent(event);
  const present::Action open = *area->open;
  Q_EMIT actionRequested(open);
}

void SceneView::activate(const present::HitArea& area, bool add) {
  const std::optional<present::Action> action = area.action;
  const Focus focus = area.focus;
  if (!focus.empty()) Q_EMIT selected(focus, add);
  if (action) Q_EMIT actionRequested(*action);
}

void SceneView::wheelEvent(QWheelEvent* event) {
  const int turned = event->angleDelta().y();
  const present::Point at = scene() ? contentPoint(event->position()) : present::Point();
  if (const present::Movable* movable = scene() ? scene()->movableAt(at) : nullptr;
      movable && movable->zooms && turned != 0) {
    constexpr double step = 120;
    move(std::string(movable->id), {.kind = present::Motion::Kind::Zoom, .steps = turned / step, .at = at});
    event->accept();
    return;
  }
  if (!event->modifiers().testFlag(Qt::ControlModifier) || !scene() || turned == 0) {
    QAbstractScrollArea::wheelEvent(event);
    return;
  }
  const int steps = m_wheel.add(turned);
  for (int step = 0; step < std::abs(steps) && scene(); ++step)
    zoom(steps > 0 ? scene()->zoom.in : scene()->zoom.out, event->position().toPoint());
  event->accept();
}

void SceneView::zoom(const std::optional<present::Action>& action, QPoint fixed) {
  if (!action) return;
  Focus mark;
  if (const present::HitArea* pointed = hitAt(fixed)) mark = pointed->focus;
  Q_EMIT actionRequested(present::Action(*action));  // a copy: the scene that owns it is replaced
  const present::Scene* made = scene();
  if (!made || mark.empty()) return;
  const auto same = std::find_if(made->hits.rbegin(), made->hits.rend(),
                                 [&](const present::HitArea& area) { return area.focus == mark; });
  if (same == made->hits.rend()) return;
  const QPoint off = onViewport(same->rect).center().toPoint() - fixed;
  horizontalScrollBar()->setValue(horizontalScrollBar()->value() + static_cast<int>(off.x() / textFactor()));
  verticalScrollBar()->setValue(verticalScrollBar()->value() + static_cast<int>(off.y() / textFactor()));
}

void SceneView::focusOutEvent(QFocusEvent* event) {
  cancelDrag();
  preview({});
  QAbstractScrollArea::focusOutEvent(event);
  updatePicture();
}

void SceneView::contextMenuEvent(QContextMenuEvent* event) {
  QPoint at = event->pos();
  if (event->reason() == QContextMenuEvent::Keyboard && scene() && m_keyboard) {
    at = onViewport(scene()->hits[*m_keyboard].rect).center().toPoint();
  }
  const present::HitArea* area = hitAt(at);
  // The menu outlives this scene if the picture changes while it is open.
  const std::optional<present::HitArea> kept = area ? std::optional(*area) : std::nullopt;
  QMenu menu(this);
  Q_EMIT menuWanted(&menu, kept ? &*kept : nullptr);
  if (ChartView* chart = chartAt(at); chart && chart->isEnlarged())
    menu.addAction(tr("Show the whole chart"), chart, &ChartView::showWhole);
  if (!menu.isEmpty()) menu.exec(viewport()->mapToGlobal(at));
}

}  // namespace sojourn::qt
