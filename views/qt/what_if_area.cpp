// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/what_if_area.h"

#include "views/qt/view_state.h"

namespace sojourn::qt {
namespace {

void arrangeWhatIf(DockArea& area, QSize window) {
  ViewDock* visits = area.dock(QStringLiteral("what_if_visits"));
  ViewDock* prediction = area.dock(QStringLiteral("what_if_prediction"));
  ViewDock* pointer = area.dock(QStringLiteral("what_if_pointer"));
  ViewDock* attention = area.dock(QStringLiteral("what_if_attention"));
  ViewDock* help = area.dock(QStringLiteral("help"));
  area.addDockWidget(Qt::LeftDockWidgetArea, visits);
  area.splitDockWidget(visits, pointer, Qt::Horizontal);
  area.splitDockWidget(visits, prediction, Qt::Vertical);
  area.splitDockWidget(pointer, attention, Qt::Vertical);
  area.tabifyDockWidget(pointer, help);
  for (ViewDock* dock : {visits, prediction, pointer, attention}) dock->show();
  help->hide();
  const int right = window.width() * 28 / 100;
  const int height = std::max(600, window.height() - 92);
  area.resizeDocks({visits, pointer}, {window.width() - right - 4, right}, Qt::Horizontal);
  area.resizeDocks({visits, prediction}, {height * 2 / 5, height * 3 / 5}, Qt::Vertical);
  area.resizeDocks({pointer, attention}, {height / 2, height / 2}, Qt::Vertical);
}

}  // namespace

WhatIfArea::WhatIfArea(session::Workspace& workspace, const ViewState& state, QWidget* parent)
    : SampleArea(workspace, arrangeWhatIf, parent) {
  setObjectName(QStringLiteral("whatIfArea"));
  for (const ViewEntry& entry : state.whatIfViews()) addView(entry);
  addHelp();
}

}  // namespace sojourn::qt
