// SPDX-License-Identifier: GPL-3.0-or-later
// Counts how often and at which hours each place was visited.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/data/dataset/dataset.h"

namespace sojourn {

/// A place that has coordinates.
struct PlaceUse {
  LocationId location = 0;
  Coordinates position;    ///< as recorded
  std::size_t visits = 0;  ///< in training, every stay once (see lastVisit)
  double hour = 0;         ///< circular mean of when its visits began, 0 to 24; NaN without visits
};

/// All places with coordinates by id, counted over the train split, or the largest one where there is none. Hours are
/// those of a clock `zoneOffsetMinutes` ahead of the recorded one.
[[nodiscard]] std::vector<PlaceUse> placeUses(const Dataset& dataset, std::int32_t zoneOffsetMinutes);

}  // namespace sojourn
