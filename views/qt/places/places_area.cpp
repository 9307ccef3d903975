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
constexpr int threeRowsFrom = 1440, threeRowsFromHeight = 728;

/// At the left the maps side by side over the path, at the right the embeddings over the nearest places.
DockLayout placesLayout(QSize room) {
  const bool threeRows = room.width() >= threeRowsFrom && room.height() >= threeRowsFromHeight;
  const int width = room.width() * 57 / 100, height = room.height();
  const DockLayout maps = row({{width / 2, tabs({"places_map_a"})}, {0, tabs({"places_map_b"})}});
  const DockLayout path = tabs({"places_path"});
  const DockLayout embeddings = tabs({"place_embeddings"}, {"help"});
  if (!threeRows) {
    const DockLayout nearest = tabs({"nearest_places", "hours_weekdays"});
    return row(
        {{width, column({{0, maps}, {124, path}})}, {0, column({{height * 53 / 100, embeddings}, {0, nearest}})}});
  }
  return row({{width, column({{height * 53 / 100, maps}, {112, path}, {0, tabs({"hours_weekdays"})}})},
              {0, column({{height * 53 / 100, embeddings}, {0, tabs({"nearest_places"})}})}});
}

}  // namespace

PlacesArea::PlacesArea(MapViews& maps, EmbeddingViews& tables, QWidget* parent)
    : SampleArea(maps.current(), placesLayout, parent), m_maps(maps), m_tables(tables), m_bar(new PlacesBar(maps)) {
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
