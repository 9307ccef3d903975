// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/trainer/recipe.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sojourn {
namespace {

/// Counts an epoch: true where its loss lies at least `gain` below the best, or below it at all where gain is 0.
bool countEpoch(RecipeMemory& memory, double loss, double gain, std::int64_t epoch) {
  const bool better = gain > 0 ? loss <= memory.bestLoss - gain : loss < memory.bestLoss;
  if (better) {
    memory.bestLoss = loss;
    memory.bestEpoch = epoch;
    memory.waited = 0;
  } else {
    ++memory.waited;
  }
  return better;
}

/// Pointer V45 (SPEC 7.1): AdamW, a rate for each epoch, stop when patience is used up.
class WarmupCosineRecipe : public Recipe {
 public:
  explicit WarmupCosineRecipe(const TrainingConfig::Training& training) : m_training(training) {}

  [[nodiscard]] UpdateRule updateRule() const override {
    return {
        .decayInGradient = false, .beta1 = 0.9, .beta2 = 0.98, .epsilon = 1e-9, .weightDecay = m_training.weightDecay};
  }
  [[nodiscard]] bool dropsLastBatch() const override { return false; }
  [[nodiscard]] bool returnsToBest() const override { return false; }
  [[nodiscard]] double learningRate(const RecipeMemory&, const TrainingPosition& position) const override {
    return warmupCosineRate(m_training, position.epoch);
  }
  [[nodiscard]] Judgement judge(RecipeMemory& memory, const EpochScore& score,
                                const TrainingPosition& position) const override {
    const bool best = countEpoch(memory, score.loss, 0, position.epoch);
    const bool patienceUsedUp = memory.waited >= m_training.patience && position.epoch >= m_training.minEpochs;
    memory.over = patienceUsedUp || position.epoch >= m_training.numEpochs;
    return {.best = best, .returnToBest = false};
  }

 private:
  TrainingConfig::Training m_training;
};

/// MHSA (SPEC 7.2): Adam with L2 in the gradient, a rate for each step; the first two times that patience is used up,
/// back to the best weights with a tenth of the rate reached.
class LinearWithReturnsRecipe : public Recipe {
 public:
  static constexpr double gainThatCounts = 0.001;
  static constexpr double rateAfterReturn = 0.1;
  static constexpr std::int64_t mostReturns = 2;

  explicit LinearWithReturnsRecipe(const TrainingConfig::Training& training) : m_training(training) {}

  [[nodiscard]] UpdateRule updateRule() const override {
    return {
        .decayInGradient = true, .beta1 = 0.9, .beta2 = 0.999, .epsilon = 1e-8, .weightDecay = m_training.weightDecay};
  }
  [[nodiscard]] bool dropsLastBatch() const override { return true; }
  [[nodiscard]] bool returnsToBest() const override { return true; }
  [[nodiscard]] double learningRate(const RecipeMemory& memory, const TrainingPosition& position) const override {
    return memory.heldRate ? *memory.heldRate : linearRate(m_training, position.steps, position.stepsPerEpoch);
  }
  [[nodiscard]] Judgement judge(RecipeMemory& memory, const EpochScore& score,
                                const TrainingPosition& position) const override {
    Judgement judgement{.best = countEpoch(memory, score.loss, gainThatCounts, position.epoch), .returnToBest = false};
    if (memory.waited >= m_training.patience && position.epoch >= m_training.minEpochs) {
      if (memory.returns == mostReturns) {
        memory.over = true;
      } else {
        memory.heldRate = rateAfterReturn * learningRate(memory, position);
        ++memory.returns;
        memory.waited = 0;
        judgement.returnToBest = memory.bestEpoch > 0;
      }
    }
    memory.over = memory.over || position.epoch >= m_training.numEpochs;
    return judgement;
  }

 private:
  TrainingConfig::Training m_training;
};

/// DeepMove (BASELINES): Adam with L2 in the gradient; a tenth of the rate after more than three epochs without a
/// better validation accuracy, as torch's ReduceLROnPlateau counts them, and an end when patience is used up. The
/// published loop also subtracts rate * gradient from every weight by hand before Adam updates it: a mistake, not
/// repeated here.
class AccuracyPlateauRecipe : public Recipe {
 public:
  static constexpr std::int64_t epochsOnPlateau = 3;
  static constexpr double rateAfterPlateau = 0.1;

  explicit AccuracyPlateauRecipe(const TrainingConfig::Training& training) : m_training(training) {}

  [[nodiscard]] UpdateRule updateRule() const override {
    return {
        .decayInGradient = true, .beta1 = 0.9, .beta2 = 0.999, .epsilon = 1e-8, .weightDecay = m_training.weightDecay};
  }
  [[nodiscard]] bool dropsLastBatch() const override { return false; }
  [[nodiscard]] bool returnsToBest() const override { return false; }
  [[nodiscard]] double learningRate(const RecipeMemory& memory, const TrainingPosition&) const override {
    return memory.heldRate.value_or(m_training.learningRate);
  }
  [[nodiscard]] Judgement judge(RecipeMemory& memory, const EpochScore& score,
                                const TrainingPosition& position) const override {
    const bool best = std::isfinite(score.loss) && (!memory.bestAccuracy || score.accuracy > *memory.bestAccuracy);
    if (best) {
      memory.bestAccuracy = score.accuracy;
      memory.bestLoss = score.loss;
      memory.bestEpoch = position.epoch;
      memory.waited = 0;
    } else {
      ++memory.waited;
      if (memory.waited % (epochsOnPlateau + 1) == 0)
        memory.heldRate = rateAfterPlateau * learningRate(memory, position);
    }
    const bool patienceUsedUp = memory.waited >= m_training.patience && position.epoch >= m_training.minEpochs;
    memory.over = patienceUsedUp || position.epoch >= m_training.numEpochs;
    return {.best = best, .returnToBest = false};
  }

 private:
  TrainingConfig::Training m_training;
};

}  // namespace

std::int64_t scheduleEpochs(const TrainingConfig::Training& training) {
  return training.scheduleEpochs > 0 ? training.scheduleEpochs : training.numEpochs;
}

double warmupCosineRate(const TrainingConfig::Training& training, std::int64_t epoch) {
  const double e = static_cast<double>(epoch - 1);
  const double warmup = static_cast<double>(training.warmupEpochs);
  if (e < warmup) return training.learningRate * (e + 1) / warmup;
  const double left = static_cast<double>(scheduleEpochs(training)) - warmup;
  const double progress = left > 0 ? std::min((e - warmup) / left, 1.0) : 1;
  return training.minLr + (training.learningRate - training.minLr) * (1 + std::cos(std::numbers::pi * progress)) / 2;
}

double linearRate(const TrainingConfig::Training& training, std::int64_t steps, std::int64_t stepsPerEpoch) {
  const double done = static_cast<double>(steps);
  const double warmup = static_cast<double>(training.warmupEpochs * stepsPerEpoch);
  if (done < warmup) return training.learningRate * done / warmup;
  const double end = static_cast<double>(scheduleEpochs(training) * stepsPerEpoch);
  return training.learningRate * std::max(0.0, (end - done) / std::max(1.0, end - warmup));
}

std::unique_ptr<const Recipe> makeRecipe(RecipeKind kind, const TrainingConfig::Training& training) {
  switch (kind) {
    case RecipeKind::LinearWithReturns:
      return std::make_unique<LinearWithReturnsRecipe>(training);
    case RecipeKind::AccuracyPlateau:
      return std::make_unique<AccuracyPlateauRecipe>(training);
    case RecipeKind::WarmupCosine:
      break;
  }
  return std::make_unique<WarmupCosineRecipe>(training);
}

}  // namespace sojourn
