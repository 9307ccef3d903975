// SPDX-License-Identifier: GPL-3.0-or-later
// Answers to "what if": the smallest changes of a sequence that change the prediction (SPEC 6, robust counterfactual),
// one feature over its whole range, and recorded sequences that resemble one.
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

enum class SweepFeature {
  Start,     ///< 0..95: the visit begins in that quarter hour of its day and stands where its time belongs
  Day,       ///< 0..7 days ago: the visit happens on that day, weekday and recency move together
  Weekday,   ///< 0..6, alone: what the weekday's embedding says by itself. No such record can exist
  Recency,   ///< 0..7 days ago, alone
  Duration,  ///< 0..96 half hours
  Location,  ///< 1..V - 1
  User,      ///< 1..U - 1, of the whole sequence
};

struct FeatureSweepPoint {
  std::int32_t value = 0;  ///< as the feature counts
  LocationId first = 0;    ///< the most probable location there
  float firstProbability = 0;
  float gate = 0;           ///< NaN without a pointer
  float entropy = 0;        ///< of the output, nats
  std::size_t trained = 0;  ///< visits (of users: sequences) of the training split with this value
  bool impossible = false;  ///< an edit that could not have happened, in a way the sequence had not before
};

/// All other visits are as they are.
struct FeatureSweep {
  SweepFeature feature = SweepFeature::Start;
  std::size_t visit = 0;
  std::vector<LocationId> candidates;     ///< whose probabilities are here
  std::vector<FeatureSweepPoint> points;  ///< by value
  std::vector<float> probabilities;       ///< [points][candidates]
  std::optional<std::size_t> present;     ///< the point that holds the sequence as it is; none where it is out of range

  [[nodiscard]] float at(std::size_t point, std::size_t candidate) const {
    return probabilities[point * candidates.size() + candidate];
  }
};

/// The measure by which two sequences are similar.
enum class SimilarityMeasure {
  Context,  ///< what the model made of them: the last layer's output at the latest visit
  Record,   ///< what was recorded: a weighted edit distance, see recordDistance()
};

struct Neighbour {
  std::size_t row = 0;  ///< of the split
  double distance = 0;  ///< by the measure; smaller is more similar
  UserId user = 0;
  std::size_t length = 0;
  LocationId target = 0;
  LocationId prediction = 0;  ///< the model's, of that sequence
  float probability = 0;      ///< of the prediction
};

struct Neighbours {
  SimilarityMeasure similarity = SimilarityMeasure::Context;
  LocationId prediction = 0;              ///< of the sequence that was asked about
  std::vector<Neighbour> nearest = {};    ///< whatever the model says of them
  std::vector<Neighbour> otherwise = {};  ///< the nearest of which it says something else
  std::size_t rows = 0;                   ///< among how many
};

}  // namespace sojourn
