// SPDX-License-Identifier: GPL-3.0-or-later
// The forward pass behind a sentence of the summary: the prediction when one visit is removed.
#pragma once

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/results/explanation.h"

namespace sojourn {

class Engine;

/// Errors: a visit that is not there, the only one, a location that the model does not know, those of
/// partialProbabilities.
[[nodiscard]] Result<RemovalCheck> checkRemoval(const Engine& engine, const Sequence& sequence,
                                                const ExplanationTarget& target, std::size_t visit, Removal removal,
                                                const CancelToken& cancel = {});

}  // namespace sojourn
