// SPDX-License-Identifier: GPL-3.0-or-later
// A model over a whole split: outcomes of every sample and the figures made from them.
#pragma once

#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/inspect/engine.h"
#include "model/results/metrics.h"
#include "model/results/outcome.h"

namespace sojourn {

struct Evaluation {
  std::vector<Outcome> outcomes;  ///< of all rows, in their order
  MetricsByTarget metrics;        ///< loss with the label smoothing of the model's description
  double seconds = 0;             ///< of the forward passes, without loading
};

/// Errors: empty set, rows that the model cannot read (Engine::accepts), whatever Engine::evaluate says, cancelled.
[[nodiscard]] Result<Evaluation> evaluateSplit(const Engine& engine, const SequenceSet& set,
                                               const CancelToken& cancel = {}, const Progress& progress = {});

}  // namespace sojourn
