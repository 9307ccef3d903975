// SPDX-License-Identifier: GPL-3.0-or-later
// Counts what the samples of a split are like, and averages the gate over parts of them (SPEC 11).
#pragma once

#include <span>
#include <vector>

#include "model/core/cancel.h"
#include "model/data/dataset/sequence_set.h"
#include "model/results/outcome.h"
#include "model/results/profile.h"

namespace sojourn {

/// Of these rows of the set; numbers out of range are clamped as the models do. Where it was cancelled, of those it
/// came to.
[[nodiscard]] DatasetFacts datasetFacts(const SequenceSet& set, std::span<const std::size_t> rows,
                                        const CancelToken& cancel = {});

/// By 1 to 10 visits ago, more, and never (last, from 0 to 0). Without outcomes nothing is right of the model.
/// outcomes[i] belongs to rows[i].
[[nodiscard]] std::vector<LastSeenAccuracy> accuracyByLastSeen(const SequenceSet& set,
                                                               std::span<const std::size_t> rows,
                                                               std::span<const Outcome> outcomes);

/// The gate in contexts that differ in the outcome, the target, the window and the time of the last visit, as a clock
/// `zoneOffsetMinutes` ahead of the recorded one shows it. outcomes[i] belongs to rows[i]; samples without a gate are
/// left out.
[[nodiscard]] GateProfile gateProfile(const SequenceSet& set, std::span<const std::size_t> rows,
                                      std::span<const Outcome> outcomes, int zoneOffsetMinutes = 0,
                                      const CancelToken& cancel = {});

}  // namespace sojourn
