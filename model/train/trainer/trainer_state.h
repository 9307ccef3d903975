// SPDX-License-Identifier: GPL-3.0-or-later
// All that a training needs to go on exactly as if it had never stopped, and how last.pt holds it.
#pragma once

#include <cstdint>
#include <vector>

#include "model/config/training_config.h"
#include "model/core/result.h"
#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/train/trainer/recipe.h"

namespace sojourn {

/// A training between two steps. The order of the data and the dropout follow from the seed and from where the training
/// stands (randomness.h), so no generator has a state to keep.
struct TrainerState {
  std::int64_t finishedEpochs = 0;  ///< validated, and the best model updated
  std::int64_t stepInEpoch = 0;     ///< steps done of the epoch after those
  std::int64_t steps = 0;           ///< done since the beginning
  double lossSum = 0;               ///< over the steps of the epoch under way
  double rateFactor = 1;            ///< what a person multiplied the schedule by
  bool steered = false;             ///< a person changed the learning rate
  double learningRate = 0;          ///< of the next step; only for the record, as it follows from the rest
  RecipeMemory recipe;
  std::vector<NamedArray> weights;      ///< and buffers, in the order of the state dict
  std::vector<NamedArray> bestWeights;  ///< only where the recipe returns to them
  OptimizerState optimizer;
};

/// What the published layout (SPEC 8.1) says beside the weights, which are left to the caller.
[[nodiscard]] CheckpointFile publishedCheckpoint(const TrainerState& state, const TrainingConfig& config);

/// A checkpoint in the published layout; what that has no place for goes under "trainer".
[[nodiscard]] CheckpointFile toCheckpoint(TrainerState state, const TrainingConfig& config);

/// Errors (ErrorKind::BadInput): a checkpoint that was not written by a trainer, or whose numbers are impossible.
/// `where` names it.
[[nodiscard]] Result<TrainerState> trainerState(CheckpointFile checkpoint, const std::string& where);

}  // namespace sojourn
