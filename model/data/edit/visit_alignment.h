// SPDX-License-Identifier: GPL-3.0-or-later
// Finds which visit of one sequence is which of another.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/data/dataset/sequence.h"

namespace sojourn {

/// [visits of `now`] the index in `before` of the same stay, in rising order; nothing where there is none. The same
/// stay has place, weekday, start and duration in common (days ago differ between windows). Between stays that match
/// so, those are paired that kept their place, or else their weekday and start: they were changed. As many as can be
/// (longest common subsequence); O(length of before * length of now).
[[nodiscard]] std::vector<std::optional<std::size_t>> alignVisits(const Sequence& before, const Sequence& now);

}  // namespace sojourn
