// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/explain/explain_area.h"

#include <QEvent>

#include "views/qt/docks/view_state.h"
#include "views/qt/explain/explain_bar.h"

namespace sojourn::qt {
namespace {

// Below this the docks of the right share one tab bar.
constexpr int wideFrom = 1440;

/// The picture at 1600 x 1000: columns at the left, curves beside them, what is said of many samples below.
void arrangeWide(DockArea& area, QSize window) {
  const auto at = [&area](const char* id) { return area.dock(QLatin1String(id)); };
  area.splitDockWidget(at("attribution"), at("faithfulness_curves"), Qt::Horizontal);
  area.splitDockWidget(at("attribution"), at("aggregate_faithfulness"), Qt::Vertical);
  area.splitDockWidget(at("aggregate_faithfulness"), at("agreement"), Qt::Horizontal);
  area.splitDockWidget(at("faithfulness_curves"), at("interventions"), Qt::Vertical);
  area.tabifyDockWidget(at("interventions"), at("effects"));
  area.tabifyDockWidget(at("effects"), at("component_ablation"));
  area.tabifyDockWidget(at("component_ablation"), at("shapley"));
  for (const char* id : {"attribution", "faithfulness_curves", "aggregate_faithfulness", "agreement", "interventions",
                         "effects", "component_ablation", "shapley", "stability"})
    at(id)->show();
  at("interventions")->raise();
  area.tabifyDockWidget(at("agreement"), at("stability"));
  area.tabifyDockWidget(at("stability"), at("help"));
  at("agreement")->raise();
  at("help")->hide();
  const int height = std::max(520, window.height() - 168);
  const int lower = std::clamp(height * 33 / 100, 220, 420);
  const int right = window.width() * 30 / 100, left = window.width() - right - 4;
  area.shareOut({at("attribution"), at("faithfulness_curves")}, {left, right}, Qt::Horizontal);
  area.shareOut({at("aggregate_faithfulness"), at("agreement")}, {left * 58 / 100, left * 42 / 100}, Qt::Horizontal);
  area.shareOut({at("attribution"), at("aggregate_faithfulness")}, {height - lower - 4, lower}, Qt::Vertical);
  area.shareOut({at("faithfulness_curves"), at("interventions")}, {height - lower - 4, lower}, Qt::Vertical);
}

/// The rows need the height: everything else shares one tab bar.
void arrangeNarrow(DockArea& area, QSize window) {
  const auto at = [&area](const char* id) { return area.dock(QLatin1String(id)); };
  area.splitDockWidget(at("attribution"), at("faithfulness_curves"), Qt::Horizontal);
  const char* before = "faithfulness_curves";
  for (const char* id : {"aggregate_faithfulness", "agreement", "interventions", "effects", "component_ablation",
                         "shapley", "stability", "help"}) {
    area.tabifyDockWidget(at(before), at(id));
    before = id;
  }
  for (const char* id : {"attribution", "faithfulness_curves", "aggregate_faithfulness", "agreement", "interventions",
                         "effects", "component_ablation", "shapley", "stability"})
    at(id)->show();
  at("help")->hide();
  at("faithfulness_curves")->raise();
  const int right = std::max(440, window.width() * 34 / 100);
  area.shareOut({at("attribution"), at("faithfulness_curves")}, {window.width() - right - 4, right}, Qt::Horizontal);
}

void arrangeExplain(DockArea& area, QSize window) {
  area.addDockWidget(Qt::LeftDockWidgetArea, area.dock(QStringLiteral("attribution")));
  if (window.width() >= wideFrom)
    arrangeWide(area, window);
  else
    arrangeNarrow(area, window);
}

}  // namespace

ExplainArea::ExplainArea(session::Workspace& workspace, ViewState& state, QWidget* parent)
    : SampleArea(workspace, arrangeExplain, parent), m_state(state), m_bar(new ExplainBar(state)) {
  setObjectName(QStringLiteral("explainArea"));
  setMenuWidget(m_bar);
  for (const ViewEntry& entry : state.explainViews()) addView(entry);
  addHelp();
  // These two work only while their views are in front.
  onInFrontChanged(QStringLiteral("component_ablation"), [this](bool inFront) { components().setWatched(inFront); });
  onInFrontChanged(QStringLiteral("shapley"), [this](bool inFront) { shapley().setWatched(inFront); });
}

session::Explanations& ExplainArea::explanations() const {
  return m_state.explanations();
}

session::AblationStudy& ExplainArea::components() const {
  return m_state.components();
}

session::ShapleyGames& ExplainArea::shapley() const {
  return m_state.shapley();
}

session::RankStability& ExplainArea::rankStability() const {
  return m_state.rankStability();
}

void ExplainArea::follow(session::Changes changes) {
  SampleArea::follow(changes);
  m_bar->follow(changes);
  m_bar->setWaiting(explanations().outdated());
}

void ExplainArea::showEvent(QShowEvent* event) {
  SampleArea::showEvent(event);
  m_state.explanations().setWatched(true);
  m_state.rankStability().setWatched(true);
}

void ExplainArea::hideEvent(QHideEvent* event) {
  SampleArea::hideEvent(event);
  m_state.explanations().setWatched(false);
  m_state.rankStability().setWatched(false);
}

}  // namespace sojourn::qt
