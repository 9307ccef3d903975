// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/dataset/dataset_area.h"

#include <algorithm>
#include <utility>

#include "views/qt/dataset/dataset_bar.h"

namespace sojourn::qt {
namespace {

// Below this width there are two rows of docks instead of three, and the charts share tabs.
constexpr int threeRowsFrom = 1440;

/// Facts above, what the model reads below, head roles and gate at the foot.
DockLayout datasetLayout(QSize room) {
  const int width = room.width(), height = room.height();
  if (width < threeRowsFrom) {
    const DockLayout facts =
        row({{width * 31 / 100, tabs({"dataset_splits"})},
             {width * 35 / 100, tabs({"dataset_hours"})},
             {0, tabs({"dataset_last_seen", "dataset_lengths", "dataset_places", "dataset_districts"})}});
    const DockLayout reading =
        row({{width * 46 / 100, tabs({"reading_by_hours", "reading_by_position"})},
             {0, tabs({"head_roles", "attention_entropy", "gate_by_context", "reading_scores"}, {"help"})}});
    return column({{height * 48 / 100, facts}, {0, reading}});
  }
  const DockLayout facts = row({{width * 25 / 100, tabs({"dataset_splits"})},
                                {width * 29 / 100, tabs({"dataset_hours"})},
                                {width * 20 / 100, tabs({"dataset_lengths"})},
                                {0, tabs({"dataset_places", "dataset_districts"})}});
  const DockLayout reading = row({{width * 25 / 100, tabs({"dataset_last_seen"})},
                                  {width * 35 / 100, tabs({"reading_by_position", "reading_scores"})},
                                  {0, tabs({"reading_by_hours"})}});
  const DockLayout heads =
      row({{width * 60 / 100, tabs({"head_roles", "attention_entropy"})}, {0, tabs({"gate_by_context"}, {"help"})}});
  return column({{height * 31 / 100, facts}, {height * 32 / 100, reading}, {0, heads}});
}

}  // namespace

DatasetArea::DatasetArea(DatasetViews& views, session::ModelComparisons& comparisons, QWidget* parent)
    : SampleArea(views.current(), datasetLayout, parent),
      m_views(views),
      m_comparisons(comparisons),
      m_bar(new DatasetBar(workspace())) {
  setObjectName(QStringLiteral("datasetArea"));
  setMenuWidget(m_bar);
  for (const ViewSpec& spec : views.specs()) addView(spec);
  addHelp();
}

void DatasetArea::updateFrom(session::Changes changes) {
  SampleArea::updateFrom(changes);
  m_bar->updateFrom(changes);
}

void DatasetArea::showEvent(QShowEvent* event) {
  SampleArea::showEvent(event);
  study().setWatched(true);
  otherModel().setWatched(true);
}

void DatasetArea::hideEvent(QHideEvent* event) {
  SampleArea::hideEvent(event);
  study().setWatched(false);
  otherModel().setWatched(false);
}

}  // namespace sojourn::qt
