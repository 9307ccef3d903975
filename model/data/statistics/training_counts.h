// SPDX-License-Identifier: GPL-3.0-or-later
// How often a model was shown each value of each feature: what tells a value that it knows from one that it guesses at.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "model/data/dataset/sequence_set.h"

namespace sojourn {

/// Counts over a training split. Of features: visits in windows, so a stay counts in every window that shows it, as it
/// does in training. Values beyond the ranges of SPEC 2 count as the nearest one, as the models clamp them.
struct TrainingCounts {
  std::array<std::size_t, 96> start{};     ///< by quarter hour of the day
  std::array<std::size_t, 97> duration{};  ///< by half hour
  std::array<std::size_t, 7> weekday{};
  std::array<std::size_t, 8> daysAgo{};
  std::unordered_map<LocationId, std::size_t> location;
  std::unordered_map<UserId, std::size_t> user;  ///< sequences
  std::size_t visits = 0;                        ///< of all
  /// Stays of each user at each place, every stay once (see lastVisit).
  std::unordered_map<UserId, std::unordered_map<LocationId, std::size_t>> stays;

  [[nodiscard]] std::size_t staysOf(UserId who, LocationId where) const;
};

[[nodiscard]] TrainingCounts countTraining(const SequenceSet& set);

}  // namespace sojourn
