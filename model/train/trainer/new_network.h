// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a dataset can be trained on, and the network that a training starts with.
#pragma once

#include <memory>

#include "model/config/training_config.h"
#include "model/core/result.h"
#include "model/data/dataset/dataset.h"
#include "model/results/recipe_kind.h"

namespace sojourn {

class Network;

/// Ids and lengths that the network's tables will hold. Errors: ErrorKind::BadInput, naming the sequence.
[[nodiscard]] Status checkTrainable(const Dataset& dataset, Split split);

struct NewNetwork {
  std::shared_ptr<Network> network;  ///< initialised as SPEC 3.3 has it, from the configuration's seed; on the CPU
  RecipeKind recipe = RecipeKind::WarmupCosine;
};

/// Errors (ErrorKind::BadInput): an unknown kind or ablation, heads that do not divide the width.
[[nodiscard]] Result<NewNetwork> newNetwork(const Dataset& dataset, const TrainingConfig& config);

}  // namespace sojourn
