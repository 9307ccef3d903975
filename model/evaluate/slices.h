// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts a set of samples into parts and sums up the gate and the position bias over it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/data/dataset/sequence_set.h"
#include "model/results/outcome.h"
#include "model/results/slices.h"

namespace sojourn {

/// A sample is right where its target has rank 1.
[[nodiscard]] inline bool isCorrect(const Outcome& outcome) {
  return outcome.rank == 1;
}

/// Parts in ascending order of their key, empty ones left out. outcomes[i] belongs to row rows[i] of `set`.
/// Hours and weekdays are moved by `zoneOffsetMinutes` (the zone that times are shown in), which changes no model
/// input.
[[nodiscard]] std::vector<Slice> sliceBy(SliceBy by, const SequenceSet& set, std::span<const std::size_t> rows,
                                         std::span<const Outcome> outcomes, int zoneOffsetMinutes = 0);

/// Histogram of the gate, right and wrong apart, and its means. Samples without a gate (NaN) are left out.
[[nodiscard]] GateSummary summariseGate(std::span<const Outcome> outcomes, std::size_t bins = 40);

/// Means of what Outcome keeps of the position bias. Samples without one (NaN) are left out.
[[nodiscard]] PositionBiasSummary summarisePositionBias(std::span<const Outcome> outcomes);

/// How many sequences of `train` taught the bias at each position from end: entry p counts those that reach position
/// p, p = 1 .. maxLength - 1 (longer ones are clamped to the last, SPEC 3.2); entry 0 is padding's and stays 0.
[[nodiscard]] std::vector<std::size_t> sequencesReaching(const SequenceSet& train, std::size_t maxLength);

}  // namespace sojourn
