// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of many predictions when one rule edits every sample.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "model/data/dataset/sequence.h"

namespace sojourn {

/// How many targets are within the first places.
struct RightCounts {
  std::size_t samples = 0, within1 = 0, within5 = 0, within10 = 0;

  /// `rank` of the target, from 1.
  void add(std::int32_t rank) {
    ++samples;
    within1 += rank <= 1 ? 1 : 0;
    within5 += rank <= 5 ? 1 : 0;
    within10 += rank <= 10 ? 1 : 0;
  }
  /// Percent of all; NaN without samples.
  [[nodiscard]] double percent(std::size_t right) const {
    if (samples == 0) return std::numeric_limits<double>::quiet_NaN();
    return 100.0 * static_cast<double>(right) / static_cast<double>(samples);
  }
  bool operator==(const RightCounts&) const = default;
};

/// How often a place is predicted.
struct PlaceChange {
  LocationId location = 0;
  std::size_t before = 0, after = 0;
  bool operator==(const PlaceChange&) const = default;
};

struct RuleEffect {
  std::string rule;           ///< what it is called: "Drop the last visit"
  std::size_t asked = 0;      ///< samples there were
  std::size_t samples = 0;    ///< that were evaluated: fewer where it was stopped
  std::size_t leftAlone = 0;  ///< of those, to which the rule does not apply: they count as they are
  std::size_t changed = 0;    ///< whose prediction is another one
  RightCounts before, after, beforeKnown, afterKnown;            ///< known: the target is a place that training has
  double gateBefore = std::numeric_limits<double>::quiet_NaN();  ///< mean; NaN without a pointer
  double gateAfter = std::numeric_limits<double>::quiet_NaN();
  std::vector<PlaceChange> gainers, losers;  ///< predicted more, less often; most first, ten at most
};

}  // namespace sojourn
