// SPDX-License-Identifier: GPL-3.0-or-later
// The way between the visits as arrows on a map.
#pragma once

#include <optional>
#include <vector>

#include "views/present/places/map_views.h"

namespace sojourn::present {

/// From one visit to the next one whose place has a position.
struct PathLeg {
  LocationId from = 0, to = 0;
  std::int64_t began = 0;  ///< when the later visit did, as momentOf()
  bool dashed = false;     ///< visits to places without a position lie between them
  std::size_t bend = 0;    ///< legs between the same two places before it: each is bent more
};
/// In time order; a stay after a stay at the same place is none.
[[nodiscard]] std::vector<PathLeg> pathLegs(const SampleContext& context, const MapPlaces& places);

/// A leg as a bent line with an arrow head in its middle, cut to the frame's area.
void paintLeg(Scene& scene, const MapFrame& frame, const PathLeg& leg, Coordinates from, Coordinates to, Color color);

}  // namespace sojourn::present
