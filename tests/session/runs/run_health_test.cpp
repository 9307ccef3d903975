// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/runs/run_health.h"

#include <cmath>
#include <fstream>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/runs/fake_run.h"
#include "tests/support/temp_folder.h"
#include "views/session/follow/run_follower.h"

namespace sojourn::session {
namespace {

using test::FakeRun;
using test::FakeRunOptions;
using ::testing::Contains;
using ::testing::HasSubstr;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// A run on the disk, as the follower sees it.
class RunHealthReports : public ::testing::Test {
 protected:
  [[nodiscard]] RunHealthReport poll(double now = wallClock()) {
    RunFollower::Poll poll;
    do {
      poll = m_follower.poll();
    } while (poll.more);
    m_run = m_follower.runs().at(0);
    return healthOf(*m_run, digestOf(*m_run), now);
  }
  static double wallClock() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  }
  static FakeRunOptions options(std::int64_t epochs, std::int64_t steps, RunState state,
                                std::function<double(std::int64_t)> loss = {}) {
    FakeRunOptions made;
    made.epochs = epochs;
    made.stepsPerEpoch = steps;
    made.state = state;
    made.loss = std::move(loss);
    return made;
  }
  static StepEvent step(std::int64_t number, double loss, double norm) {
    return {.step = number,
            .epoch = 1,
            .loss = loss,
            .learningRate = 1e-3,
            .gradientNorm = norm,
            .clippedGradientNorm = 0.8,
            .sequencesPerSecond = 1500,
            .tokensPerSecond = 20'000};
  }

  test::TempFolder m_folder;
  RunFollower m_follower{m_folder.path()};
  FollowedRunPtr m_run;
};

TEST_F(RunHealthReports, AHealthyRunIsRunning) {
  const FakeRun run(m_folder.path() / "r",
                    options(3, 58, RunState::Running, [](auto e) { return 4.0 - 0.2 * static_cast<double>(e); }));
  const RunHealthReport report = poll();
  EXPECT_EQ(report.health, RunHealth::Running);
  EXPECT_TRUE(report.remedies.empty());
  EXPECT_FALSE(isProblem(report.health));
  ASSERT_TRUE(throughputOf(*m_run).has_value());
  EXPECT_NEAR(*throughputOf(*m_run), 1560, 45);
}

TEST_F(RunHealthReports, ALossThatIsNoNumberIsAFailureWithStepAndNorm) {
  FakeRun run(m_folder.path() / "r", options(2, 10, RunState::Running));
  run.append(step(21, 3.1, 4e7));
  run.append(step(22, nan, nan));
  run.append(step(23, nan, nan));
  const RunHealthReport report = poll();
  EXPECT_EQ(report.health, RunHealth::Failed);
  EXPECT_EQ(report.reason, "Loss is NaN at step 22");
  EXPECT_THAT(report.further, HasSubstr("gradient norm 4e+07 at 21"));
  EXPECT_THAT(report.remedies, Contains(HealthRemedy::CopyResume));
}

TEST_F(RunHealthReports, AFailureSaysWhyEscaped) {
  FakeRun run(m_folder.path() / "r", options(1, 58, RunState::Running));
  run.append(StateEvent{.state = RunState::Failed, .why = "disk full\x1b[31m"});
  run.writeStatus(RunState::Failed);
  const RunHealthReport report = poll();
  EXPECT_EQ(report.health, RunHealth::Failed);
  EXPECT_EQ(report.reason, "disk full\\x1b[31m");
}

TEST_F(RunHealthReports, AProcessThatIsGoneStallsAtOnce) {
  FakeRun run(m_folder.path() / "r", options(1, 58, RunState::Running));
  run.writeStatus(RunState::Running, false);
  const RunHealthReport report = poll(wallClock() + 240);
  EXPECT_EQ(report.health, RunHealth::Stalled);
  EXPECT_EQ(report.reason, "No heartbeat for 4 min, pid 2000000000 is gone");
  EXPECT_THAT(report.remedies, Contains(HealthRemedy::CopyResume));
  // A clock that was set back: no age is invented.
  EXPECT_THAT(poll(wallClock() - 1000).reason, HasSubstr("No new heartbeat"));
}

TEST_F(RunHealthReports, OneOfAnotherProgramIsNotResumedFromHere) {
  FakeRun run(m_folder.path() / "r", options(1, 58, RunState::Running));
  run.writeStatus(RunState::Running, false);
  const GuardedPath file = RunPaths{m_folder.path() / "r"}.record();
  auto record = readRunRecord(file);
  ASSERT_TRUE(record);
  record->versions = {{"python", "3.11.7"}};
  ASSERT_TRUE(std::filesystem::remove(file.native()));
  ASSERT_TRUE(writeRunRecord(file, *record));
  const RunHealthReport report = poll(wallClock() + 240);
  EXPECT_FALSE(isOfOurTrainer(*m_run));
  EXPECT_THAT(report.remedies, ::testing::Not(Contains(HealthRemedy::CopyResume)));
}

TEST_F(RunHealthReports, AnExplodingGradientNormIsDivergingBeforeTheEpochEnds) {
  FakeRun run(m_folder.path() / "r", options(1, 100, RunState::Running));
  for (std::int64_t i = 101; i <= 120; ++i) run.append(step(i, 3.0, 90));
  const RunHealthReport report = poll();
  EXPECT_EQ(report.health, RunHealth::Diverging);
  EXPECT_THAT(report.reason, HasSubstr("Gradient norm 90"));
  EXPECT_THAT(report.remedies, Contains(HealthRemedy::LowerRate));
  // Sixteen steps are the measure: a single spike is none.
  FakeRun spiked(m_folder.path() / "s", options(1, 100, RunState::Running));
  spiked.append(step(101, 3.0, 9000));
  RunFollower follower(m_folder.path() / "s");
  while (follower.poll().more) {
  }
  const FollowedRunPtr one = follower.runs().at(0);
  EXPECT_EQ(healthOf(*one, digestOf(*one), wallClock()).health, RunHealth::Running);
}

TEST_F(RunHealthReports, ATrainingLossThatJumpsIsDivergingBeforeTheEpochEnds) {
  FakeRun run(m_folder.path() / "r", options(1, 100, RunState::Running));
  for (std::int64_t i = 101; i <= 120; ++i) run.append(step(i, 18.5, 3));
  const RunHealthReport report = poll();
  EXPECT_EQ(report.health, RunHealth::Diverging);
  EXPECT_THAT(report.reason, HasSubstr("Training loss 18.500"));
}

TEST_F(RunHealthReports, AnEpochWhoseTrainingLossRisesIsDiverging) {
  FakeRun run(m_folder.path() / "r", options(3, 20, RunState::Running));
  run.append(EpochEvent{.epoch = 4, .trainLoss = 9, .seconds = 1});
  const RunHealthReport report = poll();
  EXPECT_EQ(report.health, RunHealth::Diverging);
  EXPECT_TRUE(report.reason.starts_with("Training loss up ")) << report.reason;
  EXPECT_THAT(report.reason, HasSubstr("since epoch 3"));
}

TEST_F(RunHealthReports, ALossThatNeverComesDownToThatOfTheFirstStepIsDiverging) {
  FakeRun run(m_folder.path() / "r", options(0, 1, RunState::Running));
  run.append(step(1, 3.9, 1));
  for (std::int64_t i = 2; i <= 16; ++i) run.append(step(i, 18.5, 3));
  EXPECT_EQ(poll().health, RunHealth::Diverging);
  EXPECT_THAT(m_run->firstLoss, ::testing::Optional(3.9));
  EXPECT_EQ(poll().reason, "Training loss 18.500, 4.7 times that of the first step: worse than untrained");
  // Also when the first step has long gone out of sight, and the run was resumed in between.
  for (std::int64_t i = 17; i <= 2000; ++i) run.append(step(i, 18.5, 3));
  run.append(RewindEvent{.step = 1500});
  EXPECT_EQ(poll().health, RunHealth::Diverging);
  // Begun again from step 1 with a loss that is its own measure.
  run.append(RewindEvent{.step = 0});
  for (std::int64_t i = 1; i <= 20; ++i) run.append(step(i, 18.0, 3));
  EXPECT_EQ(poll().health, RunHealth::Running);
}

TEST_F(RunHealthReports, FallingTrainAndRisingValidationIsOverfitting) {
  const FakeRun run(m_folder.path() / "r", options(8, 58, RunState::Running, [](auto e) {
                      return e <= 2 ? 2.98 : 2.98 + 0.1 * static_cast<double>(e - 2);
                    }));
  const RunHealthReport report = poll();
  EXPECT_EQ(report.health, RunHealth::Overfitting);
  EXPECT_THAT(report.reason, HasSubstr("2.980 to 3.580"));
  EXPECT_THAT(report.remedies, Contains(HealthRemedy::Stop));
}

TEST_F(RunHealthReports, NoBetterEpochForAWhileIsAPlateau) {
  const auto loss = [](std::int64_t e) { return e == 3 ? 2.98 : 3.0; };
  FakeRun run(m_folder.path() / "r", options(6, 58, RunState::Running, loss));
  EXPECT_EQ(poll().health, RunHealth::Running);
  run.writeEpoch();
  const RunHealthReport report = poll();
  EXPECT_EQ(report.health, RunHealth::Plateau);
  EXPECT_EQ(report.reason, "No improvement for 4 epochs; stops at 5");
}

TEST_F(RunHealthReports, EndedPausedAndVanishedRunsSaySo) {
  FakeRun run(m_folder.path() / "r", options(9, 58, RunState::Finished));
  EXPECT_EQ(poll().health, RunHealth::Finished);
  EXPECT_EQ(poll().reason, "stopped early, best epoch 8");
  run.writeStatus(RunState::Paused);
  EXPECT_EQ(poll().health, RunHealth::Paused);
  run.writeStatus(RunState::Interrupted);
  EXPECT_EQ(poll().health, RunHealth::Stopped);
  std::filesystem::remove_all(m_folder.path() / "r");
  EXPECT_EQ(poll().health, RunHealth::Vanished);
  EXPECT_TRUE(isProblem(RunHealth::Vanished));
}

TEST_F(RunHealthReports, AnImportedLogThatEndsAsNoNumberHasDiverged) {
  const auto logged = [&](const char* name, const char* last) {
    const auto file = m_folder / name;
    std::ofstream(file) << "epoch,time,train_loss,val_loss\n1,10,5.0,4.8\n2,20,4.0,4.1\n" << last;
    RunFollower follower(file);
    static_cast<void>(follower.poll());
    const FollowedRunPtr run = follower.runs().at(0);
    EXPECT_FALSE(lastEventWall(*run)) << "ten seconds from its beginning are no time of day";
    return healthOf(*run, digestOf(*run), wallClock());
  };
  EXPECT_THAT(logged("broken.csv", "3,30,nan,nan\n").reason,
              HasSubstr("Diverged: the validation loss ends as no number"));
  EXPECT_THAT(logged("whole.csv", "3,30,3.5,3.9\n").reason, ::testing::Not(HasSubstr("Diverged")));
}

TEST_F(RunHealthReports, TheLatestStepsAreKnownOfEveryRunAndFollowARewind) {
  FakeRun run(m_folder.path() / "r", options(1, 1500, RunState::Running));
  static_cast<void>(poll());
  ASSERT_NE(m_run->recent, nullptr);
  EXPECT_EQ(m_run->history, nullptr);  // nobody wants its curves
  EXPECT_GE(m_run->recent->size(), recentSteps);
  EXPECT_LT(m_run->recent->size(), 1500U);
  EXPECT_EQ(m_run->recent->step.back(), 1500);
  run.append(RewindEvent{.step = 1490});
  static_cast<void>(poll());
  EXPECT_EQ(m_run->recent->step.back(), 1490);
  run.append(step(1491, 2.5, 1));
  static_cast<void>(poll());
  EXPECT_EQ(m_run->recent->step.back(), 1491);
  EXPECT_EQ(m_run->recent->loss.back(), 2.5);
}

TEST(SpanWords, AreShort) {
  EXPECT_EQ(timeSpanText(0.4), "0.4 s");
  EXPECT_EQ(timeSpanText(18), "18 s");
  EXPECT_EQ(timeSpanText(360), "6 min");
  EXPECT_EQ(timeSpanText(7200), "2 h");
  EXPECT_EQ(timeSpanText(864'000), "10 days");
  EXPECT_EQ(timeSpanText(-5), "0.0 s");
  EXPECT_EQ(timeSpanText(nan), "unknown time");
}

}  // namespace
}  // namespace sojourn::session
