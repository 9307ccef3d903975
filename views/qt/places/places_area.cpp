// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/places/places_area.h"

#include <QKeyEvent>
#include <algorithm>

#include "views/qt/places/embedding_views.h"
#include "views/qt/places/places_bar.h"
#include "views/session/compare/model_comparisons.h"
#include "views/session/embeddings/embeddings_study.h"

namespace sojourn::qt {
namespace {

constexpr int playedMilliseconds = 33;
constexpr std::int64_t playedMinutes = 40;  ///< a step: a week in eight seconds

// Below this width and height hours and weekdays are a tab of the nearest places.
constexpr int threeRowsFrom = 1440, threeRowsFromHeight = 860;

/// At the left the maps side by side over the path, at the right the embeddings over the nearest places.
void arrangePlaces(DockArea& area, QSize window) {
  const auto at = [&area](const char* id) { return area.dock(QLatin1String(id)); };
  ViewDock *first = at("places_map_a"), *second = at("places_map_b"), *path = at("places_path");
  ViewDock *embeddings = at("place_embeddings"), *nearest = at("nearest_places"), *hours = at("hours_weekdays");
  const bool threeRows = window.width() >= threeRowsFrom && window.height() >= threeRowsFromHeight;
  area.addDockWidget(Qt::LeftDockWidgetArea, first);
  area.splitDockWidget(first, embeddings, Qt::Horizontal);
  area.splitDockWidget(first, path, Qt::Vertical);
  area.splitDockWidget(embeddings, nearest, Qt::Vertical);
  if (threeRows)
    area.splitDockWidget(path, hours, Qt::Vertical);
  else
    area.tabifyDockWidget(nearest, hours);
  area.splitDockWidget(first, second, Qt::Horizontal);
  area.tabifyDockWidget(embeddings, at("help"));
  for (ViewDock* dock : area.docks())
    if (dock->id() != QLatin1String("help")) dock->show();
  for (ViewDock* front : {embeddings, nearest}) front->raise();
  at("help")->hide();
  const int width = window.width(), height = std::max(480, window.height() - 172);
  const int maps = width * 57 / 100;
  area.shareOut({first, second, embeddings}, {maps / 2, maps / 2, width - maps}, Qt::Horizontal);
  if (threeRows)
    area.shareOut({first, path, hours}, {height * 53 / 100, 112, height * 47 / 100 - 112}, Qt::Vertical);
  else
    area.shareOut({first, path}, {height - 124, 124}, Qt::Vertical);
  area.shareOut({embeddings, nearest}, {height * 53 / 100, height * 47 / 100}, Qt::Vertical);
}

}  // namespace

PlacesArea::PlacesArea(MapViews& maps, EmbeddingViews& tables, QWidget* parent)
    : SampleArea(maps.current(), arrangePlaces, parent), m_maps(maps), m_tables(tables), m_bar(new PlacesBar(maps)) {
  setObjectName(QStringLiteral("placesArea"));
  setMenuWidget(m_bar);
  for (const ViewSpec& spec : maps.specs()) addView(spec);
  for (const ViewSpec& spec : tables.specs()) addView(spec);
  addHelp();
  m_playing.setInterval(playedMilliseconds);
  connect(&m_playing, &QTimer::timeout, this, [this] { m_maps.playPath(playedMinutes); });
}

bool PlacesArea::settled() const {
  return m_maps.settled();
}

session::EmbeddingsStudy& PlacesArea::embeddings() const {
  return m_tables.study();
}

session::ModelComparisons& PlacesArea::comparisons() const {
  return m_maps.comparisons();
}

void PlacesArea::togglePlaying() {
  present::MapOptions options = m_maps.options();
  options.playing = !options.playing;
  m_maps.setOptions(options);
}

void PlacesArea::updateFrom(session::Changes changes) {
  SampleArea::updateFrom(changes);
  m_bar->updateFrom(changes);
  updatePlaying();
}

void PlacesArea::repaint(const QStringList& ids) {
  SampleArea::repaint(ids);
  if (!ids.contains(QLatin1String("places_path"))) return;
  m_bar->showOptions();
  updatePlaying();
}

void PlacesArea::updatePlaying() {
  const bool plays = isVisible() && m_maps.options().playing;
  if (plays != m_playing.isActive()) plays ? m_playing.start() : m_playing.stop();
}

void PlacesArea::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Space || event->modifiers() != Qt::NoModifier) return SampleArea::keyPressEvent(event);
  togglePlaying();
  event->accept();
}

void PlacesArea::showEvent(QShowEvent* event) {
  SampleArea::showEvent(event);
  m_maps.comparisons().setWatched(true, this);
  m_tables.study().setWatched(true);
  updateFrom(session::Changes::all());
}

void PlacesArea::hideEvent(QHideEvent* event) {
  SampleArea::hideEvent(event);
  m_playing.stop();
  m_maps.comparisons().setWatched(false, this);
  m_tables.study().setWatched(false);
}

}  // namespace sojourn::qt
