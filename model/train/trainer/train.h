// SPDX-License-Identifier: GPL-3.0-or-later
// A whole training that writes nothing to the disk: checkpoints are returned as values.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "model/config/training_config.h"
#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/sequence_set.h"
#include "model/inspect/engine.h"
#include "model/results/metrics.h"
#include "model/train/trainer/trainer.h"

namespace sojourn {

struct Validation {
  MetricsByTarget metrics;
  double batchMeanLoss = 0;  ///< mean of the means of batches of the training's size: what the early stop reads
  std::vector<Outcome> outcomes;

  [[nodiscard]] EpochScore score() const { return {.loss = batchMeanLoss, .accuracy = metrics.all.accuracy[0]}; }
};

/// Errors: those of Engine::evaluate; ErrorKind::Cancelled.
[[nodiscard]] Result<Validation> validate(const Engine& engine, const SequenceSet& set, const TrainingConfig& config,
                                          const CancelToken& cancel = {}, const Progress& progress = {});

/// The same of a training's current weights on its validation split, with the model that they are.
struct CurrentValidation {
  std::shared_ptr<const Engine> engine;
  Validation figures;
};
[[nodiscard]] Result<CurrentValidation> validateNow(const Trainer& trainer, const Dataset& dataset,
                                                    const CancelToken& cancel);

/// One finished epoch.
struct EpochReport {
  std::int64_t epoch = 0;         ///< from 1
  double learningRate = 0;        ///< of its last step
  double trainLoss = 0;           ///< mean of the steps' losses, with label smoothing and dropout
  double validationLoss = 0;      ///< mean of batch means (batch_mean_loss)
  double validationAccuracy = 0;  ///< percent, rank 1
  double seconds = 0;             ///< training alone, without validation
  bool best = false;              ///< the best validation loss so far
};

struct TrainResult {
  CheckpointFile best;  ///< of the best validation loss; what is kept
  CheckpointFile last;  ///< as last.pt
  std::vector<EpochReport> epochs;
  std::vector<Problem> notices;  ///< use_amp on a CPU, ...
};

/// Called on the thread that trains. Each may be empty.
struct TrainObserver {
  std::function<void(std::int64_t parameters)> begin = {};  ///< before the first step; buffers are not counted
  Progress step = {};                                       ///< steps done of all steps of the current epoch
  std::function<void(const EpochReport&)> epoch = {};
  /// Of a run: what its log says as well, of a training that goes on all the same.
  std::function<void(const Problem&)> problem = {};
};

/// Errors: those of Trainer, ErrorKind::Cancelled.
[[nodiscard]] Result<TrainResult> train(const TrainRequest& request, const TrainObserver& observer = {},
                                        const CancelToken& cancel = {});

}  // namespace sojourn
