// SPDX-License-Identifier: GPL-3.0-or-later
// Staypoints that are close together become locations (PREPARE.md 2, step 4): DBSCAN on the sphere.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/steps/prepare_settings.h"

namespace sojourn {

inline constexpr std::int32_t noiseLabel = -1;

struct Locations {
  std::vector<std::int32_t> labels;  ///< of each staypoint; noiseLabel where it belongs to none
  std::vector<Coordinates> centres;  ///< of each location
};

/// Staypoints in the order of user, start; `users` has one for each. Ester et al. (1996); a border staypoint goes to
/// the lowest label that reaches it. Memory is linear in their number. Errors: cancelled.
[[nodiscard]] Result<Locations> findLocations(std::span<const Coordinates> staypoints,
                                              std::span<const std::uint32_t> users, const PrepareSettings& settings,
                                              const Progress& progress = {}, const CancelToken& cancel = {});

}  // namespace sojourn
