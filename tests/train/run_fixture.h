// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of a tiny model in a temporary folder, for the tests that begin and resume them.
#pragma once

#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/runs/log/tail_reader.h"
#include "model/train/run/run_training.h"
#include "tests/support/temp_folder.h"
#include "tests/train/ruled_dataset.h"

namespace sojourn::test {

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
  [[nodiscard]] Result<RunEnd> tryToResume(const std::string& name, std::vector<std::string> overrides = {},
                                           const TrainObserver& observer = {},
                                           const CancelToken& interrupt = {}) const {
    const auto run = findRun(folder / name);
    if (!run) throw std::runtime_error(run.error().sentence());
    RunRequest asked = request(name);
    asked.config = run->config;
    asked.overrides = std::move(overrides);
    return resumeRun(asked, run->record, observer, interrupt);
  }
  RunEnd resume(const std::string& name, std::vector<std::string> overrides = {}, const TrainObserver& observer = {},
                const CancelToken& interrupt = {}) const {
    const auto end = tryToResume(name, std::move(overrides), observer, interrupt);
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

}  // namespace sojourn::test
