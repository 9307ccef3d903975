// SPDX-License-Identifier: GPL-3.0-or-later
// The monitor's wall: all runs of a folder as tiles, those first that need attention (VISUAL 7, 9).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "views/present/monitor/run_tile.h"

namespace sojourn::present {

/// How many runs are in a state.
struct TileCount {
  std::string word, icon;
  RunSeverity severity = RunSeverity::Quiet;
  std::size_t count = 0;
};

struct RunWall {
  std::vector<RunTile> tiles;  ///< in their order
  std::string selected;        ///< the id of one of them
  std::string caption;         ///< what they are sorted by
  bool held = false;           ///< they are not, until the pointer has left them
  std::uint64_t version = 0;   ///< another one after every change, so that pictures can be kept; 0: not known
};

/// States in the order of the tiles sorted by need; without those that no run is in.
[[nodiscard]] std::vector<TileCount> countsOf(const std::vector<RunTile>& tilesBySeverity);

/// How many tiles stand beside each other in such a width.
[[nodiscard]] std::size_t tileColumns(float width);

/// Tiles from left to right, top to bottom; more rows than fit scroll.
[[nodiscard]] Scene runWallScene(const RunWall& wall, const Canvas& canvas);

}  // namespace sojourn::present
