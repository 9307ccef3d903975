// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates the memory that a training will need before anything is built.
#pragma once

#include "model/config/training_config.h"
#include "model/core/result.h"
#include "model/data/dataset/dataset.h"
#include "model/results/model_description.h"

namespace sojourn {

/// Sizes of the network that a configuration makes for a dataset.
[[nodiscard]] ModelSizes newSizes(const Dataset& dataset, const TrainingConfig& config);

/// Bytes of this machine, or of the container that the program runs in.
[[nodiscard]] double machineMemory();

/// Errors (ErrorKind::BadInput): ids with such gaps that almost all rows of a table would never be used, a training
/// that does not fit in `memory` bytes, checkpoints larger than those that are read. Train must be there, with ids that
/// checkTrainable() has found good.
[[nodiscard]] Status checkTrainingMemory(const Dataset& dataset, const TrainingConfig& config,
                                         double memory = machineMemory());

}  // namespace sojourn
