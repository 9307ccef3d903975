// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/explain_area.h"

#include "views/qt/view_state.h"

namespace sojourn::qt {
namespace {

void arrangeExplain(DockArea& area, QSize window) {
  ViewDock* attribution = area.dock(QStringLiteral("explain_pointer"));
  ViewDock* help = area.dock(QStringLiteral("help"));
  area.addDockWidget(Qt::LeftDockWidgetArea, attribution);
  area.splitDockWidget(attribution, help, Qt::Horizontal);
  attribution->show();
  help->show();
  area.resizeDocks({attribution, help}, {window.width() * 2 / 3, window.width() / 3}, Qt::Horizontal);
}

}  // namespace

ExplainArea::ExplainArea(session::Workspace& workspace, const ViewState& state, QWidget* parent)
    : SampleArea(workspace, arrangeExplain, parent) {
  setObjectName(QStringLiteral("explainArea"));
  for (const ViewEntry& entry : state.explainViews()) addView(entry);
  addHelp();
}

}  // namespace sojourn::qt
