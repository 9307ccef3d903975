// SPDX-License-Identifier: GPL-3.0-or-later
// What the counts of a preparation are called, in the order of its steps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/data/records/records.h"

namespace sojourn {

struct NamedCount {
  std::string label;  ///< "Staypoints"
  std::int64_t count = 0;
};

/// For people: the counts that are not 0, in the order of the steps; one without a label of its own is called by its
/// key.
[[nodiscard]] std::vector<NamedCount> namedCounts(const PreparationCounts& counts);

}  // namespace sojourn
