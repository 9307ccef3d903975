// SPDX-License-Identifier: GPL-3.0-or-later
// Whole trainings of a tiny model on fake sequences with a rule in them.
#include "model/train/trainer/train.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/inspect/engine.h"
#include "tests/nets/small_models.h"
#include "tests/train/ruled_dataset.h"

namespace sojourn {
namespace {

using namespace test;
using ::testing::HasSubstr;

TEST(Train, LearnsARuleAndItsCheckpointIsAModel) {
  const Dataset dataset = ruledDataset();
  std::vector<EpochReport> seen;
  const Result<TrainResult> result =
      train({.dataset = &dataset, .config = tinyConfig(), .threads = 2},
            {.step = {}, .epoch = [&](const EpochReport& report) { seen.push_back(report); }});
  ASSERT_TRUE(result.ok()) << result.error().sentence();
  ASSERT_EQ(seen.size(), result->epochs.size());
  EXPECT_EQ(seen.front().epoch, 1);
  EXPECT_LT(seen.back().trainLoss, seen.front().trainLoss);
  EXPECT_GT(seen.back().validationAccuracy, 70) << "chance is under 20";

  const auto best = std::ranges::min_element(seen, {}, &EpochReport::validationLoss);
  EXPECT_EQ(result->best.metadata.at("epoch"), best->epoch);
  EXPECT_EQ(result->best.metadata.at("best_val_loss"), best->validationLoss);
  EXPECT_EQ(result->last.metadata.at("epoch"), seen.back().epoch);
  EXPECT_EQ(result->best.stateKey, "model_state_dict");
  EXPECT_EQ(result->best.metadata.at("config").at("model").at("nhead"), 2);
  ASSERT_TRUE(result->best.optimizer);

  const auto engine = Engine::fromCheckpoint(result->best, "best.pt", {.device = Device::Cpu});
  ASSERT_TRUE(engine.ok()) << engine.error().sentence();
  EXPECT_EQ((*engine)->description().sizes.heads, 2) << "from the checkpoint's own config";
  EXPECT_EQ((*engine)->description().labelSmoothing, 0.03);
  std::vector<std::size_t> rows(150);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
  const auto outcomes = (*engine)->evaluate(*dataset.split(Split::Validation), rows);
  ASSERT_TRUE(outcomes.ok());
  const auto right = std::ranges::count_if(*outcomes, [](const Outcome& outcome) { return outcome.rank == 1; });
  EXPECT_NEAR(100.0 * static_cast<double>(right) / 150, best->validationAccuracy, 1e-9);
}

TEST(Train, IsRepeatable) {
  const Dataset dataset = ruledDataset();
  TrainingConfig config = tinyConfig();
  config.training.numEpochs = 3;
  const auto weights = [&] {
    return train({.dataset = &dataset, .config = config, .threads = 2})->last.tensors[3].array.data;
  };
  EXPECT_EQ(weights(), weights());
}

TEST(Train, StopsEarlyWhenNothingImproves) {
  const Dataset dataset = ruledDataset();
  TrainingConfig config = tinyConfig();
  config.training.learningRate = config.training.minLr = 0;
  config.training.weightDecay = 0;
  config.training.patience = 2;
  config.training.minEpochs = 5;
  const Result<TrainResult> result = train({.dataset = &dataset, .config = config, .threads = 1});
  ASSERT_TRUE(result.ok()) << result.error().sentence();
  EXPECT_EQ(result->epochs.size(), 5U);
  EXPECT_EQ(result->best.metadata.at("epoch"), 1);
  EXPECT_EQ(result->last.metadata.at("patience_counter"), 4);
}

TEST(Train, TrainsAnAblation) {
  const Dataset dataset = ruledDataset();
  TrainingConfig config = tinyConfig();
  config.training.numEpochs = 1;
  config.model.ablation = "no_gate";
  const Result<TrainResult> result = train({.dataset = &dataset, .config = config, .threads = 1});
  ASSERT_TRUE(result.ok()) << result.error().sentence();
  EXPECT_EQ((*Engine::fromCheckpoint(result->last, "last.pt"))->description().ablation, "no_gate");
}

TEST(Train, RefusesWhatCannotBeTrained) {
  const auto messageOf = [](const Dataset& dataset, const TrainingConfig& config) {
    const Result<TrainResult> result = train({.dataset = &dataset, .config = config, .threads = 1});
    return result.ok() ? std::string("trained") : result.error().sentence();
  };
  Dataset dataset = ruledDataset();
  TrainingConfig config = tinyConfig();
  config.model.nhead = 3;
  EXPECT_THAT(messageOf(dataset, config), HasSubstr("3 heads do not divide"));
  config = tinyConfig();
  config.model.name = "crystal_ball";
  EXPECT_THAT(messageOf(dataset, config), HasSubstr("crystal_ball"));
  config = tinyConfig();
  config.model.ablation = "no_brain";
  EXPECT_THAT(messageOf(dataset, config), HasSubstr("no_brain"));
  config = recipeFor("mhsa");
  config.model.dModel = 16;
  config.model.nhead = 2;
  config.training.batchSize = 1;
  EXPECT_THAT(messageOf(dataset, config), HasSubstr("mhsa normalises over the sequences of a batch"));
  dataset.splits[1].reset();
  EXPECT_THAT(messageOf(dataset, tinyConfig()), HasSubstr("ruled_validation"));
  dataset = ruledDataset();
  dataset.numLocations = 5;
  EXPECT_THAT(messageOf(dataset, tinyConfig()), HasSubstr("locations 0 to 4"));
}

/// The first sequences of a split.
SequenceSet firstOf(const SequenceSet& set, std::size_t count) {
  std::vector<Sequence> sequences;
  for (std::size_t row = 0; row < count; ++row) sequences.push_back(set.sequence(row));
  return setOf(sequences);
}

TEST(Train, NormalisesOverTwoSequencesOrMore) {
  Dataset dataset = ruledDataset();
  const SequenceSet all = *dataset.split(Split::Train);
  TrainingConfig config = recipeFor("mhsa");
  config.model.dModel = 16;
  config.model.nhead = 2;
  config.model.numLayers = 1;
  config.training.numEpochs = 1;
  const auto train = [&] { return sojourn::train({.dataset = &dataset, .config = config, .threads = 1}); };

  dataset.splits[0] = firstOf(all, 1);
  const auto alone = train();
  ASSERT_FALSE(alone.ok());
  EXPECT_EQ(alone.error().kind, ErrorKind::BadInput);
  EXPECT_THAT(alone.error().sentence(), HasSubstr("holds one sequence, but mhsa normalises"));
  // The last batch would hold one sequence: this recipe leaves it out.
  dataset.splits[0] = firstOf(all, 33);
  config.training.batchSize = 16;
  const auto dropped = train();
  ASSERT_TRUE(dropped.ok()) << dropped.error().sentence();
  for (const NamedArray& tensor : dropped->last.tensors)
    for (const double value : tensor.array.toDoubles()) ASSERT_TRUE(std::isfinite(value)) << tensor.name;
  // The pointer network mixes no sequences and takes them one by one.
  dataset.splits[0] = firstOf(all, 3);
  config = tinyConfig();
  config.training.numEpochs = 1;
  config.training.batchSize = 1;
  EXPECT_TRUE(train().ok());
}

TEST(Train, CanBeCancelled) {
  const Dataset dataset = ruledDataset();
  const CancelToken cancel;
  const Result<TrainResult> result = train({.dataset = &dataset, .config = tinyConfig(), .threads = 1},
                                           {.step =
                                                [&](std::size_t done, std::size_t total) {
                                                  if (done == 3) cancel.cancel();
                                                  EXPECT_EQ(total, 19U);
                                                },
                                            .epoch = {}},
                                           cancel);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().kind, ErrorKind::Cancelled);
}

}  // namespace
}  // namespace sojourn
