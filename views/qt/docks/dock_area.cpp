// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/docks/dock_area.h"

#include <QApplication>
#include <QChildEvent>
#include <QShortcut>
#include <QTabBar>
#include <algorithm>
#include <iterator>

#include "views/qt/docks/help_panel.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
DockArea::DockArea(Arrangement arrangement, QWidget* parent)
    : QMainWindow(parent, Qt::Widget), m_arrangement(arrangement) {
  setObjectName(QStringLiteral("dockArea"));
  setDockOptions(AllowNestedDocks | AllowTabbedDocks);
  setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  setContextMenuPolicy(Qt::PreventContextMenu);
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { follow(now); });
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
  connect(dock, &ViewDock::topLevelChanged, this, [this] { m_byHand = true; });
  connect(dock, &ViewDock::closed, this, [this] { m_byHand = true; });
  connect(dock, &ViewDock::revealing, this, [this, dock] {
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

bool DockArea::event(QEvent* event) {
  const bool done = QMainWindow::event(event);
  // Of all presses a main window accepts only those on the lines between its docks.
  if (event->type() == QEvent::MouseButtonPress && event->isAccepted()) m_byHand = true;
  return done;
}

void DockArea::follow(QWidget* focused) {
  for (ViewDock* dock : std::as_const(m_order)) {
    if (!focused || !dock->isAncestorOf(focused)) continue;
    if (m_current == dock) return;
    if (m_current) m_current->bar()->setCurrent(false);
    m_current = dock;
    dock->bar()->setCurrent(true);
    Q_EMIT currentDockChanged();
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
  m_maximized = nullptr;
  m_escape->setEnabled(false);
  for (ViewDock* dock : std::as_const(m_order)) {
    dock->setFloating(false);
    removeDockWidget(dock);
  }
  m_arrangement(*this, window);
  m_byHand = false;
}

void DockArea::shareOut(const QList<QDockWidget*>& docks, QList<int> sizes, Qt::Orientation orientation) {
  for (int& size : sizes) size = static_cast<int>(size * textFactor());
  resizeDocks(docks, sizes, orientation);
}

void DockArea::fit(QSize window) {
  restoreMaximized();
  const QList<ViewDock*> shown = shownDocks();
  QList<ViewDock*> inFront;
  std::ranges::copy_if(shown, std::back_inserter(inFront), [this](ViewDock* dock) {
    return std::ranges::any_of(tabifiedDockWidgets(dock), [](const QDockWidget* tab) { return !tab->isHidden(); });
  });
  arrange(window);
  for (ViewDock* dock : shown) dock->show();
  for (ViewDock* dock : inFront) dock->raise();
}

}  // namespace sojourn::qt
