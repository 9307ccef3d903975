// SPDX-License-Identifier: GPL-3.0-or-later
// Runs in a directory: what lies there, the commands that come while it goes on, and going on with it.
#include <chrono>
#include <thread>

#include <gmock/gmock.h>

#include "model/runs/store/run_files.h"
#include "model/runs/store/run_process.h"
#include "model/train/run/probes.h"
#include "tests/nets/small_models.h"
#include "tests/support/cpu_time.h"
#include "tests/train/run_fixture.h"

namespace sojourn {
namespace {

using namespace test;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;

TEST_F(Run, LeavesItsRecordEventsFilesAndResults) {
  config.training.keepEpochs = 2;
  config.training.keepEvery = 0;
  ASSERT_EQ(begin("run"), RunEnd::Finished);
  const RunHistory events = history("run");
  EXPECT_EQ(events.steps.size(), 57U);
  EXPECT_EQ(events.steps.epoch.back(), 3);
  EXPECT_GT(events.steps.tokensPerSecond.front(), events.steps.sequencesPerSecond.front());
  ASSERT_EQ(events.epochs.size(), 3U);
  EXPECT_EQ(events.epochs[1].afterStep, 38);
  ASSERT_EQ(events.evals.size(), 3U);
  EXPECT_EQ(events.evals[0].event.metrics.all.n, 150);
  ASSERT_EQ(events.probes.size(), 4U);
  EXPECT_EQ(events.probes[0].event.file, "probes/0000.safetensors");
  EXPECT_EQ(events.probes[0].afterStep, 0);
  EXPECT_EQ(events.states.back().event.state, RunState::Finished);

  const RunPaths run = paths("run");
  EXPECT_EQ(readRunRecord(run.record())->probes.size(), 8U);
  EXPECT_EQ(readRunRecord(run.record())->stepsPerEpoch, 19);
  EXPECT_EQ(readRunStatus(run.status())->state, RunState::Finished);
  EXPECT_EQ(readRunStatus(run.status())->step, 57);
  EXPECT_FALSE(std::filesystem::exists(run.epochCheckpoint(1))) << "two are kept";
  EXPECT_TRUE(std::filesystem::exists(run.epochCheckpoint(2)));
  EXPECT_TRUE(std::filesystem::exists(run.epochCheckpoint(3)));
  const auto results = readRunResults(run.results());
  ASSERT_TRUE(results.ok()) << results.error().sentence();
  const auto best = readCheckpointFile(run.bestCheckpoint());
  EXPECT_NEAR(*results->validation.batchMeanLoss, best->metadata.at("best_val_loss").get<double>(), 1e-9);
  EXPECT_FALSE(results->test) << "there is no such split";
  EXPECT_EQ(best->metadata.at("epoch"), events.evals.size()) << "it got better each epoch";
  EXPECT_TRUE(best->optimizer.has_value());
}

TEST_F(Run, ProbesHoldWhatTheModelRead) {
  config.training.numEpochs = 1;
  config.training.probes = {4, 7};
  ASSERT_EQ(begin("run"), RunEnd::Finished);
  const auto file = readCheckpointFile(paths("run").probe(1));
  ASSERT_TRUE(file.ok()) << file.error().sentence();
  const auto engine = Engine::load(paths("run").bestCheckpoint(), {.device = Device::Cpu});
  const auto inspection = (*engine)->inspect(dataset.split(Split::Validation)->sequence(7));
  const auto tensor = [&](const std::string& name) -> const NdArray& {
    const auto found = std::ranges::find(file->tensors, name, &NamedArray::name);
    if (found == file->tensors.end()) throw std::runtime_error(name + " is missing");
    return found->array;
  };
  EXPECT_EQ(tensor("1/pointer_weight").toFloats(), (*inspection)->pointerWeight);
  EXPECT_EQ(tensor("1/attention").toFloats(), (*inspection)->attention.values);
  EXPECT_EQ(tensor("1/gate").toFloats().front(), *(*inspection)->gate);
  EXPECT_EQ(tensor("1/top_location").toDoubles().front(), (*inspection)->best().location);
  EXPECT_EQ(tensor("1/top_probability").shape, std::vector<std::int64_t>{10});
  EXPECT_EQ(tensor("position_bias").shape, std::vector<std::int64_t>{12});
  EXPECT_EQ(tensor("gate_histogram").shape, (std::vector<std::int64_t>{2, 40}));
  double counted = 0;
  for (const double count : tensor("gate_histogram").toDoubles()) counted += count;
  EXPECT_EQ(counted, 150);
  config.training.probes = {150};
  EXPECT_THAT(beginRun(request("other"), {}, {}).error().sentence(), HasSubstr("sequences 0 to 149"));
}

TEST_F(Run, ChosenProbesCoverWhatIsInTheWindowAndWhatIsNot) {
  const SequenceSet& set = *dataset.split(Split::Validation);
  const std::vector<std::int64_t> probes = chooseProbes(set);
  EXPECT_EQ(std::set<std::int64_t>(probes.begin(), probes.end()).size(), probeCount) << "none is absent, all the same";
  std::vector<Sequence> mixed = fakeSequences(std::vector<std::size_t>(60, 5));
  for (std::size_t i = 0; i < mixed.size(); i += 2) mixed[i].target = mixed[i].visits[1].location;
  const SequenceSet both = setOf(mixed);
  const std::vector<std::int64_t> chosen = chooseProbes(both);
  ASSERT_EQ(chosen.size(), probeCount);
  const auto absent = std::ranges::count_if(
      chosen, [&](std::int64_t row) { return !both.targetInWindow(static_cast<std::size_t>(row)); });
  EXPECT_GE(absent, 2);
  EXPECT_LE(absent, 4);
  EXPECT_EQ(chooseProbes(setOf({mixed[0]})), std::vector<std::int64_t>{0});
}

TEST_F(Run, ObeysCommandsAndAnswersThem) {
  const RunEnd end = begin("run", commanding("run", {{3, ControlCommand::SetLearningRate, 0.001},
                                                     {5, ControlCommand::Evaluate, {}},
                                                     {6, ControlCommand::Checkpoint, {}},
                                                     {7, ControlCommand::Resume, {}},
                                                     {9, ControlCommand::Stop, {}}}));
  EXPECT_EQ(end, RunEnd::Stopped);
  const RunHistory events = history("run");
  ASSERT_EQ(events.controls.size(), 5U);
  EXPECT_EQ(events.controls[0].event.answer, ControlAnswer::Done);
  EXPECT_EQ(events.controls[3].event.answer, ControlAnswer::Refused) << "it was not paused";
  EXPECT_EQ(events.steps.size(), 9U);
  EXPECT_NEAR(events.steps.learningRate[2], 2.5e-3, 1e-12);
  EXPECT_NEAR(events.steps.learningRate[3], 1e-3, 1e-12);
  ASSERT_EQ(events.evals.size(), 1U);
  EXPECT_EQ(events.evals[0].afterStep, 5);
  EXPECT_TRUE(events.evals[0].event.requested);
  EXPECT_THAT(events.controls[1].event.why, MatchesRegex("validation loss [0-9.]+, Acc@1 [0-9.]+ %, .*MRR [0-9.]+ %"));
  EXPECT_EQ(events.checkpoints.back().event.why, "stop");
  EXPECT_EQ(events.states.back().event.state, RunState::Interrupted);
  EXPECT_TRUE(std::filesystem::is_empty(paths("run").control())) << "answered commands are deleted";

  EXPECT_EQ(resume("run"), RunEnd::Finished);
  const RunHistory whole = history("run");
  ASSERT_EQ(whole.rewinds.size(), 1U);
  EXPECT_EQ(whole.rewinds[0].event.step, 9);
  EXPECT_NEAR(whole.steps.learningRate[30], 2e-3, 1e-12) << "of 5e-3, multiplied by 0.4 from then on";
  EXPECT_TRUE(trainerState(*readCheckpointFile(paths("run").lastCheckpoint()), "last.pt")->steered);
}

TEST_F(Run, AStoppedRunEndsWithTheBytesOfAnUndisturbedOne) {
  ASSERT_EQ(begin("whole"), RunEnd::Finished);
  ASSERT_EQ(begin("parts", commanding("parts", {{11, ControlCommand::Stop, {}}})), RunEnd::Stopped);
  ASSERT_EQ(resume("parts"), RunEnd::Finished);
  EXPECT_TRUE(last("parts") == last("whole"));
  EXPECT_EQ(history("parts").steps.loss, history("whole").steps.loss);
  EXPECT_EQ(history("parts").epochs[0].event.trainLoss, history("whole").epochs[0].event.trainLoss);
}

TEST_F(Run, APauseHoldsWithoutWorking) {
  std::jthread viewer([this](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      const auto status = readRunStatus(paths("run").status());
      if (status && status->state == RunState::Paused) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    const test::CpuTime used;
    const auto began = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - began;
    EXPECT_LT(used.seconds(), 0.1 * passed.count()) << "of " << passed.count() << " s";
    EXPECT_EQ(readRunStatus(paths("run").status())->step, 4);
    EXPECT_TRUE(sendCommand(paths("run"), ControlCommand::Resume).ok());
  });
  EXPECT_EQ(begin("run", commanding("run", {{4, ControlCommand::Pause, {}}})), RunEnd::Finished);
  EXPECT_EQ(history("run").steps.size(), 57U);
}

TEST_F(Run, AnInterruptKeepsTheStepItCameAt) {
  const CancelToken interrupt;
  TrainObserver observer;
  observer.step = [&](std::size_t step, std::size_t) {
    if (step == 5) interrupt.cancel();
  };
  EXPECT_EQ(begin("run", observer, interrupt), RunEnd::Interrupted);
  EXPECT_EQ(trainerState(*readCheckpointFile(paths("run").lastCheckpoint()), "last.pt")->steps, 5);
  EXPECT_EQ(readRunStatus(paths("run").status())->state, RunState::Interrupted);
}

TEST_F(Run, RefusesWhatItMustNotTouch) {
  const auto messageOf = [&](const std::string& name) {
    const auto end = beginRun(request(name), {}, {});
    return end.ok() ? std::string("trained") : end.error().sentence();
  };
  ASSERT_EQ(begin("run"), RunEnd::Finished);
  EXPECT_THAT(messageOf("run"), HasSubstr("holds a run already"));
  EXPECT_THAT(findRun(folder / "none").error().sentence(), HasSubstr("holds no run"));

  std::filesystem::create_directories(folder / "mine");
  ASSERT_TRUE(writeFileAtomically(folder / "mine/notes.txt", "x").ok());
  EXPECT_THAT(messageOf("mine"), HasSubstr("not an empty folder"));
  std::filesystem::create_directories(folder / "queued");
  ASSERT_TRUE(writeFileAtomically(folder / "queued/stderr.txt", "").ok());
  ASSERT_TRUE(writeFileAtomically(folder / "queued/.run.json.77-0.tmp", "{").ok());
  std::filesystem::create_directories(paths("queued").checkpoints());
  ASSERT_TRUE(writeFileAtomically(paths("queued").checkpoints() / ".last.pt.77-3.tmp", "PK").ok());
  EXPECT_EQ(begin("queued"), RunEnd::Finished) << "what a queue or a killed trainer leaves is no run";
  for (const auto& file : std::filesystem::directory_iterator(paths("queued").checkpoints()))
    EXPECT_NE(file.path().extension(), ".tmp");

  ASSERT_TRUE(writeFileAtomically(folder / "file", "x").ok());
  const auto inAFile = beginRun(request("file/run"), {}, {});
  ASSERT_FALSE(inAFile.ok());
  EXPECT_EQ(inAFile.error().kind, ErrorKind::Failed);

  const auto run = findRun(folder / "run");
  const auto lock = RunLock::take(paths("run").lock());
  const auto second = resumeRun(request("run"), run->record, {}, {});
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(second.error().sentence(), HasSubstr("is held by process"));
  dataset.fingerprint = "another";
  EXPECT_THAT(resumeRun(request("run"), run->record, {}, {}).error().sentence(), HasSubstr("begun with"));
}

TEST_F(Run, KeepsTheLatestEpochsAndEveryNth) {
  config.training.numEpochs = 7;
  config.training.keepEpochs = 1;
  config.training.keepEvery = 3;
  ASSERT_EQ(begin("run"), RunEnd::Finished);
  std::vector<int> kept;
  for (int epoch = 1; epoch <= 7; ++epoch)
    if (std::filesystem::exists(paths("run").epochCheckpoint(epoch))) kept.push_back(epoch);
  EXPECT_EQ(kept, (std::vector<int>{3, 6, 7}));
  EXPECT_TRUE(std::filesystem::exists(paths("run").bestCheckpoint()));

  config.training.keepEpochs = 0;
  ASSERT_EQ(begin("few"), RunEnd::Finished);
  kept.clear();
  for (int epoch = 1; epoch <= 7; ++epoch)
    if (std::filesystem::exists(paths("few").epochCheckpoint(epoch))) kept.push_back(epoch);
  EXPECT_EQ(kept, (std::vector<int>{3, 6}));
  EXPECT_EQ(history("few").probes.size(), 8U) << "what the learning replay shows is not weights";
}

TEST_F(Run, RefusesALearningRateThatNoConfigurationMayHave) {
  const TrainObserver observer = commanding("run", {{3, ControlCommand::SetLearningRate, 1e308},
                                                    {4, ControlCommand::SetLearningRate, 10.0},
                                                    {5, ControlCommand::SetLearningRate, 0.01},
                                                    {7, ControlCommand::Stop, {}}});
  ASSERT_EQ(begin("run", observer), RunEnd::Stopped);
  const RunHistory events = history("run");
  ASSERT_EQ(events.controls.size(), 4U);
  EXPECT_EQ(events.controls[0].event.answer, ControlAnswer::Refused);
  EXPECT_THAT(events.controls[0].event.why, HasSubstr("a number above 0.0, up to 10.0"));
  EXPECT_EQ(events.controls[1].event.answer, ControlAnswer::Refused);
  EXPECT_THAT(events.controls[1].event.why, HasSubstr("the warm-up would raise the rate to 20"));
  EXPECT_EQ(events.controls[2].event.answer, ControlAnswer::Done);
  EXPECT_NEAR(events.steps.learningRate[6], 0.01, 1e-12);
  EXPECT_EQ(resume("run"), RunEnd::Finished);
}

TEST_F(Run, SaysThatAWarmUpIsLongerThanTheTraining) {
  config.training.numEpochs = 1;
  config.training.warmupEpochs = 100;
  std::vector<Problem> problems;
  TrainObserver observer;
  observer.problem = [&](const Problem& problem) { problems.push_back(problem); };
  ASSERT_EQ(begin("run", observer), RunEnd::Finished);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].severity, Severity::Warning);
  EXPECT_THAT(problems[0].what, HasSubstr("warmup_epochs 100 is more than training.num_epochs 1"));
  const RunHistory events = history("run");
  ASSERT_EQ(events.logs.size(), 1U);
  EXPECT_EQ(events.logs[0].event.level, "warning");
  EXPECT_THAT(events.logs[0].event.text, HasSubstr("the learning rate reaches 5e-05, not 0.005"));
}

TEST_F(Run, AFolderThatVanishesIsNoticed) {
  config.training.numEpochs = 100000;
  config.training.patience = 100000;
  TrainObserver observer;
  observer.step = [&](std::size_t step, std::size_t) {
    if (step == 3) std::filesystem::remove_all(folder / "run");
  };
  const auto end = beginRun(request("run"), observer, {});
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().kind, ErrorKind::Failed);
  EXPECT_THAT(end.error().sentence(), HasSubstr((folder / "run").string()));
}

}  // namespace
}  // namespace sojourn
