// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that learn on probes, and the queue that their replays post to.
#pragma once

#include <atomic>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/runs/store/run_files.h"
#include "tests/runs/fake_probes.h"
#include "tests/runs/fake_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/waiting.h"
#include "views/session/follow/best_checkpoint_watcher.h"
#include "views/session/replay/learning_replay.h"

namespace sojourn::session {

using test::FakeProbesOptions;
using test::FakeRun;
using test::FakeRunOptions;
using test::TempFolder;
using ::testing::HasSubstr;

inline FakeRunOptions learningRun(std::int64_t epochs, RunState state) {
  FakeRunOptions options;
  options.epochs = epochs;
  options.stepsPerEpoch = 5;
  options.state = state;
  return options;
}

/// A run with a snapshot of every epoch, followed as a library does.
class Followed {
 public:
  explicit Followed(std::int64_t epochs, RunState state = RunState::Finished, FakeProbesOptions probes = {})
      : run(folder / "run", learningRun(0, state)), m_probes(probes), m_follower(folder.path()) {
    snapshot(0);
    while (run.epoch() < epochs) writeEpoch();
  }

  void writeEpoch() {
    run.writeEpoch();
    snapshot(run.epoch());
  }
  void snapshot(std::int64_t epoch) {
    test::writeFakeProbes(run.paths().folder, epoch, m_probes);
    run.append(ProbeEvent{.epoch = epoch, .file = run.paths().inEvents(run.paths().probe(epoch))});
  }
  void keep(const std::filesystem::path& file, std::int64_t epoch, const char* why) {
    std::ofstream(file) << "weights";
    run.append(CheckpointEvent{.epoch = epoch, .step = epoch * 5, .file = run.paths().inEvents(file), .why = why});
  }
  FollowedRunPtr poll() {
    while (m_follower.poll().more) {
    }
    return m_follower.runs().front();
  }

  TempFolder folder;
  FakeRun run;

 private:
  FakeProbesOptions m_probes;
  RunFollower m_follower;
};

/// A replay with a pump in place of a window's event loop.
class PumpedReplay {
 public:
  explicit PumpedReplay(std::size_t memory = std::size_t{256} << 20U)
      : replay({.wake = [this] { m_woken = true; },
                .changed = [this] { ++changes; },
                .settingsOf = [this](const std::string&, const std::string&) { return settings; },
                .pseudonyms = [this] { return seed; },
                .mapMemory = memory}) {}

  [[nodiscard]] bool until(const std::function<bool()>& condition) {
    return test::eventually([&] {
      if (m_woken.exchange(false)) replay.drain();
      return condition();
    });
  }
  bool settled() {
    return until([this] { return replay.settled(); });
  }
  std::vector<std::int64_t> epochs() const {
    std::vector<std::int64_t> numbers;
    for (const ReplayEpoch& epoch : replay.epochs()) numbers.push_back(epoch.epoch());
    return numbers;
  }

  int changes = 0;
  DatasetSettings settings;
  std::string seed;

 private:
  std::atomic<bool> m_woken{false};

 public:
  LearningReplay replay;  ///< last: its threads use the others
};

}  // namespace sojourn::session
