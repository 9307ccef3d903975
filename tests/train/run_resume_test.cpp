// SPDX-License-Identifier: GPL-3.0-or-later
// Resuming a run: a log that was cut short, settings that are changed, and what must not go on.
#include <fstream>

#include <gmock/gmock.h>

#include "tests/train/run_fixture.h"

namespace sojourn {
namespace {

using namespace test;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class RunResume : public Run {
 protected:
  /// Leaves the log without the line of this step and all that follow, as a power cut does.
  void cutBeforeStep(const std::string& name, std::int64_t step) const {
    std::ifstream in(paths(name).events());
    std::string kept, line;
    const std::string first = "\"t\":\"step\"", here = "\"step\":" + std::to_string(step) + ",";
    while (std::getline(in, line) && (line.find(first) == std::string::npos || line.find(here) == std::string::npos))
      kept += line + "\n";
    ASSERT_TRUE(in.good()) << "step " << step << " is not in the log";
    ASSERT_TRUE(writeFileAtomically(paths(name).events(), kept).ok());
  }
  [[nodiscard]] TrainObserver listening() {
    TrainObserver observer;
    observer.problem = [this](const Problem& problem) { problems.push_back(problem); };
    return observer;
  }
  [[nodiscard]] TrainerState lastState(const std::string& name) const {
    return trainerState(*readCheckpointFile(paths(name).lastCheckpoint()), "last.pt").value();
  }
  /// Puts another number in last.pt's record of the trainer.
  void changeState(const std::string& name, const char* key, double value) const {
    auto file = readCheckpointFile(paths(name).lastCheckpoint());
    file->metadata["trainer"][key] = value;
    ASSERT_TRUE(writeTorchCheckpoint(paths(name).lastCheckpoint(), *file).ok());
  }
  void beginAndStopAt(std::size_t step) const {
    ASSERT_EQ(begin("run", commanding("run", {{step, ControlCommand::Stop, {}}})), RunEnd::Stopped);
  }

  std::vector<Problem> problems;
};

TEST_F(RunResume, ReportsALogThatEndsBeforeItsCheckpointAndMarksTheGap) {
  TrainObserver stopping;
  const CancelToken interrupt;
  std::int64_t epochs = 0;
  stopping.epoch = [&](const EpochReport& report) { epochs = report.epoch; };
  stopping.step = [&](std::size_t step, std::size_t) {
    if (epochs == 2 && step == 45 - 2 * 19) interrupt.cancel();
  };
  ASSERT_EQ(begin("run", stopping, interrupt), RunEnd::Interrupted);
  cutBeforeStep("run", 31);

  const CancelToken atOnce;
  atOnce.cancel();
  ASSERT_EQ(resume("run", {}, listening(), atOnce), RunEnd::Interrupted);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].severity, Severity::Warning);
  EXPECT_EQ(problems[0].where, paths("run").events().string());
  EXPECT_THAT(problems[0].what, HasSubstr("ends at step 30, but last.pt was written at step 45; missing from the log "
                                          "and the curves: 15 steps and the outcome of 1 epoch"));
  RunHistory events = history("run");
  ASSERT_EQ(events.rewinds.size(), 1U);
  EXPECT_EQ(events.rewinds[0].event, (RewindEvent{.step = 45, .lastLoggedStep = 30}));
  ASSERT_EQ(events.logs.size(), 1U);
  EXPECT_EQ(events.logs[0].event.level, "warning");
  EXPECT_THAT(events.logs[0].event.text, HasSubstr("15 steps"));

  EXPECT_EQ(resume("run", {}, listening()), RunEnd::Finished);
  EXPECT_EQ(problems.size(), 1U) << "once is enough";
  events = history("run");
  EXPECT_EQ(events.steps.size(), 57U - 15U);
  const std::vector<StepGap> gaps = stepGaps(events);
  ASSERT_EQ(gaps.size(), 1U);
  EXPECT_EQ(gaps[0].after, 30);
  EXPECT_EQ(gaps[0].until, 45);
}

TEST_F(RunResume, ALogThatIsEmptyOrGoneIsAGapAsWell) {
  for (const bool gone : {false, true}) {
    const std::string name = gone ? "gone" : "empty";
    ASSERT_EQ(begin(name, commanding(name, {{8, ControlCommand::Stop, {}}})), RunEnd::Stopped);
    std::filesystem::remove(paths(name).events());
    if (!gone) {
      ASSERT_TRUE(writeFileAtomically(paths(name).events(), "").ok());
    }
    problems.clear();
    ASSERT_EQ(resume(name, {}, listening()), RunEnd::Finished);
    ASSERT_EQ(problems.size(), 1U) << name;
    EXPECT_THAT(problems[0].what, HasSubstr("ends at step 0, but last.pt was written at step 8"));
    EXPECT_EQ(stepGaps(history(name)).size(), 1U);
  }
}

TEST_F(RunResume, NothingIsSaidOfAWholeLog) {
  beginAndStopAt(8);
  ASSERT_EQ(resume("run", {}, listening()), RunEnd::Finished);
  EXPECT_THAT(problems, IsEmpty());
  EXPECT_THAT(history("run").logs, IsEmpty());
}

TEST_F(RunResume, TheRateCanBeChangedAndStaysSo) {
  beginAndStopAt(8);
  EXPECT_NEAR(history("run").steps.learningRate.back(), 2.5e-3, 1e-12);
  TrainObserver stopping = commanding("run", {{11, ControlCommand::Stop, {}}});
  ASSERT_EQ(resume("run", {"training.learning_rate=0.001", "training.grad_clip=0.5"}, stopping), RunEnd::Stopped);
  EXPECT_NEAR(history("run").steps.learningRate.back(), 5e-4, 1e-12) << "half of it in the first of two warm-up epochs";
  ASSERT_EQ(resume("run"), RunEnd::Finished);

  const RunHistory events = history("run");
  EXPECT_NEAR(events.steps.learningRate[7], 2.5e-3, 1e-12) << "what was trained before is as it was";
  for (std::size_t i = 8; i < 19; ++i) EXPECT_NEAR(events.steps.learningRate[i], 5e-4, 1e-12);
  EXPECT_NEAR(events.steps.learningRate[19], 1e-3, 1e-12) << "a resume that changes nothing keeps it";
  for (std::size_t i = 8; i < events.steps.size(); ++i) EXPECT_LE(events.steps.clippedGradientNorm[i], 0.5 + 1e-6);
  ASSERT_EQ(events.logs.size(), 1U);
  EXPECT_EQ(events.logs[0].event.text,
            "from here on training.learning_rate is 0.001, before 0.005, training.grad_clip is 0.5, before 0.8");
  ASSERT_EQ(events.controls.size(), 3U);
  EXPECT_EQ(events.controls[1].event.command, "set_learning_rate") << "so that it counts as steered";
  EXPECT_NEAR(events.controls[1].event.value.value_or(0), 5e-4, 1e-12);
  EXPECT_TRUE(lastState("run").steered);
  EXPECT_EQ(findRun(folder / "run")->config.training.learningRate, 5e-3) << "run.json is written once";
}

TEST_F(RunResume, WhatMakesAnotherModelOrOrderCannotBeChanged) {
  beginAndStopAt(8);
  for (const char* other : {"training.batch_size=16", "seed=1", "model.dropout=0.4", "training.label_smoothing=0"}) {
    const auto end = tryToResume("run", {other});
    ASSERT_FALSE(end.ok()) << other;
    EXPECT_EQ(end.error().kind, ErrorKind::BadInput);
    EXPECT_THAT(end.error().sentence(), HasSubstr("was begun with another"));
  }
  EXPECT_FALSE(tryToResume("run", {"training.learning_rate=11"}).ok());
}

TEST_F(RunResume, ARateThatNoConfigurationMayHaveIsRefusedUnlessItIsReplaced) {
  beginAndStopAt(8);
  changeState("run", "rate_factor", 1e300);
  const auto end = tryToResume("run");
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().kind, ErrorKind::BadInput);
  EXPECT_THAT(end.error().sentence(), HasSubstr("--set training.learning_rate=RATE"));
  EXPECT_EQ(resume("run", {"training.learning_rate=0.001"}), RunEnd::Finished);
  EXPECT_NEAR(history("run").steps.learningRate.back(), 1e-3, 1e-4);
}

TEST_F(RunResume, RefusesAFactorThatIsNone) {
  beginAndStopAt(8);
  for (const double factor : {-1.0, 0.0, std::numeric_limits<double>::infinity()}) {
    changeState("run", "rate_factor", factor);
    const auto end = tryToResume("run");
    ASSERT_FALSE(end.ok()) << factor;
    EXPECT_EQ(end.error().kind, ErrorKind::BadInput);
    EXPECT_THAT(end.error().sentence(), HasSubstr("rate_factor"));
  }
}

TEST_F(RunResume, ARunThatFailedGoesOnWithALowerRate) {
  config.training.learningRate = 10;
  config.training.gradClip = 1e9;
  config.training.weightDecay = 10;
  config.training.warmupEpochs = 0;
  config.training.numEpochs = 200;
  config.training.patience = 200;
  const auto failed = beginRun(request("run"), {}, {});
  ASSERT_FALSE(failed.ok()) << "steps so large break every model";
  EXPECT_EQ(failed.error().kind, ErrorKind::Failed);
  EXPECT_THAT(failed.error().remedy, HasSubstr("--resume --set training.learning_rate"));
  const auto again = tryToResume("run");
  ASSERT_FALSE(again.ok()) << "nothing has changed";
  const std::string end = std::to_string(lastState("run").finishedEpochs + 1);
  EXPECT_EQ(resume("run", {"training.learning_rate=0.0001", "training.grad_clip=0.1", "training.weight_decay=0",
                           "training.num_epochs=" + end, "training.min_lr=0"}),
            RunEnd::Finished);
}

}  // namespace
}  // namespace sojourn
