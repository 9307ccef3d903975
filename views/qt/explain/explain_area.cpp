// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/explain/explain_area.h"

#include <algorithm>

#include "views/qt/explain/explain_bar.h"

namespace sojourn::qt {
namespace {

// Below this the docks of the right share one tab bar.
constexpr int wideFrom = 1440;

/// The picture at 1600 x 1000: columns at the left, curves beside them, what is said of many samples below. In a narrow
/// window the rows need the height: everything else shares one tab bar.
DockLayout explainLayout(QSize room) {
  if (room.width() < wideFrom) {
    const DockLayout others = tabs({"faithfulness_curves", "aggregate_faithfulness", "agreement", "interventions",
                                    "effects", "component_ablation", "shapley", "stability"},
                                   {"help"});
    return row({{0, tabs({"attribution"})}, {std::max(440, room.width() * 34 / 100), others}});
  }
  const int lower = std::clamp(room.height() * 33 / 100, 220, 420);
  const int right = room.width() * 30 / 100, left = room.width() - right;
  const DockLayout many =
      row({{left * 58 / 100, tabs({"aggregate_faithfulness"})}, {0, tabs({"agreement", "stability"}, {"help"})}});
  const DockLayout single = tabs({"interventions", "effects", "component_ablation", "shapley"});
  return row({{0, column({{0, tabs({"attribution"})}, {lower, many}})},
              {right, column({{0, tabs({"faithfulness_curves"})}, {lower, single}})}});
}

}  // namespace

ExplainArea::ExplainArea(ExplainViews& views, QWidget* parent)
    : SampleArea(views.current(), explainLayout, parent), m_views(views), m_bar(new ExplainBar(views)) {
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
