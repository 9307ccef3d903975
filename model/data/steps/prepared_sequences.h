// SPDX-License-Identifier: GPL-3.0-or-later
// Sequences from visits (PREPARE.md 2, steps 8 to 10): splits in time, targets with their windows, ids for the model.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "model/data/dataset/dataset.h"
#include "model/data/steps/prepared_visits.h"

namespace sojourn {

struct PreparedSequences {
  std::array<SequenceSet, 3> splits;
  std::vector<std::uint32_t> users;      ///< that are kept, ascending; the user id is 1 + the index here
  std::vector<std::uint32_t> places;     ///< that train has, ascending; the location id is 2 + the index here
  std::array<std::int64_t, 3> visits{};  ///< of the kept users in each split
  std::int64_t validTargets = 0;         ///< of all users
  std::int64_t inFirstDays = 0;          ///< targets that are too close to the begin of their split
  std::int64_t shortHistory = 0;         ///< targets with too few visits in their window
  std::int64_t usersWithoutTargets = 0;  ///< users who lack targets in a split
  struct UserTargets {
    std::uint32_t user = 0;
    std::array<std::int32_t, 3> targets{};  ///< in each split
  };
  std::vector<UserTargets> targets;  ///< of all users with visits, ascending
  /// What the sequences take in memory, those of the kept users. Beyond `datasetMemory` none is made: no reader would
  /// take them.
  std::uint64_t bytes = 0;
};

/// Visits in the order of user, day, minute, start; `places` is the number of places that they count in. No sequence
/// is made where no user has targets in all splits, nor where they would take too much memory.
[[nodiscard]] PreparedSequences makeSequences(std::span<const PreparedVisit> visits, std::size_t places,
                                              const PrepareSettings& settings);

/// What a visit is as a target: too close to the begin of its split, with too few visits in its window, or fit.
enum class TargetKind { Valid, InFirstDays, ShortHistory };
/// Calls `each` with every visit, in their order.
void forEachTargetKind(std::span<const PreparedVisit> visits, const PrepareSettings& settings,
                       const std::function<void(const PreparedVisit&, TargetKind)>& each);

/// Whether some user has targets in all splits, without making a sequence.
[[nodiscard]] bool hasSequences(std::span<const PreparedVisit> visits, const PrepareSettings& settings);

}  // namespace sojourn
