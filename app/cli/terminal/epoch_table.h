// SPDX-License-Identifier: GPL-3.0-or-later
// The lines that a training prints.
#pragma once

#include "app/cli/terminal/terminal.h"
#include "model/train/trainer/train.h"

namespace sojourn::cli {

/// Prints a line on standard output for every epoch of a training, and shows progress inside the epoch.
class EpochTable {
 public:
  /// To be handed to the training; must not outlive this object.
  [[nodiscard]] TrainObserver observer();
  /// Takes progress off the terminal. Errors: standard output could not be written.
  [[nodiscard]] Status finish();

 private:
  ProgressLine m_progress{"training"};
  Status m_printed;
};

}  // namespace sojourn::cli
