// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/places/map_backgrounds.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "model/core/text.h"
#include "model/formats/bytes/file_kind.h"

namespace sojourn::session {
namespace {

constexpr std::size_t longestAttribution = 160;

void addAttribution(std::string& all, const std::string& one) {
  if (one.empty() || all.find(one) != std::string::npos) return;
  if (!all.empty()) all += "; ";
  all += escapeForDisplay(one, longestAttribution);
}

Status openLayer(const std::string& file, MapBackground& background, const CancelToken& cancel,
                 const Progress& progress) {
  const auto json = readGeoJson(file, cancel, progress);
  if (!json) return json.error();
  const std::string name = std::filesystem::path(file).filename().string();
  const auto layer = std::make_shared<const MapLayer>(*json, name, cancel);
  addAttribution(background.attribution, layer->attribution());
  background.layers.push_back(layer);
  if (auto districts = std::make_shared<const Districts>(*json, name); !districts->empty())
    background.districts = std::move(districts);
  return {};
}

Status openTiles(const std::string& file, MapBackground& background) {
  auto tiles = MbTiles::open(file);
  if (!tiles) return tiles.error();
  background.tiles = std::move(*tiles);
  addAttribution(background.attribution, background.tiles->attribution());
  return {};
}

}  // namespace

Result<MapBackground> openMapBackground(const std::vector<std::string>& files, const CancelToken& cancel,
                                        const Progress& progress) {
  MapBackground background;
  for (const std::string& file : files) {
    const bool database = beginningOf(file, fileKindBytes).starts_with("SQLite format 3");
    const Status opened = database ? openTiles(file, background) : openLayer(file, background, cancel, progress);
    if (cancel.cancelled()) return Error{ErrorKind::Cancelled, file, tr("opening was stopped"), {}};
    if (!opened) background.problems.push_back(opened.error());
  }
  return background;
}

void askMapBackground(MapBackgroundQuery& query, const std::vector<std::string>& files) {
  if (files.empty()) return query.forget();
  query.askOnce({.title = tr("Opening the map's background"), .unit = "bytes", .subject = "the map's background"},
                files, [files](const CancelToken& cancel, const Progress& progress, const auto&) {
                  return openMapBackground(files, cancel, progress);
                });
}

std::vector<std::string> withMapFile(std::vector<std::string> files, const std::string& file) {
  files = withoutMapFile(std::move(files), file);
  if (files.size() >= mostMapFiles) files.erase(files.begin(), files.end() - (mostMapFiles - 1));
  files.push_back(file);
  return files;
}

std::vector<std::string> withoutMapFile(std::vector<std::string> files, const std::string& file) {
  std::erase(files, file);
  return files;
}

MapBackgrounds::MapBackgrounds(Workspace& workspace)
    : m_workspace(workspace),
      m_background(
          workspace, [this] { takeBackground(); }, QueryThread::Own),
      m_districts(workspace, [this] { takeDistricts(); }),
      m_subscription(workspace.subscribe([this](Changes changes) {
        if (changes.hasAny({Change::Dataset, Change::Places})) update();
      })) {
  update();
}

void MapBackgrounds::update() {
  const bool had = m_background.answer() != nullptr;
  askMapBackground(m_background, m_workspace.mapFiles());
  if (had && !m_background.answer()) takeBackground();
  // Another dataset with the same files has other places.
  if (m_taken && m_taken->districts) takeBackground();
}

void MapBackgrounds::takeBackground() {
  const auto& now = m_background.answer();
  if (std::exchange(m_taken, now) != now) {
    if (now)
      for (const Error& problem : now->problems) m_workspace.banners().report(problem);
    m_workspace.announce(Change::Places);
  }
  if (!now || !now->districts || !m_workspace.dataset()) {
    if (m_workspace.names().naming().districts()) m_workspace.names().setDistricts(nullptr);
    m_districts.forget();
    return;
  }
  m_districts.askOnce(
      {.title = tr("Finding the districts of the places"), .unit = "places", .subject = "the districts"},
      {now->districts, m_workspace.dataset()},
      [districts = now->districts, dataset = m_workspace.dataset()](const CancelToken& cancel, const Progress&,
                                                                    const auto&) -> Result<PlaceDistricts> {
        return PlaceDistricts(*districts, dataset->places, cancel);
      });
}

void MapBackgrounds::takeDistricts() {
  const auto& asked = m_districts.asked();
  if (m_districts.awaiting() || !asked || !m_districts.answers(*asked)) return;
  const auto& districts = m_districts.answer();
  if (m_workspace.names().naming().districts() == districts) return;
  m_workspace.names().setDistricts(districts->empty() ? nullptr : districts);
  m_workspace.announce(Change::Places);
}

}  // namespace sojourn::session
