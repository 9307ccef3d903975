// SPDX-License-Identifier: GPL-3.0-or-later
// What the keyboard and the title bars do to docks: maximize, move, join tabs, and where help comes up.
#include <QApplication>
#include <QLayout>
#include <QShortcut>
#include <limits>
#include <utility>

#include "views/qt/docks/dock_area.h"
#include "views/qt/docks/earlier_words.h"
#include "views/qt/docks/help_panel.h"

namespace sojourn::qt {
namespace {

constexpr int helpWidth = 320;
constexpr int floatingStep = 40;  ///< px that a floating dock moves at once

/// How far `to` lies on that side of `from`; nothing where it does not, or shares no part of the edge.
std::optional<int> distance(const QRect& from, const QRect& to, Qt::Edge side) {
  const bool across = side == Qt::LeftEdge || side == Qt::RightEdge;
  const bool level = across ? from.top() <= to.bottom() && to.top() <= from.bottom()
                            : from.left() <= to.right() && to.left() <= from.right();
  if (!level) return std::nullopt;
  int gap = 0;
  switch (side) {
    case Qt::LeftEdge:
      gap = from.left() - to.right();
      break;
    case Qt::RightEdge:
      gap = to.left() - from.right();
      break;
    case Qt::TopEdge:
      gap = from.top() - to.bottom();
      break;
    case Qt::BottomEdge:
      gap = to.top() - from.bottom();
      break;
  }
  return gap > 0 ? std::optional(gap) : std::nullopt;
}

Qt::DockWidgetArea areaAt(Qt::Edge side) {
  switch (side) {
    case Qt::LeftEdge:
      return Qt::LeftDockWidgetArea;
    case Qt::RightEdge:
      return Qt::RightDockWidgetArea;
    case Qt::TopEdge:
      return Qt::TopDockWidgetArea;
    case Qt::BottomEdge:
      break;
  }
  return Qt::BottomDockWidgetArea;
}

}  // namespace

void DockArea::showHelp(const QString& page, ViewDock* explained) {
  m_help->showPage(page);
  ViewDock* help = dock(QStringLiteral("help"));
  if (m_maximized && m_maximized != help) restoreMaximized();
  help->show();
  const auto covers = [&] { return help != explained && tabifiedDockWidgets(help).contains(explained); };
  if (explained && covers()) {
    const bool room = minimumSizeHint().width() + helpWidth <= width();
    ViewDock* other = nullptr;
    for (ViewDock* candidate : shownDocks()) {
      const bool besideIt = candidate != help && candidate != explained &&
                            !tabifiedDockWidgets(explained).contains(candidate) && !candidate->isFloating();
      if (besideIt && !other) other = candidate;
    }
    // Qt leaves a dock in its old place as well, unless it is taken out first.
    removeDockWidget(help);
    if (room || !other) {
      addDockWidget(Qt::RightDockWidgetArea, help, Qt::Horizontal);
      resizeDocks({help}, {helpWidth}, Qt::Horizontal);
    } else {
      tabifyDockWidget(other, help);
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

bool DockArea::restore(const QByteArray& state) {
  m_maximized = nullptr;
  m_escape->setEnabled(false);
  const bool restored = restoreState(withCurrentViewIds(state), layoutVersion);
  m_byHand = restored;
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
  m_byHand = true;
  const bool across = side == Qt::LeftEdge || side == Qt::RightEdge;
  const bool forward = side == Qt::RightEdge || side == Qt::BottomEdge;
  if (dock->isFloating()) {
    const int by = forward ? floatingStep : -floatingStep;
    return dock->move(dock->pos() + (across ? QPoint(by, 0) : QPoint(0, by)));
  }
  restoreMaximized();
  const Qt::Orientation orientation = across ? Qt::Horizontal : Qt::Vertical;
  ViewDock* other = neighbour(dock, side);
  if (other)
    placeBeside(other, dock, orientation, forward);
  else
    addDockWidget(areaAt(side), dock);
  dock->show();
  dock->widget()->setFocus(Qt::OtherFocusReason);
}

void DockArea::joinNext(ViewDock* dock) {
  restoreMaximized();
  QList<ViewDock*> shown = shownDocks();
  const qsizetype at = shown.indexOf(dock);
  if (at < 0 || shown.size() < 2) return;
  ViewDock* next = shown[(at + 1) % shown.size()];
  if (next->isFloating()) return;
  m_byHand = true;
  if (dock->isFloating()) dock->setFloating(false);
  removeDockWidget(dock);
  tabifyDockWidget(next, dock);
  dock->reveal();
}

}  // namespace sojourn::qt
