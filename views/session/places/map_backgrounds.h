// SPDX-License-Identifier: GPL-3.0-or-later
// Opens what lies below maps: tiles and layers, and the districts that places lie in.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/data/background/districts.h"
#include "model/data/background/map_layer.h"
#include "model/formats/geo/mbtiles.h"
#include "views/session/queries/workspace_query.h"

namespace sojourn::session {

/// What was opened.
struct MapBackground {
  std::vector<std::shared_ptr<const MapLayer>> layers;
  std::shared_ptr<MbTiles> tiles;              ///< of the last such file; null without one. For one thread at a time
  std::shared_ptr<const Districts> districts;  ///< of the last file that has some; null without
  std::string attribution;                     ///< of all, safe to draw
  std::vector<Error> problems;                 ///< of files that could not be opened
};

/// By what the files hold, not by their names. Errors: cancelled; those of single files are among its problems.
[[nodiscard]] Result<MapBackground> openMapBackground(const std::vector<std::string>& files, const CancelToken& cancel,
                                                      const Progress& progress);

using MapBackgroundQuery = WorkspaceQuery<MapBackground, std::vector<std::string>>;
/// Asks for the background of these files; of none there is no answer.
void askMapBackground(MapBackgroundQuery& query, const std::vector<std::string>& files);

/// The files with one more, or without it: at the end, once, in place of the first where there are mostMapFiles.
[[nodiscard]] std::vector<std::string> withMapFile(std::vector<std::string> files, const std::string& file);
[[nodiscard]] std::vector<std::string> withoutMapFile(std::vector<std::string> files, const std::string& file);

/// The background of the open dataset's maps. Owner thread only.
class MapBackgrounds {
 public:
  /// Announces Change::Places, and tells the workspace the districts. `workspace` must outlive this.
  explicit MapBackgrounds(Workspace& workspace);

  /// The newest that is there; null before the first.
  [[nodiscard]] const std::shared_ptr<const MapBackground>& background() const { return m_background.answer(); }
  [[nodiscard]] bool settled() const { return !m_background.awaiting() && !m_districts.awaiting(); }

 private:
  void update();
  void takeBackground();
  void takeDistricts();

  Workspace& m_workspace;
  MapBackgroundQuery m_background;
  struct DistrictsQuestion {
    std::shared_ptr<const Districts> districts;
    DatasetPtr dataset;
    bool operator==(const DistrictsQuestion&) const = default;
  };
  WorkspaceQuery<PlaceDistricts, DistrictsQuestion> m_districts;
  std::shared_ptr<const MapBackground> m_taken;
  Subscription m_subscription;
};

}  // namespace sojourn::session
