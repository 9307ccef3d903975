// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a model on a whole split, as trainings report them.
#pragma once

#include <vector>

#include "model/config/training_config.h"
#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/sequence_set.h"
#include "model/inspect/engine.h"
#include "model/results/metrics.h"

namespace sojourn {

struct Validation {
  MetricsByTarget metrics;
  double batchMeanLoss = 0;  ///< mean of the means of batches of the training's size: what the early stop reads
  std::vector<Outcome> outcomes;
};

/// Errors: those of Engine::evaluate; ErrorKind::Cancelled.
[[nodiscard]] Result<Validation> validate(const Engine& engine, const SequenceSet& set, const TrainingConfig& config,
                                          const CancelToken& cancel = {}, const Progress& progress = {});

}  // namespace sojourn
