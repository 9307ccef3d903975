// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/runs/run_digest.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sojourn::session {
namespace {

using ::testing::HasSubstr;

struct DigestEpoch {
  double train, validation;
};

FollowedRun digestRun(const std::vector<DigestEpoch>& epochs, RunState state = RunState::Running) {
  auto outline = std::make_shared<RunHistory>();
  std::int64_t seq = 0;
  for (const DigestEpoch& one : epochs) {
    const std::int64_t epoch = seq / 2 + 1;
    const double wall = 100.0 * static_cast<double>(epoch);
    outline->add(
        {.seq = ++seq, .wall = wall, .body = EpochEvent{.epoch = epoch, .trainLoss = one.train, .seconds = 5}});
    outline->add(
        {.seq = ++seq,
         .wall = wall,
         .body = EvalEvent{.epoch = epoch, .split = "validation", .metrics = {}, .batchMeanLoss = one.validation}});
  }
  FollowedRun run;
  run.entry.record = std::make_shared<RunRecord>();
  run.entry.status = RunStatus{};
  run.entry.status->state = state;
  run.outline = outline;
  return run;
}

TEST(RunTrend, AHealthyRunHasNone) {
  EXPECT_EQ(digestOf(digestRun({})).trend, RunTrend::None);
  EXPECT_EQ(digestOf(digestRun({{4, 3.5}, {3, 3.2}, {2.8, 3.1}})).trend, RunTrend::None);
  // Up by 4 % and on the way down again; a validation loss that has stood above its lowest for one epoch only.
  EXPECT_EQ(digestOf(digestRun({{3, 3}, {2, 2.9}, {2.08, 2.9}, {2.05, 2.95}})).trend, RunTrend::None);
  EXPECT_EQ(digestOf(digestRun({{3, 3}, {2, 2.9}, {1.9, 3.4}})).trend, RunTrend::None);
}

TEST(RunTrend, FallingTrainAndRisingValidationIsOverfitting) {
  const RunDigest digest = digestOf(digestRun({{3, 3}, {2, 2.9}, {1.9, 2.95}, {1.7, 3.045}}));
  EXPECT_EQ(digest.trend, RunTrend::Overfitting);
  EXPECT_THAT(digest.trendReason, HasSubstr("5.0 % since epoch 2"));
  EXPECT_THAT(digest.trendReason, HasSubstr("dropout"));
  // The training loss has not fallen since: whatever it is, it is not learning by heart.
  EXPECT_EQ(digestOf(digestRun({{3, 3}, {2, 2.9}, {2, 2.95}, {2.01, 3.045}})).trend, RunTrend::None);
  // Two per cent are the measure.
  EXPECT_EQ(digestOf(digestRun({{3, 3}, {2, 2.0}, {1.9, 2.01}, {1.8, 2.039}})).trend, RunTrend::None);
  EXPECT_EQ(digestOf(digestRun({{3, 3}, {2, 2.0}, {1.9, 2.01}, {1.8, 2.041}})).trend, RunTrend::Overfitting);
}

TEST(RunTrend, ARisingTrainingLossIsDivergingAndGoesFirst) {
  const RunDigest digest = digestOf(digestRun({{3, 3}, {2, 2.9}, {2.05, 3.3}, {2.2, 3.6}}));
  EXPECT_EQ(digest.trend, RunTrend::Diverging);
  EXPECT_THAT(digest.trendReason, HasSubstr("10.0 % since epoch 2"));
  EXPECT_THAT(digest.trendReason, HasSubstr("lower learning rate"));
  EXPECT_EQ(digestOf(digestRun({{3, 3}, {std::nan(""), 2.9}})).trend, RunTrend::Diverging);
  EXPECT_EQ(digestOf(digestRun({{3, 3}, {2.9, INFINITY}})).trend, RunTrend::Diverging);
}

TEST(RunTrend, OnlyARunThatIsTrainedIsJudged) {
  for (const RunState state : {RunState::Finished, RunState::Paused, RunState::Interrupted, RunState::Failed}) {
    const RunDigest digest = digestOf(digestRun({{3, 3}, {2, 2.9}, {2.5, 3.6}}, state));
    EXPECT_EQ(digest.trend, RunTrend::None);
    EXPECT_TRUE(digest.trendReason.empty());
  }
}

}  // namespace
}  // namespace sojourn::session
