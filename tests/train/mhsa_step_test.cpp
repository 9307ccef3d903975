// SPDX-License-Identifier: GPL-3.0-or-later
// Twelve steps of MHSA's recipe without dropout against PyTorch's own modules (TransformerEncoder, BatchNorm1d, Adam
// with weight decay, clip_grad_norm_), from weights and sequences that a formula gives to both.
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "model/nets/mhsa/mhsa.h"
#include "model/train/trainer/recipe.h"
#include "model/train/trainer/train_step.h"
#include "tests/train/formula_training.h"

namespace sojourn {
namespace {

constexpr std::int64_t stepsPerEpoch = 4;
constexpr int batchSize = 24;

/// What PyTorch 2.11 (CPU, float32) found.
constexpr std::array<double, 12> losses{4.112476, 4.215873, 3.867544, 4.011663, 3.827004, 3.678299,
                                        3.792379, 3.600728, 3.526513, 3.491926, 3.428530, 3.530647};
constexpr std::array<double, 12> gradientNorms{3.219756, 3.421042, 3.476858, 2.659070, 2.040214, 1.790979,
                                               2.246769, 1.522920, 1.273644, 1.020717, 1.148862, 1.593508};

std::shared_ptr<Mhsa> formulaNetwork() {
  auto network = std::make_shared<Mhsa>(MhsaOptions{
      .sizes = {.locations = 30, .users = 5, .maxLength = 16, .width = 16, .heads = 4, .layers = 2, .feedForward = 24},
      .dropout = 0,
      .fcDropout = 0});
  test::setFormulaWeights(*network);
  return network;
}

class MhsaStep : public testing::TestWithParam<StepKind> {};

TEST_P(MhsaStep, FollowsPyTorch) {
  TrainingConfig config = recipeFor("mhsa");
  config.training.learningRate = 0.01;
  config.training.weightDecay = 0.1;
  const auto recipe = makeRecipe(RecipeKind::LinearWithReturns, config.training);
  TrainStep trainer(formulaNetwork(), config, recipe->updateRule(), 2, GetParam());
  std::vector<std::size_t> rows(batchSize);
  for (std::size_t row = 0; row < rows.size(); ++row) rows[row] = row;
  for (std::int64_t step = 0; step < 12; ++step) {
    const TrainingPosition at{.epoch = 1 + step / stepsPerEpoch, .steps = step, .stepsPerEpoch = stepsPerEpoch};
    const SequenceSet set = test::formulaSequences(static_cast<int>(step) * batchSize, batchSize);
    trainer.step(set, rows, recipe->learningRate({}, at), step);
    const StepFigures figures = trainer.collect().at(0);
    const auto i = static_cast<std::size_t>(step);
    EXPECT_NEAR(figures.loss, losses[i], 1e-4 * losses[i]) << "step " << step;
    EXPECT_NEAR(figures.gradientNorm, gradientNorms[i], 1e-3 * gradientNorms[i]) << "step " << step;
  }
  const auto normOf = [state = trainer.weights()](const std::string& name) {
    double squares = 0;
    for (const NamedArray& tensor : state)
      if (tensor.name == name)
        for (const double value : tensor.array.toDoubles()) squares += value * value;
    return std::sqrt(squares);
  };
  EXPECT_EQ(normOf("FC.norm1.num_batches_tracked"), 12);
  EXPECT_NEAR(normOf("FC.norm1.running_mean"), 1.694767, 1e-3);
  EXPECT_NEAR(normOf("FC.norm1.running_var"), 3.894584, 2e-3);
  EXPECT_NEAR(normOf("Embedding.emb_loc.weight"), 3.309361, 1e-3);
  EXPECT_NEAR(normOf("encoder.layers.1.linear1.weight"), 2.943693, 1e-3);
  EXPECT_NEAR(normOf("FC.fc_loc.bias"), 0.848808, 1e-3);
}

INSTANTIATE_TEST_SUITE_P(Kinds, MhsaStep, testing::Values(StepKind::Shards, StepKind::Recorded));

}  // namespace
}  // namespace sojourn
