// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/what_if/what_if_area.h"

#include <QKeyEvent>

#include "views/present/scene/scene.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/visits/flag_line.h"
#include "views/qt/visits/visit_editor.h"
#include "views/qt/visits/visits_panel.h"
#include "views/qt/what_if/history_panel.h"
#include "views/qt/what_if/reference_bar.h"
#include "views/qt/what_if/what_if_nearest.h"
#include "views/qt/what_if/what_if_rules.h"
#include "views/qt/what_if/what_if_searches.h"
#include "views/qt/what_if/what_if_views.h"
#include "views/qt/widgets/compose.h"

namespace sojourn::qt {

using session::Change;

namespace {

/// px of height: below it two matrices under each other have no room, and lie behind each other.
constexpr int leastForTwo = 764;
/// px of width: below it the Pointer view has no room for whole numbers.
constexpr int leastPointer = 440;
/// px of width: below it the docks' minimum widths leave no room for Pointer beside FeatureSweep, as on a screen at 150
/// %.
constexpr int leastForThreeColumns = 1260;

DockLayout whatIfLayout(QSize room) {
  const int width = room.width(), height = room.height(), left = width * 19 / 100, upper = height * 2 / 5;
  const DockLayout history = column({{upper, tabs({"what_if_history"})}, {0, tabs({"counterfactuals", "nearest"})}});
  const DockLayout visits = tabs({"what_if_visits"}), prediction = tabs({"what_if_prediction"});
  if (width < leastForThreeColumns) {
    const DockLayout others = tabs(
        {"feature_sweep", "what_if_pointer", "what_if_attention", "what_if_visits_table", "what_if_rules"}, {"help"});
    return row({{left, history},
                {0, column({{upper, visits}, {0, row({{(width - left) * 2 / 5, prediction}, {0, others}})}})}});
  }
  const int right = std::max(leastPointer, width * 28 / 100);
  const DockLayout reading = height < leastForTwo
                                 ? tabs({"what_if_pointer", "what_if_attention"}, {"help"})
                                 : column({{0, tabs({"what_if_pointer"}, {"help"})}, {0, tabs({"what_if_attention"})}});
  const DockLayout others = tabs({"feature_sweep", "what_if_visits_table", "what_if_rules"});
  return row({{left, history},
              {0, column({{upper, visits}, {0, row({{(width - left - right) * 2 / 5, prediction}, {0, others}})}})},
              {right, reading}});
}

}  // namespace

WhatIfArea::WhatIfArea(const WhatIfViews& views, VisitEditor& editor, const EditBar::Actions& actions, QWidget* parent)
    : SampleArea(views.current(), whatIfLayout, parent),
      m_editor(editor),
      m_reference(new ReferenceBar(editor.workspace(), editor.whatIf(), views)),
      m_bar(new EditBar(editor, actions)),
      m_flags(new FlagLine(editor.workspace(), editor.whatIf())),
      m_history(new HistoryPanel(editor.whatIf(), views.current(), actions.undo, actions.redo)),
      m_visits(new VisitsPanel(editor, views.current())) {
  setObjectName(QStringLiteral("whatIfArea"));
  setMenuWidget(m_reference);
  add(new ViewDock(QStringLiteral("what_if_history"), tr("History"), m_history, {220, 160}, false, false));
  for (const ViewSpec& spec : views.specs()) addView(spec);
  add(new ViewDock(QStringLiteral("what_if_visits_table"), tr("Visits as table"), m_visits, {320, 150}, false, false));
  m_searches = new WhatIfSearches(views.current(), editor, this);
  m_nearest = new WhatIfNearest(views.current(), this);
  m_rules = new WhatIfRules(workspace(), this);
  addView(m_searches->sweepSpec(), m_searches->sweepBar());
  addView(m_searches->counterfactualsSpec(), m_searches->counterfactualsBar());
  addView(m_nearest->spec(), m_nearest->bar());
  addView(m_rules->spec(), m_rules->bar());
  m_rules->watch(view(QStringLiteral("what_if_rules")));
  m_searches->watch(*this);
  m_nearest->watch(*this);
  connect(this, &SampleArea::actionRequested, m_searches, &WhatIfSearches::handle);
  connect(this, &SampleArea::actionRequested, m_nearest, &WhatIfNearest::handle);
  addHelp();
  // The visits stand between their fields and what is odd about them.
  SceneView* visits = view(QStringLiteral("what_if_visits"));
  auto* panel = new QWidget;
  panel->setLayout(columnOf({m_bar, {visits, 1}, m_flags}, 0, {}));
  panel->setFocusProxy(visits);
  panel->setMinimumSize(320, 110 + m_bar->height() + m_flags->height());
  visits->setMinimumSize(0, 0);
  dock(QStringLiteral("what_if_visits"))->setWidget(panel);
  visits->installEventFilter(this);
  connect(&m_editor, &VisitEditor::refused, m_flags, &FlagLine::refuse);
  connect(&m_editor, &VisitEditor::accepted, m_flags, &FlagLine::forgive);
}

void WhatIfArea::updateFrom(session::Changes changes) {
  SampleArea::updateFrom(changes);
  // A workspace that was not opened costs nothing.
  if (!isVisible()) return;
  const session::Changes ofVisits{Change::Sample, Change::Selection, Change::Names, Change::Time, Change::Dataset};
  if (changes.hasAny(ofVisits)) m_bar->refresh();
  if (changes.has(Change::Sample)) {
    m_flags->forgive();
    m_visits->flagLine()->forgive();
  }
  if (changes.hasAny(ofVisits) || changes.has(Change::History)) m_visits->refresh();
  if (changes.hasAny({Change::History, Change::Selection, Change::Names, Change::Time})) m_flags->refresh();
  if (changes.hasAny({Change::History, Change::Scenarios, Change::Names})) m_history->refresh();
  if (changes.hasAny({Change::History, Change::Reference, Change::Names, Change::Dataset})) m_reference->refresh();
}

void WhatIfArea::showEvent(QShowEvent* event) {
  SampleArea::showEvent(event);
  m_bar->refresh();
  m_flags->refresh();
  m_history->refresh();
  m_reference->refresh();
}

void WhatIfArea::repaintViews() {
  SampleArea::repaintViews();
  m_reference->refresh();
}

bool WhatIfArea::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress && watched == view(QStringLiteral("what_if_visits"))) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if ((key == Qt::Key_Return || key == Qt::Key_Enter) && !m_editor.selected().empty()) {
      m_bar->openFields();
      return true;
    }
  }
  return SampleArea::eventFilter(watched, event);
}

}  // namespace sojourn::qt
