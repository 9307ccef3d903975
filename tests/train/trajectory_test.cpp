// SPDX-License-Identifier: GPL-3.0-or-later
// Thirty steps of the recipe without dropout against the reference trajectory, from the same initial weights.
#include <cmath>
#include <fstream>
#include <numeric>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "model/data/dataset/dataset.h"
#include "model/nets/registry/registry.h"
#include "model/train/trainer/recipe.h"
#include "model/train/trainer/train.h"
#include "model/train/trainer/train_step.h"
#include "tests/support/shared_data.h"

namespace sojourn {
namespace {

TEST(Trajectory, FollowsTheReference) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto location = locateDataset(data / "geolife");
  ASSERT_TRUE(location.ok());
  const auto dataset =
      readDataset(*location, {.wanted = {Split::Train, Split::Validation}, .required = {Split::Train}});
  ASSERT_TRUE(dataset.ok()) << dataset.error().sentence();
  const auto initial = readCheckpointFile(data / "reference" / "training_v45_initial.pt");
  ASSERT_TRUE(initial.ok()) << initial.error().sentence();
  const auto loaded = networkFromCheckpoint(*initial, "training_v45_initial.pt", {.heads = 4, .dropout = 0});
  ASSERT_TRUE(loaded.ok()) << loaded.error().sentence();
  std::ifstream file(data / "reference" / "training_v45_trajectory.json");
  const nlohmann::json reference = nlohmann::json::parse(file);

  TrainingConfig config;  // the GeoLife recipe
  config.model.dropout = 0;
  const std::unique_ptr<const Recipe> recipe = makeRecipe(RecipeKind::WarmupCosine, config.training);
  TrainStep trainer(loaded->network, config, recipe->updateRule(), 2);
  const auto relative = [](double got, double expected) { return std::abs(got / expected - 1); };
  for (std::size_t step = 0; step < 30; ++step) {
    std::vector<std::size_t> rows(128);
    std::iota(rows.begin(), rows.end(), step * 128);
    const nlohmann::json& expected = reference.at("steps").at(step);
    // In the file the formula of the epochs is applied to steps.
    const auto number = static_cast<std::int64_t>(step);
    const double rate = recipe->learningRate({}, {.epoch = number + 1, .steps = number, .stepsPerEpoch = 1});
    EXPECT_NEAR(rate, expected.at("learning_rate").get<double>(), 1e-12);
    trainer.step(*dataset->split(Split::Train), rows, rate, number);
    const StepFigures figures = trainer.collect().at(0);
    EXPECT_LT(relative(figures.loss, expected.at("loss").get<double>()), step < 10 ? 1e-4 : 1e-3) << "step " << step;
    EXPECT_LT(relative(figures.gradientNorm, expected.at("gradient_norm_before_clipping").get<double>()), 1e-3)
        << "step " << step;
  }

  CheckpointFile trained = *initial;
  trained.tensors = trainer.weights();
  const auto engine = Engine::fromCheckpoint(trained, "trained.pt", {.device = Device::Cpu, .heads = 4});
  ASSERT_TRUE(engine.ok()) << engine.error().sentence();
  const auto validation = validate(**engine, *dataset->split(Split::Validation), config);
  ASSERT_TRUE(validation.ok()) << validation.error().sentence();
  EXPECT_LT(
      relative(validation->batchMeanLoss, reference.at("validation").at("loss_mean_of_batch_means").get<double>()),
      1e-3);
  EXPECT_NEAR(static_cast<double>(validation->metrics.all.correct[0]),
              reference.at("validation").at("correct@1").get<double>(), 3);

  const nlohmann::json& norms = reference.at("parameter_l2_after");
  std::size_t compared = 0;
  for (const NamedArray& tensor : networkState(trainer.network())) {
    if (!norms.contains(tensor.name)) continue;
    double squares = 0;
    for (const double value : tensor.array.toDoubles()) squares += value * value;
    // A bias on all keys has no influence on a softmax: its gradient is nothing but rounding, which Adam's tiny epsilon
    // turns into steps. For that reason the norms of in_proj_bias (a third of it belongs to keys) and pointer_key.bias
    // depend on the order in which gradients are summed: split into 1, 2, 3, 4 and 7 shards, the first lies 0.2e-3 to
    // 2.6e-3 from the reference, the second 0.2e-3 to 0.8e-3, and no order is the right one. Nor does eager PyTorch
    // 2.11 agree with itself: with one thread its in_proj_bias lies 1.2e-3 from the reference, with each batch turned
    // round 2.8e-3, while every other norm stays within 3e-7.
    const bool rounding = tensor.name.ends_with("in_proj_bias") || tensor.name == "pointer_key.bias";
    const double tolerance = rounding ? 5e-3 : 1e-5;
    EXPECT_LT(relative(std::sqrt(squares), norms.at(tensor.name).get<double>()), tolerance) << tensor.name;
    ++compared;
  }
  EXPECT_EQ(compared, norms.size());
}

}  // namespace
}  // namespace sojourn
