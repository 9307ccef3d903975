// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a dataset can be trained on, whether the training fits into memory, and the network that it starts with.
#pragma once

#include <memory>

#include "model/config/training_config.h"
#include "model/core/result.h"
#include "model/data/dataset/dataset.h"
#include "model/results/model_description.h"

namespace sojourn {

class Network;

/// Sizes of the network that a configuration makes for a dataset.
[[nodiscard]] ModelSizes newSizes(const Dataset& dataset, const TrainingConfig& config);

/// Bytes of this machine, or of the container that the program runs in.
[[nodiscard]] double machineMemory();

/// Errors (ErrorKind::BadInput): ids with such gaps that almost all rows of a table would never be used, a training
/// that does not fit in `memory` bytes, checkpoints larger than those that are read. Train must be there, with ids that
/// checkTrainable() has found good.
[[nodiscard]] Status checkTrainingMemory(const Dataset& dataset, const TrainingConfig& config,
                                         double memory = machineMemory());

/// Ids and lengths that the network's tables will hold. Errors: ErrorKind::BadInput, naming the sequence.
[[nodiscard]] Status checkTrainable(const Dataset& dataset, Split split);

struct NewNetwork {
  std::shared_ptr<Network> network;  ///< initialised as SPEC 3.3 has it, from the configuration's seed; on the CPU
  RecipeKind recipe = RecipeKind::WarmupCosine;
};

/// Errors (ErrorKind::BadInput): an unknown kind or ablation, heads that do not divide the width.
[[nodiscard]] Result<NewNetwork> newNetwork(const Dataset& dataset, const TrainingConfig& config);

}  // namespace sojourn
