// SPDX-License-Identifier: GPL-3.0-or-later
// Trains a network on a dataset by its configuration (SPEC 7.1) and gives back checkpoints in the published layout.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "model/config/training_config.h"
#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset.h"
#include "model/formats/checkpoint_file.h"

namespace sojourn {

struct TrainRequest {
  const Dataset* dataset = nullptr;  ///< not null; train and validation must be there and outlive the training
  TrainingConfig config = {};
  std::size_t threads = 0;  ///< 0: one a processor
};

/// One finished epoch.
struct EpochReport {
  std::int64_t epoch = 0;  ///< from 1
  double learningRate = 0;
  double trainLoss = 0;            ///< mean of the steps' losses, with label smoothing and dropout
  double validationLoss = 0;       ///< mean of batch means (batch_mean_loss)
  double validationAccuracy = 0;   ///< percent, rank 1
  double largestGradientNorm = 0;  ///< before clipping
  double seconds = 0;              ///< training alone, without validation
  double sequencesPerSecond = 0;
  bool best = false;  ///< the lowest validation loss so far
};

struct TrainResult {
  CheckpointFile best;  ///< of the epoch with the lowest validation loss; what is kept
  CheckpointFile last;
  std::vector<EpochReport> epochs;
  bool stoppedEarly = false;     ///< patience was used up before num_epochs
  std::vector<Problem> notices;  ///< use_amp on a CPU, ...
};

/// Called on the thread that trains. Each may be empty.
struct TrainObserver {
  std::function<void(std::int64_t parameters)> begin = {};  ///< before the first step; buffers are not counted
  Progress step = {};                                       ///< steps done of all steps of the current epoch
  std::function<void(const EpochReport&)> epoch = {};
};

/// Errors: a split that is missing or empty, ids beyond the dataset's own sizes, a kind or ablation nobody knows, a
/// width that the heads do not divide, a loss that is no number (ErrorKind::Failed), ErrorKind::Cancelled.
[[nodiscard]] Result<TrainResult> train(const TrainRequest& request, const TrainObserver& observer = {},
                                        const CancelToken& cancel = {});

}  // namespace sojourn
