// SPDX-License-Identifier: GPL-3.0-or-later
// What a person at a terminal sees of a training: a line an epoch, and the best model's figures afterwards.
#pragma once

#include <filesystem>

#include "app/cli/terminal/terminal.h"
#include "model/config/training_config.h"
#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/dataset.h"
#include "model/train/trainer/train.h"
#include "model/train/trainer/validation.h"

namespace sojourn::cli {

/// Prints a line on standard output for every epoch, and shows progress inside the epoch on the terminal.
class EpochTable {
 public:
  EpochTable();
  EpochTable(const EpochTable&) = delete;
  EpochTable& operator=(const EpochTable&) = delete;

  /// To be handed to the training; must not outlive this object.
  [[nodiscard]] TrainObserver observer();
  /// Takes progress off the terminal. Errors: standard output could not be written.
  [[nodiscard]] Status finish();

 private:
  ProgressLine m_progress;
  Status m_printed;
};

/// The figures of a checkpoint on one split, as an evaluation from its file gives them.
[[nodiscard]] Result<Validation> evaluateCheckpoint(const std::filesystem::path& checkpoint, const SequenceSet& set,
                                                    const TrainingConfig& config, const CancelToken& cancel);

}  // namespace sojourn::cli
