// SPDX-License-Identifier: GPL-3.0-or-later
// Why a preparation ends without a sequence: the step after which nothing was left, its settings, and the values with
// which something would be.
#pragma once

#include <cstdint>
#include <vector>

#include "model/data/prepare/preparation.h"

namespace sojourn {

/// What the steps had before they dropped it all.
struct StepFacts {
  std::int64_t longestRecord = 0;     ///< days between the first and the last row of a user
  std::int64_t mostVisitsOfUser = 0;  ///< before step 7
  std::int64_t mostVisitsOfPlace = 0;
};

/// The refusal of a preparation without users in `sequences`. Searches for values with which the step that left nothing
/// would leave something: it repeats that step a few times.
[[nodiscard]] Error refusalOfEmpty(const Preparation& made, const StepFacts& facts);

}  // namespace sojourn
