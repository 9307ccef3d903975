// SPDX-License-Identifier: GPL-3.0-or-later
// Staypoints of one user's fixes (PREPARE.md 2, step 2): where somebody stayed within a distance for a time.
#pragma once

#include <span>
#include <vector>

#include "model/data/steps/prepare_settings.h"

namespace sojourn {

inline constexpr double earthRadius = 6'371'000;  ///< metres, of a sphere

struct Staypoint {
  EpochMs start = 0;
  EpochMs end = 0;
  EpochMs lastInside = 0;  ///< time of the last fix of the stay
  Coordinates centre;
};

/// Fixes in time order. The algorithm of Li et al. (2008) as in trackintel 1.2.4: distances are to the stay's first
/// fix.
[[nodiscard]] std::vector<Staypoint> findStaypoints(std::span<const Fix> fixes, const PrepareSettings& settings);

/// Mean latitude, circular mean longitude. At least one position; changes their order.
[[nodiscard]] Coordinates centreOf(std::span<Coordinates> positions, CentreRule rule);

}  // namespace sojourn
