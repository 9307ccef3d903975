// SPDX-License-Identifier: GPL-3.0-or-later
// The tiles below a map, read and decoded on a thread of their own and kept while they are shown.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include "views/present/places/map_background.h"
#include "views/session/places/map_backgrounds.h"

namespace sojourn::qt {

/// A PNG, JPEG or WebP picture of at most 1024 pixels across; null where it is none that this program can show. Any
/// thread.
[[nodiscard]] std::shared_ptr<const present::TilePicture> decodeTile(const Bytes& bytes);

/// Owner thread only.
class MapTiles {
 public:
  /// `changed`: tiles came that were asked for. `workspace` must outlive this.
  MapTiles(session::Workspace& workspace, std::function<void()> changed)
      : m_workspace(workspace), m_changed(std::move(changed)) {}
  MapTiles(const MapTiles&) = delete;
  MapTiles& operator=(const MapTiles&) = delete;
  ~MapTiles() = default;

  /// What a presenter takes, for one call of it; null: nothing lies below the map.
  [[nodiscard]] present::MapBackground shown(const std::shared_ptr<const session::MapBackground>& background);
  /// Nothing is on its way.
  [[nodiscard]] bool settled() const { return m_awaited.empty(); }

 private:
  struct Kept {
    std::shared_ptr<const present::TilePicture> picture;  ///< null: there is none
    std::uint64_t used = 0;
  };
  [[nodiscard]] std::shared_ptr<const present::TilePicture> tile(const TileNumber& number);
  void take(const TileNumber& number, std::shared_ptr<const present::TilePicture> picture,
            const std::optional<Error>& problem);

  session::Workspace& m_workspace;
  std::function<void()> m_changed;
  std::shared_ptr<MbTiles> m_tiles;
  std::map<TileNumber, Kept> m_kept;
  std::set<TileNumber> m_awaited;
  std::uint64_t m_uses = 0;
  bool m_reported = false;  ///< that tiles of the file are missing
  const std::shared_ptr<int> m_alive = std::make_shared<int>();
  session::Worker m_worker;  ///< last: its thread is gone before anything it reaches
};

}  // namespace sojourn::qt
