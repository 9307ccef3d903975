// SPDX-License-Identifier: GPL-3.0-or-later
// A training that is stopped at some step and goes on in a fresh trainer ends with the same bytes as one that was not.
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/train/trainer/train.h"
#include "model/train/trainer/trainer.h"
#include "tests/train/ruled_dataset.h"

namespace sojourn {
namespace {

using namespace test;
using ::testing::HasSubstr;

std::unique_ptr<Trainer> trainerOf(const Dataset& dataset, const TrainingConfig& config) {
  auto trainer = Trainer::create({.dataset = &dataset, .config = config, .threads = 2});
  if (!trainer) throw std::runtime_error(trainer.error().sentence());
  return std::move(*trainer);
}

/// Steps, and judges epochs as they become complete, until `steps` steps are done or the training is over.
void runTo(Trainer& trainer, const Dataset& dataset, std::int64_t steps) {
  while (!trainer.over()) {
    if (trainer.epochComplete()) {
      const auto engine = trainer.engine();
      const auto figures = validate(*engine.value(), *dataset.split(Split::Validation), trainer.config());
      if (trainer.finishEpoch(figures.value().score()).returnToBest) trainer.returnToBest();
      continue;
    }
    if (trainer.at().steps >= steps) return;
    if (const auto report = trainer.step(); !report) throw std::runtime_error(report.error().sentence());
  }
}

Bytes bytesOf(const Trainer& trainer) {
  return encodeTorchCheckpoint(toCheckpoint(trainer.state(), trainer.config())).value();
}

/// As last.pt would bring it back.
TrainerState throughAFile(const Trainer& trainer) {
  auto file = readCheckpoint(bytesOf(trainer), "last.pt");
  if (!file) throw std::runtime_error(file.error().sentence());
  return trainerState(std::move(*file), "last.pt").value();
}

TrainingConfig pointerConfig() {
  TrainingConfig config = tinyConfig();
  config.model.dropout = 0.2;
  config.training.numEpochs = 4;
  return config;
}

/// Its rate is so high that it soon returns to its best weights.
TrainingConfig mhsaConfig() {
  TrainingConfig config = recipeFor("mhsa");
  config.model.dModel = 16;
  config.model.nhead = 2;
  config.model.numLayers = 1;
  config.model.dimFeedforward = 32;
  config.training.learningRate = 0.03;
  config.training.patience = 1;
  config.training.warmupEpochs = 1;
  config.training.numEpochs = 12;
  return config;
}

class Resume : public ::testing::TestWithParam<TrainingConfig (*)()> {};

TEST_P(Resume, EndsWithTheSameBytesWhereverItWasStopped) {
  const Dataset dataset = ruledDataset();
  const TrainingConfig config = GetParam()();
  const auto undisturbed = trainerOf(dataset, config);
  runTo(*undisturbed, dataset, 1'000'000);
  ASSERT_TRUE(undisturbed->over());
  const Bytes expected = bytesOf(*undisturbed);

  std::mt19937 random(5);
  std::vector<std::int64_t> stops{0, 1, undisturbed->stepsPerEpoch(), undisturbed->stepsPerEpoch() + 1};
  for (int i = 0; i < 2; ++i)
    stops.push_back(static_cast<std::int64_t>(random() % static_cast<std::uint32_t>(undisturbed->at().steps)));
  for (const std::int64_t stop : stops) {
    const auto first = trainerOf(dataset, config);
    runTo(*first, dataset, stop);
    EXPECT_EQ(first->at().steps, stop);
    const auto second = trainerOf(dataset, config);
    ASSERT_TRUE(second->restore(throughAFile(*first)).ok());
    EXPECT_TRUE(bytesOf(*second) == bytesOf(*first)) << "stopped at step " << stop;
    runTo(*second, dataset, 1'000'000);
    EXPECT_TRUE(bytesOf(*second) == expected) << "stopped at step " << stop;
  }
}

INSTANTIATE_TEST_SUITE_P(Recipes, Resume, ::testing::Values(&pointerConfig, &mhsaConfig),
                         [](const auto& tested) { return tested.param().model.name; });

TEST(Resume, MhsaWentBackToItsBestInThatTest) {
  const Dataset dataset = ruledDataset();
  const auto trainer = trainerOf(dataset, mhsaConfig());
  runTo(*trainer, dataset, 1'000'000);
  EXPECT_GT(trainer->state().recipe.returns, 0) << "else the test above shows less than it says";
  EXPECT_FALSE(trainer->state().bestWeights.empty());
}

TEST(Resume, AChangedRateStaysChanged) {
  const Dataset dataset = ruledDataset();
  const TrainingConfig config = pointerConfig();
  const auto steered = trainerOf(dataset, config);
  runTo(*steered, dataset, 5);
  const double before = steered->learningRate();
  EXPECT_FALSE(steered->at().steered);
  ASSERT_TRUE(steered->setLearningRate(before / 4).ok());
  EXPECT_NEAR(steered->learningRate(), before / 4, 1e-15);
  runTo(*steered, dataset, 9);
  const auto resumed = trainerOf(dataset, config);
  ASSERT_TRUE(resumed->restore(throughAFile(*steered)).ok());
  EXPECT_TRUE(resumed->at().steered);
  EXPECT_EQ(resumed->learningRate(), steered->learningRate());
  runTo(*resumed, dataset, 1'000'000);
  runTo(*steered, dataset, 1'000'000);
  EXPECT_TRUE(bytesOf(*resumed) == bytesOf(*steered));
  EXPECT_FALSE(steered->setLearningRate(0).ok());
  EXPECT_FALSE(steered->setLearningRate(-1).ok());
  EXPECT_FALSE(steered->setLearningRate(10.5).ok()) << "a configuration takes 10 at most";
}

TEST(Resume, RefusesAStateThatDoesNotFit) {
  const Dataset dataset = ruledDataset();
  const auto trainer = trainerOf(dataset, pointerConfig());
  TrainerState state = trainer->state();
  state.steps = 7;
  const Status wrongPlace = trainer->restore(state);
  ASSERT_FALSE(wrongPlace.ok());
  EXPECT_THAT(wrongPlace.error().sentence(), HasSubstr("an epoch of this data has 19 steps"));
  state = trainer->state();
  state.optimizer.slots.pop_back();
  EXPECT_FALSE(trainer->restore(state).ok());
  EXPECT_FALSE(trainer->restore(trainerOf(dataset, mhsaConfig())->state()).ok());
  EXPECT_FALSE(trainerState(trainer->checkpoint(true), "best.pt").ok()) << "holds weights, not a whole state";
}

TEST(Resume, ALossThatIsNoNumberIsFailedWork) {
  const Dataset dataset = ruledDataset();
  TrainingConfig config = pointerConfig();
  config.training.learningRate = 1e30;
  const auto trainer = trainerOf(dataset, config);
  while (!trainer->epochComplete()) {
    const auto report = trainer->step();
    if (report) continue;
    EXPECT_EQ(report.error().kind, ErrorKind::Failed);
    EXPECT_THAT(report.error().sentence(), HasSubstr("no longer a finite number"));
    return;
  }
  FAIL() << "such a rate breaks every model";
}

}  // namespace
}  // namespace sojourn
