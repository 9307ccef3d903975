// SPDX-License-Identifier: GPL-3.0-or-later
// The features that a model reads of a visit, as what an explanation can be split by.
#pragma once

#include <array>
#include <cstddef>

namespace sojourn {

/// In the order of Pointer V45's concatenation (SPEC 3.2).
enum class VisitFeature { Location, User, Time, Weekday, Recency, Duration, PositionFromEnd };

inline constexpr std::size_t visitFeatureCount = 7;

/// "location", "user", "time", ...: in files.
[[nodiscard]] constexpr const char* visitFeatureName(VisitFeature feature) {
  constexpr std::array<const char*, visitFeatureCount> names{
      "location", "user", "time", "weekday", "recency", "duration", "position_from_end"};
  return names[static_cast<std::size_t>(feature)];
}

}  // namespace sojourn
