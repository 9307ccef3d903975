// SPDX-License-Identifier: GPL-3.0-or-later
// A visit and a sequence of visits, the unit that is inspected, edited and explained; and what models read of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
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

/// One stay, as recorded; what the models read of it is an EncodedVisit.
struct Visit {
  LocationId location = paddingLocation;
  std::int32_t weekday = 0;      ///< 0 = Monday .. 6 = Sunday
  std::int32_t startMinute = 0;  ///< minute of the day, 0..1439
  double durationMinutes = 0;    ///< up to 2880
  std::int32_t daysAgo = 0;      ///< target day - visit day, 0..7

  bool operator==(const Visit&) const = default;
};

class VisitHistory;

/// Where to look up what a user did before a sequence (visit_history.h): few networks read it.
struct HistoryReference {
  std::shared_ptr<const VisitHistory> source = {};  ///< null: not known
  std::optional<std::size_t> row = {};              ///< of the source's split; none: after all of training
};

/// A user's visits of the last seven days, oldest first, and where the user went next. A value: an inspection is of a
/// Sequence, never of a row number, so that edits need no special case.
struct Sequence {
  UserId user = 0;
  std::vector<Visit> visits;
  std::optional<LocationId> target;
  HistoryReference history = {};  ///< edits keep it

  /// What was recorded is the same; where it is from does not count.
  bool operator==(const Sequence& other) const {
    return user == other.user && visits == other.visits && target == other.target;
  }
};

/// positionFromEnd(i) before the model's clamp: the last visit has 1, the first has `length` (SPEC 3.2).
[[nodiscard]] constexpr std::size_t positionFromEnd(std::size_t index, std::size_t length) {
  return length - index;
}

// What the models read of a visit (SPEC 2): small table indices, no offset for padding.

inline constexpr int minutesPerTimeSlot = 15;     ///< time = start_min_X // 15, 0..95
inline constexpr int minutesPerDurationBin = 30;  ///< duration = floor(dur_X / 30), 0..96

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

/// One flag a visit; true where it is taken away.
using VisitMask = std::vector<bool>;

/// How a visit is taken away decides what an explanation is worth (SPEC 6), so the two stand side by side everywhere.
enum class Removal {
  /// It keeps its place, but no query may read it, in no layer and not in the pointer. Positions and the query stay. A
  /// query that may read nothing mixes nothing: its attention's output before the output projection is 0.
  Masked,
  /// It is deleted from the record, positions are counted again, other features stay. Without the latest visit another
  /// one asks.
  Removed,
};

/// The sequence is borrowed and must outlive this. `removed` has a flag for every visit. By Removed at least one
/// visit stays; by Masked all may go, and then the pointer copies nothing.
struct PartialSequence {
  const Sequence* sequence = nullptr;
  VisitMask removed;
  Removal removal = Removal::Masked;
};

/// `value` in fewer bits, or what T holds that is nearest to it.
template <class T>
[[nodiscard]] constexpr T saturateCast(std::int64_t value) {
  using Limits = std::numeric_limits<T>;
  return static_cast<T>(std::clamp<std::int64_t>(value, Limits::min(), Limits::max()));
}

}  // namespace sojourn
