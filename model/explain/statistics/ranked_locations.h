// SPDX-License-Identifier: GPL-3.0-or-later
// A distribution as a ranking: the rank of one location and the best ones, equal ones by smaller id (SPEC 7.3).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/data/dataset/sequence.h"

namespace sojourn {

/// From 1. The location must be one of the distribution's.
[[nodiscard]] std::size_t rankIn(std::span<const double> probability, LocationId location);

/// The best, ten of them or all.
[[nodiscard]] std::vector<LocationId> topOf(std::span<const double> probability);

}  // namespace sojourn
