// SPDX-License-Identifier: GPL-3.0-or-later
// One step against the definitions, and independence of how a batch is split.
#include "model/train/trainer/train_step.h"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "model/nets/optimizer/adam.h"
#include "model/nets/registry/registry.h"
#include "tests/nets/plain_forward.h"
#include "tests/nets/small_models.h"

namespace sojourn {
namespace {

using namespace test;

TrainingConfig smallConfig(double dropout = 0) {
  TrainingConfig config;
  config.model.dropout = dropout;
  config.training.batchSize = 16;
  return config;
}

TrainStep trainerOf(const TrainingConfig& config, std::size_t threads, const SmallSizes& sizes = {}) {
  Result<LoadedNetwork> loaded =
      networkFromCheckpoint(smallPointerV45(sizes), "small.pt", {.heads = 4, .dropout = config.model.dropout});
  if (!loaded) throw std::runtime_error(loaded.error().sentence());
  const UpdateRule rule{.beta2 = 0.98, .epsilon = 1e-9, .weightDecay = config.training.weightDecay};
  return {loaded->network, config, rule, threads};
}

std::vector<std::size_t> allRows(const SequenceSet& set) {
  std::vector<std::size_t> rows(set.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

StepFigures oneStep(TrainStep& trainer, const SequenceSet& set, double rate, std::int64_t number = 0) {
  trainer.step(set, allRows(set), rate, number);
  const std::vector<StepFigures> figures = trainer.collect();
  if (figures.size() != 1) throw std::runtime_error("one step has one set of figures");
  return figures.front();
}

std::vector<Sequence> someSequences(std::size_t count, const SmallSizes& sizes = {}) {
  std::vector<std::size_t> lengths;
  for (std::size_t i = 0; i < count; ++i) lengths.push_back(1 + i * 5 % 12);
  return fakeSequences(lengths, sizes);
}

/// -(1 - s) log p(target) - s mean over y of log p(y), from the plain pass; padding targets are not counted.
double smoothedLoss(const std::vector<Sequence>& sequences, double smoothing) {
  double sum = 0, counted = 0;
  for (const Sequence& sequence : sequences) {
    if (*sequence.target == paddingLocation) continue;
    const Vector scores = plainPointerV45(smallPointerV45(), sequence, 4).scores;
    double normaliser = 0, mean = 0;
    for (const double score : scores) normaliser += std::exp(score);
    for (const double score : scores) mean += (score - std::log(normaliser)) / static_cast<double>(scores.size());
    const double target = scores[static_cast<std::size_t>(*sequence.target)] - std::log(normaliser);
    sum -= (1 - smoothing) * target + smoothing * mean;
    ++counted;
  }
  return sum / counted;
}

TEST(TrainStep, LossIsTheSmoothedCrossEntropy) {
  std::vector<Sequence> sequences = someSequences(40);
  sequences[3].target = paddingLocation;
  const SequenceSet set = setOf(sequences);
  TrainStep trainer = trainerOf(smallConfig(), 2);
  const StepFigures figures = oneStep(trainer, set, 0.0);
  EXPECT_NEAR(figures.loss, smoothedLoss(sequences, 0.03), 1e-5);
}

TEST(TrainStep, FirstStepMovesEveryNumberByTheLearningRate) {
  // AdamW's first step is lr * sign(gradient), beside the decay: what a wrong bias correction would not give.
  TrainingConfig config = smallConfig();
  config.training.weightDecay = 0;
  TrainStep trainer = trainerOf(config, 1);
  const std::vector<NamedArray> before = networkState(trainer.network());
  const SequenceSet set = setOf(someSequences(32));
  const StepFigures figures = oneStep(trainer, set, 1e-3);
  EXPECT_GT(figures.gradientNorm, 0.1);
  const std::vector<NamedArray> after = networkState(trainer.network());
  std::size_t moved = 0;
  for (std::size_t t = 0; t < before.size(); ++t) {
    const std::vector<float> a = before[t].array.toFloats(), b = after[t].array.toFloats();
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double step = std::abs(static_cast<double>(b[i]) - static_cast<double>(a[i]));
      EXPECT_LE(step, 1.01e-3) << before[t].name;
      moved += step > 0.9e-3 ? 1 : 0;
    }
    if (before[t].name == "pos_encoding") {
      EXPECT_EQ(a, b) << "a buffer is not trained";
    }
  }
  EXPECT_GT(moved, 2000U);
}

TEST(TrainStep, ThreadsDoNotChangeWhatIsLearned) {
  // The second is large enough for products by oneDNN and for gradients that are kept as factors.
  for (const SmallSizes& sizes : {SmallSizes{}, SmallSizes{.locations = 1000, .width = 64, .feedForward = 128}}) {
    const SequenceSet set = setOf(someSequences(sizes.locations > 100 ? 256 : 96, sizes));
    const auto lossesWith = [&](std::size_t threads) {
      TrainStep trainer = trainerOf(smallConfig(0.1), threads, sizes);
      std::vector<double> losses;
      for (std::int64_t step = 0; step < 5; ++step) losses.push_back(oneStep(trainer, set, 1e-3, step).loss);
      return losses;
    };
    const std::vector<double> one = lossesWith(1), three = lossesWith(3);
    EXPECT_EQ(one, three) << "to the last bit";
    EXPECT_LT(one.back(), one.front());
  }
}

TEST(TrainStep, ASeedGivesTheSameWeightsEveryTime) {
  const SequenceSet set = setOf(someSequences(64));
  const auto weightsAfter = [&](std::int64_t seed) {
    TrainingConfig config = smallConfig(0.3);
    config.seed = seed;
    TrainStep trainer = trainerOf(config, 2);
    for (std::int64_t step = 0; step < 3; ++step) static_cast<void>(oneStep(trainer, set, 1e-3, step));
    return networkState(trainer.network())[2].array.data;
  };
  EXPECT_EQ(weightsAfter(1), weightsAfter(1));
  EXPECT_NE(weightsAfter(1), weightsAfter(2));
}

TEST(TrainStep, OptimizerStateHasPythonsLayout) {
  TrainStep trainer = trainerOf(smallConfig(), 1);
  const SequenceSet set = setOf(someSequences(20));
  static_cast<void>(oneStep(trainer, set, 1e-3));
  const OptimizerState state = trainer.optimizerState(1e-3);
  std::size_t parameters = 0;
  for (const StateTensor& item : stateTensors(trainer.network())) parameters += item.parameter ? 1 : 0;
  ASSERT_EQ(state.slots.size(), parameters);
  EXPECT_EQ(state.slots[0].tensors[0].name, "step");
  EXPECT_EQ(state.slots[0].tensors[0].array.toDoubles(), std::vector<double>{1});
  EXPECT_EQ(state.slots[1].tensors[1].array.shape, (std::vector<std::int64_t>{30, 16})) << "loc_emb is parameter 1";
  EXPECT_EQ(state.paramGroups[0].at("betas"), (nlohmann::ordered_json{0.9, 0.98}));
  EXPECT_EQ(state.paramGroups[0].at("params").size(), parameters);
}

TEST(GradientNorm, IsOfAllGradientsTogether) {
  EXPECT_NEAR(gradientNorm({at::full({4}, 3.0F), at::full({9}, 2.0F)}).item<double>(), std::sqrt(36.0 + 36.0), 1e-6);
}

}  // namespace
}  // namespace sojourn
