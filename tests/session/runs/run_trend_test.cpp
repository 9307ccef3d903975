// SPDX-License-Identifier: GPL-3.0-or-later
// How a training goes: trends that do not flap, small losses that count for nothing, verdicts on runs that have ended.
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "views/session/runs/run_digest.h"
#include "views/session/runs/run_health.h"

namespace sojourn::session {
namespace {

using ::testing::HasSubstr;

struct Epoch {
  double train, validation;
};

FollowedRun runOf(const std::vector<Epoch>& epochs, RunState state = RunState::Running, std::int64_t places = 60) {
  auto outline = std::make_shared<RunHistory>();
  std::int64_t seq = 0;
  for (const Epoch& one : epochs) {
    const std::int64_t epoch = seq / 2 + 1;
    outline->add({.seq = ++seq, .wall = 1, .body = EpochEvent{.epoch = epoch, .trainLoss = one.train, .seconds = 5}});
    outline->add(
        {.seq = ++seq,
         .wall = 1,
         .body = EvalEvent{.epoch = epoch, .split = "validation", .metrics = {}, .batchMeanLoss = one.validation}});
  }
  FollowedRun run;
  auto record = std::make_shared<RunRecord>();
  record->dataset.places = places;
  run.entry.record = record;
  run.entry.status = RunStatus{};
  run.entry.status->state = state;
  run.outline = outline;
  return run;
}

/// Steps with these losses, sixteen of each, and a gradient norm of `norm`.
void addSteps(FollowedRun& run, const std::vector<double>& losses, double norm = 1) {
  auto steps = std::make_shared<StepColumns>();
  std::int64_t step = 0;
  for (const double loss : losses)
    for (int i = 0; i < 16; ++i)
      steps->add({.step = ++step, .epoch = 1, .loss = loss, .learningRate = 1e-3, .gradientNorm = norm}, 1);
  run.firstLoss = losses.front();
  run.recent = steps;
}

RunTrend trendAfter(const std::vector<Epoch>& epochs) {
  return digestOf(runOf(epochs)).trend;
}

TEST(RunTrend, ATinyTrainingLossThatRisesIsOverfittingAndNotDiverging) {
  // As seen: the training loss goes up from 0.043 to 0.058, a third, while the validation loss rises.
  const RunDigest digest = digestOf(runOf({{3, 3.2}, {1.2, 2.9}, {0.3, 3.3}, {0.06, 3.9}, {0.043, 4.2}, {0.058, 4.4}}));
  EXPECT_EQ(digest.trend, RunTrend::Overfitting);
  EXPECT_THAT(digest.trendReason, HasSubstr("dropout"));
  // Without a rise of the validation loss it is nothing at all.
  EXPECT_EQ(trendAfter({{3, 3.2}, {0.06, 2.9}, {0.043, 2.91}, {0.058, 2.9}}), RunTrend::None);
  // Where it rises in earnest, steps are too large.
  EXPECT_EQ(trendAfter({{3, 3.2}, {0.06, 2.9}, {0.043, 2.91}, {0.4, 2.9}}), RunTrend::Diverging);
}

TEST(RunTrend, DoesNotFlapFromEpochToEpoch) {
  std::vector<Epoch> epochs{{3, 3}, {2, 2.9}, {2.12, 2.9}};
  EXPECT_EQ(trendAfter(epochs), RunTrend::Diverging);
  // A little below the measure of 5 % and above it in turns.
  for (int i = 0; i < 6; ++i) {
    epochs.push_back({i % 2 == 0 ? 2.08 : 2.11, 2.9});
    EXPECT_EQ(trendAfter(epochs), RunTrend::Diverging) << i;
  }
  epochs.push_back({2.01, 2.9});
  EXPECT_EQ(trendAfter(epochs), RunTrend::Diverging) << "one calm epoch is not enough";
  epochs.push_back({2.02, 2.9});
  EXPECT_EQ(trendAfter(epochs), RunTrend::None);
  epochs.push_back({2.08, 2.9});
  EXPECT_EQ(trendAfter(epochs), RunTrend::None) << "below the measure it does not begin again";
}

TEST(RunTrend, OverfittingEndsWithANewBestEpoch) {
  std::vector<Epoch> epochs{{3, 3}, {2, 2.9}, {1.9, 2.95}, {1.8, 3.0}};
  EXPECT_EQ(trendAfter(epochs), RunTrend::Overfitting);
  epochs.push_back({1.7, 2.93});
  EXPECT_EQ(trendAfter(epochs), RunTrend::Overfitting);
  epochs.push_back({1.6, 2.89});
  EXPECT_EQ(trendAfter(epochs), RunTrend::None);
}

TEST(RunTrend, DivergingEndsWithTheLowestTrainingLoss) {
  std::vector<Epoch> epochs{{3, 3}, {2, 2.9}, {2.3, 2.9}};
  EXPECT_EQ(trendAfter(epochs), RunTrend::Diverging);
  epochs.push_back({1.9, 2.8});
  EXPECT_EQ(trendAfter(epochs), RunTrend::None);
  EXPECT_EQ(digestOf(runOf(epochs, RunState::Finished)).verdict, RunVerdict::None);
}

TEST(RunTrend, StepsTellBeforeTheEpochHasEndedAndKeepToIt) {
  FollowedRun run = runOf({});
  addSteps(run, {4, 3.5, 3.2, 3.1, 3.0, 3.0, 6.5});
  EXPECT_EQ(digestOf(run).trend, RunTrend::Diverging);
  EXPECT_THAT(digestOf(run).trendBrief, HasSubstr("Training loss 6.500, 1.6 times that of the first step"));
  addSteps(run, {4, 3.5, 1.2, 1.1, 1.0, 1.0, 2.5});
  EXPECT_EQ(digestOf(run).trendBrief, "Training loss 2.500, 2.5 times what it was");
  addSteps(run, {4, 3.5, 1.2, 1.1, 1.0, 1.0, 2.5, 1.4});
  EXPECT_EQ(digestOf(run).trend, RunTrend::Diverging) << "above half of the measure";
  addSteps(run, {4, 3.5, 1.2, 1.1, 1.0, 1.0, 2.5, 1.2});
  EXPECT_EQ(digestOf(run).trend, RunTrend::None);
  // Three times as high and still nothing.
  addSteps(run, {4, 1, 0.3, 0.1, 0.05, 0.05, 0.15});
  EXPECT_EQ(digestOf(run).trend, RunTrend::None);
}

TEST(RunTrend, StepsOfOneSequenceSayNothing) {
  FollowedRun run = runOf({});
  addSteps(run, {4, 3.5, 1.2, 1.1, 1.0, 1.0, 2.5});
  const auto trendWithBatchesOf = [&](int batch) {
    auto record = std::make_shared<RunRecord>(*run.entry.record);
    record->config["training"]["batch_size"] = batch;
    run.entry.record = record;
    return digestOf(run).trend;
  };
  EXPECT_EQ(trendWithBatchesOf(32), RunTrend::Diverging);
  EXPECT_EQ(trendWithBatchesOf(1), RunTrend::None);
}

TEST(RunTrend, AGradientNormCountsFromWhatIsUsuallyClipped) {
  const auto withNorms = [](double before, double latest) {
    FollowedRun run = runOf({});
    addSteps(run, {3, 3, 3, 3, 3, 3, 3});
    auto steps = std::make_shared<StepColumns>(*run.recent);
    steps->gradientNorm = {};
    for (std::size_t i = 0; i < steps->size(); ++i)
      steps->gradientNorm.push_back(i + 16 < steps->size() ? before : latest);
    run.recent = steps;
    return digestOf(run).trend;
  };
  EXPECT_EQ(withNorms(1.2, 30), RunTrend::Diverging);
  EXPECT_EQ(withNorms(0.01, 0.5), RunTrend::None);
  EXPECT_EQ(withNorms(1.2, 8), RunTrend::None);
}

TEST(RunVerdict, IsSaidOfRunsThatEndedWithoutUse) {
  // As seen: the early stop ended it with a loss of 18; the logarithm of 60 places is 4.09.
  const RunDigest lost = digestOf(runOf({{18.9, 18.4}, {18.7, 18.1}, {18.7, 18.3}}, RunState::Finished));
  EXPECT_EQ(lost.verdict, RunVerdict::WorseThanUntrained);
  EXPECT_EQ(lost.verdictBrief, "Worse than untrained: val. loss 18.10 > 4.09");
  EXPECT_EQ(lost.trend, RunTrend::None) << "it is not being trained";

  const RunDigest diverged = digestOf(runOf({{3.5, 3.4}, {3.1, 3.2}, {3.0, 3.1}, {3.9, 3.8}}, RunState::Interrupted));
  EXPECT_EQ(diverged.verdict, RunVerdict::Diverged);
  EXPECT_THAT(diverged.verdictReason, HasSubstr("risen by 30.0 % since epoch 3"));

  const RunDigest stuck = digestOf(runOf({{3.5, 3.4}, {3.4, 3.41}, {3.3, 3.42}}, RunState::Finished));
  EXPECT_EQ(stuck.verdict, RunVerdict::NeverImproved);
  EXPECT_EQ(digestOf(runOf({{3.5, 3.4}, {3.4, 3.41}}, RunState::Finished)).verdict, RunVerdict::None);

  // Overfitting at the end is what the early stop is for.
  EXPECT_EQ(digestOf(runOf({{3.5, 3.4}, {3, 3.0}, {2, 3.1}, {1, 3.3}}, RunState::Finished)).verdict, RunVerdict::None);
  EXPECT_EQ(digestOf(runOf({{3.5, 3.4}, {3, 3.0}}, RunState::Running)).verdict, RunVerdict::None);
}

TEST(RunVerdict, OfARunThatWasStoppedInItsFirstEpochIsByItsSteps) {
  FollowedRun run = runOf({}, RunState::Interrupted);
  addSteps(run, {4, 5, 18, 18.5});
  EXPECT_EQ(digestOf(run).verdict, RunVerdict::Diverged);
}

TEST(RunVerdict, WithoutTheNumberOfPlacesTheFirstStepIsTheMeasure) {
  FollowedRun run = runOf({{18, 18.1}, {18, 18.2}}, RunState::Finished, 0);
  EXPECT_EQ(digestOf(run).verdict, RunVerdict::None) << "nothing to compare it with";
  addSteps(run, {4, 18, 18, 18});
  EXPECT_EQ(digestOf(run).verdict, RunVerdict::WorseThanUntrained);
}

TEST(RunVerdict, StandsWhereTheReasonOfTheStateStood) {
  const FollowedRun run = runOf({{18.9, 18.4}, {18.7, 18.1}, {18.7, 18.3}}, RunState::Finished);
  const RunHealthReport report = healthOf(run, digestOf(run), 0);
  EXPECT_EQ(report.health, RunHealth::Finished);
  EXPECT_EQ(report.reason, "Worse than untrained: val. loss 18.10 > 4.09");
  EXPECT_THAT(report.further, HasSubstr("lower learning rate"));
  EXPECT_THAT(report.further, HasSubstr("all epochs trained, best epoch 2"));
}

TEST(RunDigest, KnowsTheStepsOfAnEpochFromItsFirstStep) {
  FollowedRun run = runOf({});
  EXPECT_EQ(stepsPerEpochOf(run), 0);
  auto record = std::make_shared<RunRecord>();
  record->dataset.splits = {{"train", {7424}}, {"validation", {3334}}};
  record->config = {{"training", {{"batch_size", 128}}}};
  run.entry.record = record;
  EXPECT_EQ(stepsPerEpochOf(run), 58);
  addSteps(run, {4});
  EXPECT_EQ(digestOf(run).epoch, 1) << "it is in its first epoch, whatever status.json says yet";
}

}  // namespace
}  // namespace sojourn::session
