// SPDX-License-Identifier: GPL-3.0-or-later
// One term of a filter, and whether it holds of a sample.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

#include "views/session/samples/filter_syntax.h"
#include "views/session/samples/sample_table.h"

namespace sojourn::session {

/// Numbers from low to high; an end that is open is not part of it.
struct NumberRange {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool lowOpen = false;
  bool highOpen = false;

  /// False for NaN.
  [[nodiscard]] bool holds(double value) const {
    return (lowOpen ? value > low : value >= low) && (highOpen ? value < high : value <= high);
  }
};

/// One term of a filter: what the parser makes and the evaluation reads.
struct FilterTerm {
  FilterField field = FilterField::Wrong;
  bool yes = true;                  ///< in-history, stays
  std::int32_t zoneOffset = 0;      ///< minutes; of hour and weekday
  std::vector<NumberRange> ranges;  ///< any of them
  std::vector<std::int32_t> ids;    ///< any of them, sorted: places or users
  std::vector<SampleIndex> rows;    ///< sorted: those whose notes, or whose model, say so
  /// Places that carry the wanted name for one user only (Home), by user.
  std::unordered_map<UserId, std::vector<LocationId>> idsOfUser;

  [[nodiscard]] bool needsOutcome() const;
  [[nodiscard]] bool holds(const SampleTable& table, SampleIndex row) const;

 private:
  [[nodiscard]] bool inRanges(double value) const {
    return std::ranges::any_of(ranges, [value](const NumberRange& range) { return range.holds(value); });
  }
  [[nodiscard]] bool isPlace(LocationId location, UserId user) const;
  [[nodiscard]] bool holdsOfTimes(const SequenceSet& set, std::size_t row) const;
};

}  // namespace sojourn::session
