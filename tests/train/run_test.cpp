// SPDX-License-Identifier: GPL-3.0-or-later
// Runs in a directory: what lies there, the commands that come while it goes on, and going on with it.
#include <ctime>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/runs/run_lock.h"
#include "model/runs/run_results.h"
#include "model/runs/tail_reader.h"
#include "model/train/probes.h"
#include "model/train/run_training.h"
#include "tests/nets/small_models.h"
#include "tests/support/temp_folder.h"
#include "tests/train/ruled_dataset.h"

namespace sojourn {
namespace {

using namespace test;
using ::testing::HasSubstr;

class Run : public ::testing::Test {
 protected:
  Run() {
    dataset.fingerprint = "the same";
    config.training.numEpochs = 3;
  }

  [[nodiscard]] RunRequest request(const std::string& name) const {
    return {.folder = folder / name,
            .dataset = &dataset,
            .config = config,
            .threads = 2,
            .device = Device::Cpu,
            .command = "sojourn train",
            .versions = {{"sojourn", "1"}}};
  }
  [[nodiscard]] RunPaths paths(const std::string& name) const { return {folder / name}; }

  RunEnd begin(const std::string& name, const TrainObserver& observer = {}, const CancelToken& interrupt = {}) const {
    const auto end = beginRun(request(name), observer, interrupt);
    if (!end) throw std::runtime_error(end.error().sentence());
    return *end;
  }
  RunEnd resume(const std::string& name) const {
    const auto run = findRun(folder / name);
    if (!run) throw std::runtime_error(run.error().sentence());
    const auto end = resumeRun(request(name), run->record, {}, {});
    if (!end) throw std::runtime_error(end.error().sentence());
    return *end;
  }
  [[nodiscard]] RunHistory history(const std::string& name) const {
    TailReader reader(paths(name).events());
    RunStore store;
    TailUpdate update = reader.poll();
    EXPECT_EQ(update.badLines, 0);
    store.apply(update);
    return store.history();
  }
  [[nodiscard]] Bytes last(const std::string& name) const {
    return readFile(paths(name).lastCheckpoint(), 1'000'000'000).value();
  }

  /// Sends commands after given steps of the first epoch.
  [[nodiscard]] TrainObserver commanding(
      const std::string& name,
      std::vector<std::tuple<std::size_t, ControlCommand, std::optional<double>>> commands) const {
    TrainObserver observer;
    observer.step = [this, name, commands, sent = std::size_t{0}](std::size_t step, std::size_t) mutable {
      while (sent < commands.size() && std::get<0>(commands[sent]) == step) {
        EXPECT_TRUE(sendCommand(paths(name), std::get<1>(commands[sent]), std::get<2>(commands[sent])).ok());
        ++sent;
      }
    };
    return observer;
  }

  TempFolder folder;
  Dataset dataset = ruledDataset();
  TrainingConfig config = tinyConfig();
};

TEST_F(Run, LeavesItsRecordEventsFilesAndResults) {
  config.training.keepEpochs = 2;
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
  std::vector<Sequence> mixed = inventedSequences(std::vector<std::size_t>(60, 5));
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
    const std::clock_t before = std::clock();
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    EXPECT_LT(static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC, 0.06) << "of 0.6 s";
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
  EXPECT_THAT(messageOf("mine"), HasSubstr("no empty folder"));
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
