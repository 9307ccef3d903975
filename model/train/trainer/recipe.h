// SPDX-License-Identifier: GPL-3.0-or-later
// How a kind of model is trained: the optimizer, the rate of each step, and what follows from a validation loss. The
// loop knows this interface and no kind.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "model/config/training_config.h"
#include "model/results/model_description.h"

namespace sojourn {

/// The epoch at which the schedule has come down.
[[nodiscard]] std::int64_t scheduleEpochs(const TrainingConfig::Training& training);

/// For epoch 1, 2, ...: a linear warm-up to the base rate, then half a cosine down to minLr at the schedule's end (SPEC
/// 7.1).
[[nodiscard]] double warmupCosineRate(const TrainingConfig::Training& training, std::int64_t epoch);

/// For the step after `steps` finished ones: linearly from 0 to the base rate over the warm-up, then linearly to 0 at
/// the schedule's end (SPEC 7.2).
[[nodiscard]] double linearRate(const TrainingConfig::Training& training, std::int64_t steps,
                                std::int64_t stepsPerEpoch);

/// What the optimizer needs beside rates and gradients.
struct UpdateRule {
  bool decayInGradient = false;  ///< weight decay as an L2 gradient (Adam), else on the weights themselves (AdamW)
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weightDecay = 0;
};

/// What a recipe remembers from one epoch to the next; part of a training's state.
struct RecipeMemory {
  double bestLoss = std::numeric_limits<double>::infinity();  ///< of validation, mean of batch means
  std::int64_t bestEpoch = 0;                                 ///< 0: none yet
  std::optional<double> bestAccuracy;  ///< of validation, percent; where it decides, bestLoss is that epoch's loss
  std::int64_t waited = 0;             ///< epochs without a better one
  std::int64_t returns = 0;            ///< how often patience was used up and the training went back to its best
  std::optional<double> heldRate;      ///< the rate since the schedule was ended
  bool over = false;

  bool operator==(const RecipeMemory&) const = default;
};

/// What validation found after an epoch.
struct EpochScore {
  double loss = 0;      ///< mean of batch means
  double accuracy = 0;  ///< percent, rank 1
};

/// Where a training stands.
struct TrainingPosition {
  std::int64_t epoch = 1;  ///< under way, or just finished
  std::int64_t steps = 0;  ///< done since the beginning
  std::int64_t stepsPerEpoch = 1;
};

/// What follows from an epoch.
struct Judgement {
  bool best = false;          ///< its weights are the best so far
  bool returnToBest = false;  ///< take the best weights again
};

class Recipe {
 public:
  virtual ~Recipe() = default;

  [[nodiscard]] virtual UpdateRule updateRule() const = 0;
  /// A last training batch that is smaller than the others is left out.
  [[nodiscard]] virtual bool dropsLastBatch() const = 0;
  /// judge() may ask for the best weights, so that they have to be kept.
  [[nodiscard]] virtual bool returnsToBest() const = 0;
  /// Rate of the step that comes next.
  [[nodiscard]] virtual double learningRate(const RecipeMemory& memory, const TrainingPosition& position) const = 0;
  /// After the epoch of `position`; changes `memory`, and sets its `over` where the training ends. A loss that is no
  /// number is never the best.
  [[nodiscard]] virtual Judgement judge(RecipeMemory& memory, const EpochScore& score,
                                        const TrainingPosition& position) const = 0;
};

[[nodiscard]] std::unique_ptr<const Recipe> makeRecipe(RecipeKind kind, const TrainingConfig::Training& training);

}  // namespace sojourn
