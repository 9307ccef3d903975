// SPDX-License-Identifier: GPL-3.0-or-later
// A visit and a sequence of visits: the unit that is inspected, edited and explained.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sojourn {

using LocationId = std::int32_t;  ///< 0 = padding, 1 = unseen in training, known places from 2
using UserId = std::int32_t;      ///< from 1

/// The largest location or user id that files may hold. Tables and lists are as long as the largest id: a file that
/// numbers one place 2147483647 must not make them gigabytes.
inline constexpr std::int32_t largestId = 9'999'999;

inline constexpr LocationId paddingLocation = 0;
inline constexpr LocationId unseenLocation = 1;

/// One stay, as recorded; what the models read of it is in encoding.h.
struct Visit {
  LocationId location = paddingLocation;
  std::int32_t weekday = 0;      ///< 0 = Monday .. 6 = Sunday
  std::int32_t startMinute = 0;  ///< minute of the day, 0..1439
  double durationMinutes = 0;    ///< up to 2880
  std::int32_t daysAgo = 0;      ///< target day - visit day, 0..7

  bool operator==(const Visit&) const = default;
};

/// A user's visits of the last seven days, oldest first, and where the user went next. A value: an inspection is of a
/// Sequence, never of a row number, so that edits need no special case.
struct Sequence {
  UserId user = 0;
  std::vector<Visit> visits;
  std::optional<LocationId> target;

  bool operator==(const Sequence&) const = default;
};

/// positionFromEnd(i) before the model's clamp: the last visit has 1, the first has `length` (SPEC 3.2).
[[nodiscard]] constexpr std::size_t positionFromEnd(std::size_t index, std::size_t length) { return length - index; }

}  // namespace sojourn
