// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/explain/explain_area.h"

#include <algorithm>
#include <utility>

#include "views/qt/explain/explain_bar.h"

namespace sojourn::qt {
namespace {

// Below this the docks of the right share one tab bar.
constexpr int wideFrom = 1440;

/// But the help, which comes when it is asked for.
void showAll(const DockArea& area) {
  for (ViewDock* dock : area.docks())
    if (dock->id() != QLatin1String("help")) dock->show();
}

/// The picture at 1600 x 1000: columns at the left, curves beside them, what is said of many samples below.
void arrangeWide(DockArea& area, QSize window) {
  const auto at = [&area](const char* id) { return area.dock(QLatin1String(id)); };
  ViewDock *attribution = at("attribution"), *curves = at("faithfulness_curves"), *many = at("aggregate_faithfulness");
  ViewDock *agreement = at("agreement"), *interventions = at("interventions");
  area.splitDockWidget(attribution, curves, Qt::Horizontal);
  area.splitDockWidget(attribution, many, Qt::Vertical);
  area.splitDockWidget(many, agreement, Qt::Horizontal);
  area.splitDockWidget(curves, interventions, Qt::Vertical);
  area.tabifyDockWidget(interventions, at("effects"));
  area.tabifyDockWidget(at("effects"), at("component_ablation"));
  area.tabifyDockWidget(at("component_ablation"), at("shapley"));
  showAll(area);
  interventions->raise();
  area.tabifyDockWidget(agreement, at("stability"));
  area.tabifyDockWidget(at("stability"), at("help"));
  agreement->raise();
  at("help")->hide();
  const int height = std::max(520, window.height() - 168);
  const int lower = std::clamp(height * 33 / 100, 220, 420);
  const int right = window.width() * 30 / 100, left = window.width() - right - 4;
  area.shareOut({attribution, curves}, {left, right}, Qt::Horizontal);
  area.shareOut({many, agreement}, {left * 58 / 100, left * 42 / 100}, Qt::Horizontal);
  area.shareOut({attribution, many}, {height - lower - 4, lower}, Qt::Vertical);
  area.shareOut({curves, interventions}, {height - lower - 4, lower}, Qt::Vertical);
}

/// The rows need the height: everything else shares one tab bar.
void arrangeNarrow(DockArea& area, QSize window) {
  const auto at = [&area](const char* id) { return area.dock(QLatin1String(id)); };
  ViewDock *attribution = at("attribution"), *curves = at("faithfulness_curves"), *before = curves;
  area.splitDockWidget(attribution, curves, Qt::Horizontal);
  for (const char* id : {"aggregate_faithfulness", "agreement", "interventions", "effects", "component_ablation",
                         "shapley", "stability", "help"})
    area.tabifyDockWidget(std::exchange(before, at(id)), at(id));
  showAll(area);
  at("help")->hide();
  curves->raise();
  const int right = std::max(440, window.width() * 34 / 100);
  area.shareOut({attribution, curves}, {window.width() - right - 4, right}, Qt::Horizontal);
}

void arrangeExplain(DockArea& area, QSize window) {
  area.addDockWidget(Qt::LeftDockWidgetArea, area.dock(QStringLiteral("attribution")));
  if (window.width() >= wideFrom)
    arrangeWide(area, window);
  else
    arrangeNarrow(area, window);
}

}  // namespace

ExplainArea::ExplainArea(ExplainViews& views, QWidget* parent)
    : SampleArea(views.current(), arrangeExplain, parent), m_views(views), m_bar(new ExplainBar(views)) {
  setObjectName(QStringLiteral("explainArea"));
  setMenuWidget(m_bar);
  for (const ViewSpec& spec : views.specs()) addView(spec);
  addHelp();
  // These two work only while their views are in front.
  onInFrontChanged(QStringLiteral("component_ablation"), [this](bool inFront) { components().setWatched(inFront); });
  onInFrontChanged(QStringLiteral("shapley"), [this](bool inFront) { shapley().setWatched(inFront); });
}

void ExplainArea::updateFrom(session::Changes changes) {
  SampleArea::updateFrom(changes);
  m_bar->updateFrom(changes);
  m_bar->setWaiting(explanations().outdated());
}

void ExplainArea::setWatched(bool watched) {
  explanations().setWatched(watched);
  rankStability().setWatched(watched);
}

void ExplainArea::showEvent(QShowEvent* event) {
  SampleArea::showEvent(event);
  setWatched(true);
}

void ExplainArea::hideEvent(QHideEvent* event) {
  SampleArea::hideEvent(event);
  setWatched(false);
}

}  // namespace sojourn::qt
