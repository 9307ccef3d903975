// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/dataset/dataset_area.h"

#include <algorithm>
#include <utility>

#include "views/qt/dataset/dataset_bar.h"

namespace sojourn::qt {
namespace {

// Below this width there are two rows of docks instead of three, and the charts share tabs.
constexpr int threeRowsFrom = 1440;

void showDatasetDocks(const DockArea& area) {
  for (ViewDock* dock : area.docks())
    if (dock->id() != QLatin1String("help")) dock->show();
}

/// Facts above, what the model reads below, head roles and gate at the foot.
void arrangeThreeRows(DockArea& area, QSize window) {
  const auto at = [&area](const char* id) { return area.dock(QLatin1String(id)); };
  ViewDock *splits = at("dataset_splits"), *hours = at("dataset_hours"), *lengths = at("dataset_lengths");
  ViewDock *places = at("dataset_places"), *lastSeen = at("dataset_last_seen");
  ViewDock *position = at("reading_by_position"), *byHours = at("reading_by_hours");
  ViewDock *heads = at("head_roles"), *gate = at("gate_by_context");
  area.splitDockWidget(splits, lastSeen, Qt::Vertical);
  area.splitDockWidget(lastSeen, heads, Qt::Vertical);
  area.splitDockWidget(splits, hours, Qt::Horizontal);
  area.splitDockWidget(hours, lengths, Qt::Horizontal);
  area.splitDockWidget(lengths, places, Qt::Horizontal);
  area.splitDockWidget(lastSeen, position, Qt::Horizontal);
  area.splitDockWidget(position, byHours, Qt::Horizontal);
  area.splitDockWidget(heads, gate, Qt::Horizontal);
  area.tabifyDockWidget(places, at("dataset_districts"));
  area.tabifyDockWidget(position, at("reading_scores"));
  area.tabifyDockWidget(heads, at("attention_entropy"));
  area.tabifyDockWidget(gate, at("help"));
  showDatasetDocks(area);
  for (ViewDock* front : {places, position, heads, gate}) front->raise();
  at("help")->hide();
  const int width = window.width(), height = std::max(560, window.height() - 168);
  area.shareOut({splits, hours, lengths, places},
                {width * 25 / 100, width * 29 / 100, width * 20 / 100, width * 26 / 100}, Qt::Horizontal);
  area.shareOut({lastSeen, position, byHours}, {width * 25 / 100, width * 35 / 100, width * 40 / 100}, Qt::Horizontal);
  area.shareOut({heads, gate}, {width * 60 / 100, width * 40 / 100}, Qt::Horizontal);
  area.shareOut({splits, lastSeen, heads}, {height * 31 / 100, height * 32 / 100, height * 37 / 100}, Qt::Vertical);
}

void arrangeTwoRows(DockArea& area, QSize window) {
  const auto at = [&area](const char* id) { return area.dock(QLatin1String(id)); };
  ViewDock *splits = at("dataset_splits"), *hours = at("dataset_hours"), *lastSeen = at("dataset_last_seen");
  ViewDock *byHours = at("reading_by_hours"), *heads = at("head_roles");
  area.splitDockWidget(splits, byHours, Qt::Vertical);
  area.splitDockWidget(splits, hours, Qt::Horizontal);
  area.splitDockWidget(hours, lastSeen, Qt::Horizontal);
  area.tabifyDockWidget(lastSeen, at("dataset_lengths"));
  area.tabifyDockWidget(at("dataset_lengths"), at("dataset_places"));
  area.tabifyDockWidget(at("dataset_places"), at("dataset_districts"));
  area.splitDockWidget(byHours, heads, Qt::Horizontal);
  area.tabifyDockWidget(byHours, at("reading_by_position"));
  area.tabifyDockWidget(heads, at("attention_entropy"));
  area.tabifyDockWidget(at("attention_entropy"), at("gate_by_context"));
  area.tabifyDockWidget(at("gate_by_context"), at("reading_scores"));
  area.tabifyDockWidget(at("reading_scores"), at("help"));
  showDatasetDocks(area);
  for (ViewDock* front : {lastSeen, byHours, heads}) front->raise();
  at("help")->hide();
  const int width = window.width(), height = std::max(480, window.height() - 168);
  area.shareOut({splits, hours, lastSeen}, {width * 31 / 100, width * 35 / 100, width * 34 / 100}, Qt::Horizontal);
  area.shareOut({byHours, heads}, {width * 46 / 100, width * 54 / 100}, Qt::Horizontal);
  area.shareOut({splits, byHours}, {height * 48 / 100, height * 52 / 100}, Qt::Vertical);
}

void arrangeDataset(DockArea& area, QSize window) {
  area.addDockWidget(Qt::LeftDockWidgetArea, area.dock(QStringLiteral("dataset_splits")));
  if (window.width() >= threeRowsFrom)
    arrangeThreeRows(area, window);
  else
    arrangeTwoRows(area, window);
}

}  // namespace

DatasetArea::DatasetArea(DatasetViews& views, session::ModelComparisons& comparisons, QWidget* parent)
    : SampleArea(views.current(), arrangeDataset, parent),
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
