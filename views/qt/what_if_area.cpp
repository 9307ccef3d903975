// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/what_if_area.h"

#include "views/present/scene.h"
#include "views/qt/view_state.h"
#include "views/qt/what_if_nearest.h"
#include "views/qt/what_if_searches.h"

namespace sojourn::qt {
namespace {

void arrangeWhatIf(DockArea& area, QSize window) {
  ViewDock* visits = area.dock(QStringLiteral("what_if_visits"));
  ViewDock* prediction = area.dock(QStringLiteral("what_if_prediction"));
  ViewDock* pointer = area.dock(QStringLiteral("what_if_pointer"));
  ViewDock* attention = area.dock(QStringLiteral("what_if_attention"));
  ViewDock* help = area.dock(QStringLiteral("help"));
  ViewDock* flips = area.dock(QStringLiteral("flips"));
  ViewDock* nearest = area.dock(QStringLiteral("nearest"));
  ViewDock* sweep = area.dock(QStringLiteral("sweep"));
  area.addDockWidget(Qt::LeftDockWidgetArea, flips);
  area.splitDockWidget(flips, visits, Qt::Horizontal);
  area.splitDockWidget(visits, pointer, Qt::Horizontal);
  area.splitDockWidget(visits, prediction, Qt::Vertical);
  area.splitDockWidget(prediction, sweep, Qt::Horizontal);
  area.splitDockWidget(pointer, attention, Qt::Vertical);
  area.tabifyDockWidget(flips, nearest);
  area.tabifyDockWidget(pointer, help);
  for (ViewDock* dock : {flips, visits, prediction, sweep, pointer, attention, nearest}) dock->show();
  flips->raise();
  help->hide();
  const int left = window.width() * 19 / 100, right = window.width() * 28 / 100;
  const int middle = window.width() - left - right - 8;
  const int height = std::max(600, window.height() - 92);
  area.resizeDocks({flips, visits, pointer}, {left, middle, right}, Qt::Horizontal);
  area.resizeDocks({prediction, sweep}, {middle * 2 / 5, middle * 3 / 5}, Qt::Horizontal);
  area.resizeDocks({visits, prediction}, {height * 2 / 5, height * 3 / 5}, Qt::Vertical);
  area.resizeDocks({pointer, attention}, {height / 2, height / 2}, Qt::Vertical);
}

}  // namespace

WhatIfArea::WhatIfArea(session::Workspace& workspace, const ViewState& state, QWidget* parent)
    : SampleArea(workspace, arrangeWhatIf, parent) {
  setObjectName(QStringLiteral("whatIfArea"));
  for (const ViewEntry& entry : state.whatIfViews()) addView(entry);
  addSearches(state);
  addHelp();
}

void WhatIfArea::addSearches(const ViewState& state) {
  m_searches = new WhatIfSearches(
      workspace(), state, [this](const SequenceEdit& edit, const std::string&) { apply(edit); }, this);
  m_nearest = new WhatIfNearest(workspace(), state, this);
  addView(m_searches->sweepEntry(), m_searches->sweepBar());
  addView(m_searches->flipsEntry(), m_searches->flipsBar());
  addView(m_nearest->entry(), m_nearest->bar());
  m_searches->watch(view(QStringLiteral("sweep")), view(QStringLiteral("flips")));
  m_nearest->watch(view(QStringLiteral("nearest")));
  connect(this, &SampleArea::acted, m_searches, &WhatIfSearches::carryOut);
  connect(this, &SampleArea::acted, m_nearest, &WhatIfNearest::carryOut);
}

void WhatIfArea::apply(const SequenceEdit& edit) {
  if (!workspace().sequence()) return;
  auto after = applyEdit(*workspace().sequence(), edit);
  if (after) {
    workspace().setSequence(std::move(after->sequence));
  } else {
    workspace().report(after.error());
  }
}

}  // namespace sojourn::qt
