// SPDX-License-Identifier: GPL-3.0-or-later
// One training for a person at a terminal: a line an epoch, and the best model's figures afterwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>

#include "app/cli/run_folder.h"
#include "model/config/training_config.h"
#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset.h"
#include "model/train/train.h"

namespace sojourn::cli {

/// Trains, with a line on standard output for every epoch and progress inside the epoch on the terminal. `begin` learns
/// the number of parameters before the first step.
[[nodiscard]] Result<TrainResult> trainWithReport(const Dataset& dataset, const TrainingConfig& config,
                                                  std::size_t threads, const CancelToken& cancel,
                                                  const std::function<void(std::int64_t parameters)>& begin = {});

/// The figures of a checkpoint on one split, as an evaluation from its file gives them.
[[nodiscard]] Result<SplitResult> evaluateCheckpoint(const std::filesystem::path& checkpoint, const SequenceSet& set,
                                                     const TrainingConfig& config, const CancelToken& cancel);

}  // namespace sojourn::cli
