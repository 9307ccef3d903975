// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/docks/dock_area.h"

#include <QApplication>
#include <QChildEvent>
#include <QLayout>
#include <QResizeEvent>
#include <QShortcut>
#include <QTabBar>
#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "views/qt/docks/help_panel.h"
#include "views/qt/docks/page_style.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr int helpWidth = 320;
/// The window's own bars, and what docks need at least.
constexpr int barsHeight = 92, leastHeight = 480;
constexpr int floatingStep = 40;  ///< px that a floating dock moves at once

/// How far `to` lies on that side of `from`; nothing where it does not, or shares no part of the edge.
std::optional<int> distance(const QRect& from, const QRect& to, Qt::Edge side) {
  const bool across = side == Qt::LeftEdge || side == Qt::RightEdge;
  const bool level = across ? from.top() <= to.bottom() && to.top() <= from.bottom()
                            : from.left() <= to.right() && to.left() <= from.right();
  if (!level) return std::nullopt;
  const int gap = side == Qt::LeftEdge    ? from.left() - to.right()
                  : side == Qt::RightEdge ? to.left() - from.right()
                  : side == Qt::TopEdge   ? from.top() - to.bottom()
                                          : to.top() - from.bottom();
  return gap > 0 ? std::optional(gap) : std::nullopt;
}

Qt::DockWidgetArea areaAt(Qt::Edge side) {
  if (side == Qt::LeftEdge) return Qt::LeftDockWidgetArea;
  if (side == Qt::RightEdge) return Qt::RightDockWidgetArea;
  return side == Qt::TopEdge ? Qt::TopDockWidgetArea : Qt::BottomDockWidgetArea;
}

}  // namespace

DockArea::DockArea(Arrangement arrangement, QWidget* parent)
    : QMainWindow(parent, Qt::Widget), m_arrangement(arrangement), m_style(new PageStyle(*this)) {
  setObjectName(QStringLiteral("dockArea"));
  setDockOptions(AllowNestedDocks | AllowTabbedDocks);
  setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  setContextMenuPolicy(Qt::PreventContextMenu);
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { noteFocus(now); });
  m_escape = new QShortcut(QKeySequence(Qt::Key_Escape), this);
  m_escape->setContext(Qt::WidgetWithChildrenShortcut);
  m_escape->setEnabled(false);
  connect(m_escape, &QShortcut::activated, this, &DockArea::restoreMaximized);
}

void DockArea::add(ViewDock* dock) {
  m_docks.insert(dock->id(), dock);
  m_order.append(dock);
  addDockWidget(Qt::LeftDockWidgetArea, dock);
  connect(dock->bar(), &DockTitleBar::maximizeWanted, this, [this, dock] { toggleMaximized(dock); });
  connect(dock, &ViewDock::topLevelChanged, this, &DockArea::noteMove);
  connect(dock, &ViewDock::closed, this, &DockArea::noteMove);
  connect(dock, &ViewDock::revealing, this, [this, dock] {
    m_kept.reset();
    if (m_maximized && m_maximized != dock) restoreMaximized();
  });
}

void DockArea::onInFrontChanged(const QString& id, const std::function<void(bool)>& changed) {
  connect(dock(id), &QDockWidget::visibilityChanged, this, changed);
}

void DockArea::addHelp() {
  m_help = new HelpPanel;
  add(new ViewDock(QStringLiteral("help"), tr("Help"), m_help, {260, 160}, false, false));
}

void DockArea::childEvent(QChildEvent* event) {
  QMainWindow::childEvent(event);
  if (!event->polished()) return;
  if (auto* tabs = qobject_cast<QTabBar*>(event->child())) tabs->setElideMode(Qt::ElideNone);
}

void DockArea::setVisible(bool visible) {
  if (visible) m_style->complete();
  QMainWindow::setVisible(visible);
}

bool DockArea::event(QEvent* event) {
  const bool done = QMainWindow::event(event);
  // Of all presses a main window accepts only those on the lines between its docks.
  if (event->type() == QEvent::MouseButtonPress && event->isAccepted()) noteMove();
  return done;
}

void DockArea::noteMove() {
  m_byHand = true;
  m_kept.reset();
}

void DockArea::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  if (!m_kept || m_kept->first != event->size()) return;
  // Not while Qt lays out.
  QMetaObject::invokeMethod(
      this,
      [this] {
        if (!m_kept || m_kept->first != size() || m_maximized) return;
        const bool byHand = m_byHand;
        (void)restoreState(std::exchange(m_kept, {})->second, layoutVersion);
        m_byHand = byHand;
      },
      Qt::QueuedConnection);
}

void DockArea::noteFocus(QWidget* focused) {
  for (ViewDock* dock : std::as_const(m_order)) {
    if (!focused || !dock->isAncestorOf(focused)) continue;
    if (m_current == dock) return;
    if (m_current) m_current->bar()->setCurrent(false);
    m_current = dock;
    dock->bar()->setCurrent(true);
    return;
  }
}

void DockArea::focusNext(int by) {
  const QList<ViewDock*> shown = shownDocks();
  if (shown.isEmpty()) return;
  const qsizetype at = shown.indexOf(m_current);
  const qsizetype next = at < 0 ? 0 : (at + by + shown.size()) % shown.size();
  shown[next]->widget()->setFocus(Qt::TabFocusReason);
}

/// A dock behind another tab is "visible" to Qt but has nothing on screen.
QList<ViewDock*> DockArea::shownDocks() const {
  QList<ViewDock*> shown;
  for (ViewDock* dock : m_order) {
    if (dock->isVisible() && !dock->visibleRegion().isEmpty()) shown.append(dock);
  }
  return shown;
}

void DockArea::arrange(QSize window) {
  m_kept.reset();
  m_maximized = nullptr;
  m_escape->setEnabled(false);
  for (ViewDock* dock : std::as_const(m_order)) {
    // Of those that do not float as well: Qt hides and shows them by it, and without that the buttons in a dock that
    // has not been on the screen get too little room for long words.
    dock->setFloating(false);
    removeDockWidget(dock);
  }
  const QSize room = roomIn(window);
  m_layout = layoutIn(room);
  addDockWidget(Qt::LeftDockWidgetArea, dock(m_layout->first()));
  place(*m_layout);
  shareOut(*m_layout, room);
  m_byHand = false;
}

DockLayout DockArea::layoutIn(QSize room) const {
  DockLayout layout = m_arrangement(room);
  // A view that has no place of its own comes when it is asked for.
  const QStringList placed = layout.ids();
  for (const ViewDock* one : std::as_const(m_order))
    if (!placed.contains(one->id())) layout.lastStack().hidden << one->id();
  return layout;
}

QSize DockArea::roomIn(QSize window) const {
  const QWidget* bar = menuWidget();
  const int barHeight =
      bar ? static_cast<int>(std::max(bar->sizeHint().height(), bar->minimumHeight()) / textFactor()) : 0;
  return {window.width(), std::max(leastHeight, window.height() - barsHeight - barHeight)};
}

void DockArea::place(const DockLayout& layout) {
  if (layout.parts.empty()) {
    const QStringList all = layout.tabs + layout.hidden;
    for (qsizetype i = 1; i < all.size(); ++i) tabifyDockWidget(dock(all[i - 1]), dock(all[i]));
    for (const QString& id : all) dock(id)->setVisible(layout.tabs.contains(id));
    return dock(layout.first())->raise();
  }
  for (std::size_t i = 1; i < layout.parts.size(); ++i)
    splitDockWidget(dock(layout.parts[i - 1].layout.first()), dock(layout.parts[i].layout.first()), layout.along);
  for (const DockPart& part : layout.parts) place(part.layout);
}

void DockArea::shareOut(const DockLayout& layout, QSize room) {
  if (layout.parts.empty()) return;
  const bool across = layout.along == Qt::Horizontal;
  const QList<int> extents = extentsOf(layout.parts, across ? room.width() : room.height());
  QList<QDockWidget*> parts;
  QList<int> scaled;
  for (std::size_t i = 0; i < layout.parts.size(); ++i) {
    parts.append(dock(layout.parts[i].layout.first()));
    scaled.append(static_cast<int>(extents[static_cast<qsizetype>(i)] * textFactor()));
  }
  resizeDocks(parts, scaled, layout.along);
  for (std::size_t i = 0; i < layout.parts.size(); ++i) {
    const int extent = extents[static_cast<qsizetype>(i)];
    shareOut(layout.parts[i].layout, across ? QSize(extent, room.height()) : QSize(room.width(), extent));
  }
}

void DockArea::fit(QSize window) {
  restoreMaximized();
  const QSize room = roomIn(window);
  if (const DockLayout wanted = layoutIn(room); m_layout && m_layout->standsAs(wanted)) return shareOut(wanted, room);
  const QList<ViewDock*> shown = shownDocks();
  QList<ViewDock*> inFront;
  std::ranges::copy_if(shown, std::back_inserter(inFront), [this](ViewDock* dock) {
    return std::ranges::any_of(tabifiedDockWidgets(dock), [](const QDockWidget* tab) { return !tab->isHidden(); });
  });
  // Qt gives the focus of what it hides for a moment to the next widget.
  QWidget* focused = QApplication::focusWidget();
  const bool within = focused && isAncestorOf(focused);
  arrange(window);
  for (ViewDock* dock : shown) dock->show();
  for (ViewDock* dock : inFront) dock->raise();
  if (within && focused->isVisible()) focused->setFocus(Qt::OtherFocusReason);
}

void DockArea::showHelp(const QString& page, ViewDock* explained) {
  m_help->showPage(page);
  ViewDock* help = dock(QStringLiteral("help"));
  if (m_maximized && m_maximized != help) restoreMaximized();
  help->show();
  const auto covers = [&] { return help != explained && tabifiedDockWidgets(help).contains(explained); };
  if (explained && covers()) {
    const bool room = minimumSizeHint().width() + helpWidth <= width();
    const QList<ViewDock*> shown = shownDocks();
    const auto other = std::ranges::find_if(shown, [&](ViewDock* candidate) {
      return candidate != help && candidate != explained && !tabifiedDockWidgets(explained).contains(candidate) &&
             !candidate->isFloating();
    });
    // Qt leaves a dock in its old place as well, unless it is taken out first.
    removeDockWidget(help);
    if (room || other == shown.end()) {
      addDockWidget(Qt::RightDockWidgetArea, help, Qt::Horizontal);
      resizeDocks({help}, {helpWidth}, Qt::Horizontal);
    } else {
      tabifyDockWidget(*other, help);
    }
    help->show();
    explained->raise();
  }
  help->raise();
}

void DockArea::toggleMaximized(ViewDock* dock) {
  if (m_maximized) return restoreMaximized();
  m_before = saveState(layoutVersion);
  m_maximized = dock;
  for (ViewDock* other : std::as_const(m_order)) {
    if (other != dock && !other->isFloating()) other->hide();
  }
  dock->show();
  dock->widget()->setFocus(Qt::OtherFocusReason);
  m_escape->setEnabled(true);
}

void DockArea::restoreMaximized() {
  if (!m_maximized) return;
  ViewDock* dock = m_maximized;
  m_maximized = nullptr;
  m_escape->setEnabled(false);
  (void)restoreState(m_before, layoutVersion);
  dock->raise();
  dock->widget()->setFocus(Qt::OtherFocusReason);
}

QByteArray DockArea::state() const {
  return QByteArray::number(width()) + 'x' + QByteArray::number(height()) + ' ' +
         (m_maximized ? m_before : saveState(layoutVersion));
}

bool DockArea::restore(const QByteArray& state) {
  m_maximized = nullptr;
  m_escape->setEnabled(false);
  // One that was kept by an earlier version has no size.
  const qsizetype space = state.left(12).indexOf(' '), by = state.left(std::max<qsizetype>(0, space)).indexOf('x');
  const QSize made = by > 0 ? QSize(state.left(by).toInt(), state.mid(by + 1, space - by - 1).toInt()) : QSize();
  const QByteArray layout = by > 0 ? state.mid(space + 1) : state;
  const bool restored = restoreState(layout, layoutVersion);
  m_byHand = restored;
  m_layout.reset();
  m_kept.reset();
  if (restored && made != size()) m_kept.emplace(made, layout);
  return restored;
}

ViewDock* DockArea::neighbour(const ViewDock* dock, Qt::Edge side) const {
  ViewDock* nearest = nullptr;
  int least = std::numeric_limits<int>::max();
  for (ViewDock* other : shownDocks()) {
    if (other == dock || other->isFloating()) continue;
    const auto gap = distance(dock->geometry(), other->geometry(), side);
    if (gap && *gap < least) least = *gap, nearest = other;
  }
  return nearest;
}

void DockArea::placeBeside(QDockWidget* anchor, QDockWidget* moved, Qt::Orientation orientation, bool behind) {
  const auto extent = [orientation](const QDockWidget* of) {
    return orientation == Qt::Horizontal ? of->width() : of->height();
  };
  // While docks glide to their places, the next move would take sizes on the way for theirs.
  const bool animated = isAnimated();
  setAnimated(false);
  const QList<int> sizes{extent(anchor), extent(moved)};
  // A place that has or had tabs, hidden ones included, would take the moved dock as one more tab. removeDockWidget()
  // keeps a tab's place; only adding it elsewhere frees it.
  QList<std::pair<QDockWidget*, bool>> tabs;
  for (QDockWidget* tab : tabifiedDockWidgets(anchor)) {
    if (tab == moved) continue;
    tabs.append({tab, !tab->isHidden()});
    addDockWidget(Qt::TopDockWidgetArea, tab);
  }
  const auto put = [&](QDockWidget* first, QDockWidget* second) {
    removeDockWidget(second);
    splitDockWidget(first, second, orientation);
    second->show();
  };
  put(anchor, moved);
  // Qt puts a dock behind another, never before it.
  if (!behind) put(moved, anchor);
  for (const auto& [tab, shown] : tabs) {
    removeDockWidget(tab);
    tabifyDockWidget(anchor, tab);
    tab->setVisible(shown);
  }
  resizeDocks({anchor, moved}, sizes, orientation);
  layout()->activate();
  setAnimated(animated);
  anchor->raise();
}

void DockArea::moveDock(ViewDock* dock, Qt::Edge side) {
  noteMove();
  const bool across = side == Qt::LeftEdge || side == Qt::RightEdge;
  const bool forward = side == Qt::RightEdge || side == Qt::BottomEdge;
  if (dock->isFloating()) {
    const int by = forward ? floatingStep : -floatingStep;
    return dock->move(dock->pos() + (across ? QPoint(by, 0) : QPoint(0, by)));
  }
  restoreMaximized();
  const Qt::Orientation orientation = across ? Qt::Horizontal : Qt::Vertical;
  if (ViewDock* other = neighbour(dock, side))
    placeBeside(other, dock, orientation, forward);
  else
    addDockWidget(areaAt(side), dock);
  dock->show();
  dock->widget()->setFocus(Qt::OtherFocusReason);
}

void DockArea::joinNext(ViewDock* dock) {
  restoreMaximized();
  const QList<ViewDock*> shown = shownDocks();
  const qsizetype at = shown.indexOf(dock);
  if (at < 0 || shown.size() < 2) return;
  ViewDock* next = shown[(at + 1) % shown.size()];
  if (next->isFloating()) return;
  noteMove();
  if (dock->isFloating()) dock->setFloating(false);
  removeDockWidget(dock);
  tabifyDockWidget(next, dock);
  dock->reveal();
}

}  // namespace sojourn::qt
