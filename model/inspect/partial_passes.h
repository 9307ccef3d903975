// SPDX-License-Identifier: GPL-3.0-or-later
// Predictions from only part of a sequence: many parts in one call.
#pragma once

#include <span>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/partial_sequence.h"

namespace sojourn {

class Engine;

/// P(locations[j]) for each of `parts`, row by row: [parts][locations]. Runs on as many threads as an evaluation does;
/// in float64 where the engine is. Errors: an engine without a network, a part from which every visit is left out,
/// flags that are not one a visit, a location the model does not know, cancelled (looked at between passes). The
/// sequences must be ones that the engine's inspect() takes.
[[nodiscard]] Result<std::vector<double>> partialProbabilities(const Engine& engine,
                                                               std::span<const PartialSequence> parts,
                                                               std::span<const LocationId> locations,
                                                               const CancelToken& cancel = {},
                                                               const Progress& progress = {});

}  // namespace sojourn
