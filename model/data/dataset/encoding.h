// SPDX-License-Identifier: GPL-3.0-or-later
// What the models read of a visit (SPEC 2): small table indices, no offset for padding.
#pragma once

#include <algorithm>
#include <cmath>

#include "model/data/dataset/sequence.h"

namespace sojourn {

inline constexpr int minutesPerTimeSlot = 15;      ///< time = start_min_X // 15, 0..95
inline constexpr int minutesPerDurationBin = 30;   ///< duration = floor(dur_X / 30), 0..96

/// Before clamping to a model's table sizes, which each model does by itself.
struct EncodedVisit {
  std::int32_t location = 0;
  std::int32_t time = 0;
  std::int32_t weekday = 0;
  std::int32_t recency = 0;
  std::int32_t duration = 0;

  bool operator==(const EncodedVisit&) const = default;
};

[[nodiscard]] inline EncodedVisit encode(const Visit& visit) {
  const double bins = std::floor(visit.durationMinutes / minutesPerDurationBin);
  return {.location = visit.location,
          .time = visit.startMinute / minutesPerTimeSlot,
          .weekday = visit.weekday,
          .recency = visit.daysAgo,
          .duration = static_cast<std::int32_t>(std::clamp(bins, 0.0, 1e6))};
}

}  // namespace sojourn
