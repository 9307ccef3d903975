// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of a sequence as values: what a person can change, and what becomes of the visits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/core/result.h"
#include "model/data/dataset/sequence.h"

namespace sojourn {

/// What a dataset may hold (SPEC 2); an edit beyond it is refused.
inline constexpr std::int32_t mostDaysAgo = 7;
inline constexpr double longestStayMinutes = 2880;

/// Indices of visits in the sequence that is edited; each at most once, in any order.
using VisitIndices = std::vector<std::size_t>;

/// Another place for each of the visits.
struct ReplaceLocation {
  VisitIndices visits;
  LocationId location = 0;
  bool operator==(const ReplaceLocation&) const = default;
};
/// Begin at this minute of the same day. Day and minute are those of a clock that is `offsetMinutes` ahead of the
/// record, so that what a person sets is what is shown.
struct SetStart {
  VisitIndices visits;
  std::int32_t minute = 0;  ///< 0..1439
  std::int32_t offsetMinutes = 0;
  bool operator==(const SetStart&) const = default;
};
/// Begin at the same minute so many days before the target's recorded day, by the same clock; the weekday follows.
struct SetDay {
  VisitIndices visits;
  std::int32_t daysAgo = 0;
  std::int32_t offsetMinutes = 0;
  bool operator==(const SetDay&) const = default;
};
/// Begin so many minutes later (earlier below 0) along the week; past midnight the day changes.
struct ShiftTime {
  VisitIndices visits;
  std::int32_t minutes = 0;
  bool operator==(const ShiftTime&) const = default;
};
struct SetDuration {
  VisitIndices visits;
  double minutes = 0;  ///< 0..2880
  bool operator==(const SetDuration&) const = default;
};
/// At least one visit must stay.
struct RemoveVisits {
  VisitIndices visits;
  bool operator==(const RemoveVisits&) const = default;
};
/// Where its time belongs, after visits that begin in the same minute.
struct InsertVisit {
  Visit visit;
  bool operator==(const InsertVisit&) const = default;
};
/// A copy of each visit, so many minutes later; directly behind it where nothing is shifted.
struct DuplicateVisits {
  VisitIndices visits;
  std::int32_t shiftMinutes = 0;
  bool operator==(const DuplicateVisits&) const = default;
};
/// Its place in the order alone: times stay, so the order may become wrong.
struct MoveVisit {
  std::size_t visit = 0;
  std::size_t to = 0;  ///< its index afterwards
  bool operator==(const MoveVisit&) const = default;
};
struct SetUser {
  UserId user = 0;
  bool operator==(const SetUser&) const = default;
};
/// The place that counts as right; nothing: it is not known.
struct SetTarget {
  std::optional<LocationId> location;
  bool operator==(const SetTarget&) const = default;
};
/// The next visit happens so many days later (earlier below 0). Visits keep weekday and time, their days ago change,
/// and those that leave the window of 0..7 days before the target are gone: so would the dataset have it.
struct ShiftTargetDay {
  std::int32_t days = 0;
  bool operator==(const ShiftTargetDay&) const = default;
};
/// Another sequence altogether: written as text, opened, or found by a search.
struct ReplaceSequence {
  Sequence sequence;
  /// [L after] which visit of the sequence before it was, nothing for a new one; empty where that is not known, and
  /// the visits are then matched by what they hold.
  std::vector<std::optional<std::size_t>> cameFrom = {};
  bool operator==(const ReplaceSequence&) const = default;
};

using SequenceEdit = std::variant<ReplaceLocation, SetStart, SetDay, ShiftTime, SetDuration, RemoveVisits, InsertVisit,
                                  DuplicateVisits, MoveVisit, SetUser, SetTarget, ShiftTargetDay, ReplaceSequence>;

struct EditedSequence {
  Sequence sequence;
  /// [L after] which visit of the sequence before the edit it was; nothing: it is new.
  std::vector<std::optional<std::size_t>> cameFrom;

  bool operator==(const EditedSequence&) const = default;
};

/// [visits of `now`] the index in `before` of the same stay, in rising order; nothing where there is none. The same
/// stay has place, weekday, start and duration in common (days ago differ between windows). Between stays that match
/// so, those are paired that kept their place, or else their weekday and start: they were changed. As many as can be
/// (longest common subsequence); O(length of before * length of now).
[[nodiscard]] std::vector<std::optional<std::size_t>> alignVisits(const Sequence& before, const Sequence& now);

/// The edit of a value; `before` stays. After a change of time a visit stands where its time belongs among the others,
/// which keep their order. Errors: a visit that is not there or named twice, a value outside what SPEC 2 allows, no
/// visit left. An edit that changes nothing is no error.
[[nodiscard]] Result<EditedSequence> applyEdit(const Sequence& before, const SequenceEdit& edit);

/// Minutes from the midnight that begins the target's day to the visit's start; below 0 on earlier days.
[[nodiscard]] constexpr std::int64_t minuteOfWindow(const Visit& visit) {
  return std::int64_t{visit.startMinute} - std::int64_t{visit.daysAgo} * 1440;
}

/// The weekday of the target's day as the last visit has it: 0 = Monday .. 6 = Sunday.
[[nodiscard]] std::int32_t targetWeekday(const Sequence& sequence);

// Edits that are asked of many samples at once: one rule, each sequence changed by it on its own.

struct DropLastVisit {
  bool operator==(const DropLastVisit&) const = default;
};
/// All visits begin so many minutes later (earlier below 0); the day of the target stays.
struct ShiftAllTimes {
  std::int32_t minutes = 0;
  bool operator==(const ShiftAllTimes&) const = default;
};
/// Every visit to `from` becomes one to `to`. The target stays.
struct ReplacePlace {
  LocationId from = 0, to = 0;
  bool operator==(const ReplacePlace&) const = default;
};
struct KeepLastVisits {
  std::size_t visits = 1;
  bool operator==(const KeepLastVisits&) const = default;
};

using EditRule = std::variant<DropLastVisit, ShiftAllTimes, ReplacePlace, KeepLastVisits>;

/// The rule as the edit of one sequence; nothing where it would change nothing, or where applyEdit() refuses what it
/// would make: no visit left, a visit that leaves the days of SPEC 2.
[[nodiscard]] std::optional<Sequence> applyRule(const Sequence& sequence, const EditRule& rule);

/// "Drop the last visit", "Shift all times by +90 min", "Replace Bakery by Gym", "Keep the last 3 visits".
[[nodiscard]] std::string ruleName(const EditRule& rule, const std::function<std::string(LocationId)>& place);

}  // namespace sojourn
