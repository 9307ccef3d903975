// SPDX-License-Identifier: GPL-3.0-or-later
// Counterfactuals: the smallest changes of a sequence after which the model says something else, and keeps saying it
// when clocks are not quite right (SPEC 6, robust counterfactual).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/data/dataset/sequence.h"

namespace sojourn {

/// In the order in which counterfactuals are listed: what intrudes least comes first.
enum class ChangeKind : std::uint8_t {
  Start,     ///< the whole visit begins (and ends) at another time of its day
  Arrival,   ///< it begins at another time of its day and ends when it did: its duration moves with its start
  Day,       ///< it happens on another day, at the same time: weekday and recency move together
  Duration,  ///< it ends at another time
  Location,  ///< it was somewhere else
  Removal,   ///< it was not
  User,      ///< another user made all visits
};
inline constexpr std::size_t changeKinds = 7;

/// One change of one visit of the sequence as it was before any change.
struct VisitChange {
  ChangeKind kind = ChangeKind::Removal;
  std::uint32_t visit = 0;
  std::int32_t value = 0;  ///< minute of the day, days ago, minutes of duration, location, user; 0 for a removal

  bool operator==(const VisitChange&) const = default;
};

/// How far a change goes in its own unit: minutes, days; 1 for a place, a removal, a user.
[[nodiscard]] inline std::int32_t sizeOf(const VisitChange& change, const Sequence& sequence) {
  const auto distance = [](double a, double b) { return static_cast<std::int32_t>(a < b ? b - a : a - b); };
  if (change.kind == ChangeKind::User) return 1;
  const Visit& visit = sequence.visits[change.visit];
  switch (change.kind) {
    case ChangeKind::Start:
    case ChangeKind::Arrival:
      return distance(change.value, visit.startMinute);
    case ChangeKind::Day:
      return distance(change.value, visit.daysAgo);
    case ChangeKind::Duration:
      return distance(change.value, visit.durationMinutes);
    case ChangeKind::Location:
    case ChangeKind::Removal:
    case ChangeKind::User:
      break;
  }
  return 1;
}

/// A counterfactual counts where the new first place is ahead of the old prediction by this much ...
inline constexpr float counterfactualMargin = 0.05F;
/// ... and stays first in at least so many of so many jittered records (see jittered()).
inline constexpr int counterfactualJitters = 20;
inline constexpr int counterfactualSurvivals = 16;

struct Counterfactual {
  std::vector<VisitChange> changes;  ///< by visit
  Sequence sequence;                 ///< with them
  LocationId first = 0;              ///< what the model says then
  float firstProbability = 0;
  float beforeProbability = 0;  ///< then, of what it said before
  int survived = 0;             ///< of counterfactualJitters
  bool impossible = false;      ///< the record could not have happened, in a way it could before
  double plausibility = 0;      ///< of the least plausible change; larger is more plausible, comparable within a kind

  [[nodiscard]] float margin() const { return firstProbability - beforeProbability; }
};

/// What was looked at with so many changes.
struct CounterfactualLevel {
  std::size_t possible = 0;  ///< how many there are; only of single changes, else 0
  std::size_t tried = 0;
  std::size_t overMargin = 0;  ///< of those tried, that say something else by the margin
  std::size_t checked = 0;     ///< of those, against jitter
  std::size_t robust = 0;      ///< of those, that held
};

struct CounterfactualFindings {
  LocationId before = 0;  ///< the prediction of the sequence as it is
  float beforeProbability = 0;
  std::optional<LocationId> to;                 ///< the place that was asked for
  std::vector<Counterfactual> counterfactuals;  ///< smallest first
  std::array<CounterfactualLevel, 3> levels{};  ///< [number of changes - 1]
  std::size_t forwards = 0;                     ///< sequences that went through the model
  bool budgetSpent = false;                     ///< more would have been tried

  [[nodiscard]] std::size_t robust() const { return levels[0].robust + levels[1].robust + levels[2].robust; }
};

}  // namespace sojourn
