// SPDX-License-Identifier: GPL-3.0-or-later
// One feature of one visit over its whole range: what the model answers to each value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/data/dataset/sequence.h"

namespace sojourn {

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

}  // namespace sojourn
