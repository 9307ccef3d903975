// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn train` on the demo city, for its tests.
#pragma once

#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include "model/core/files.h"
#include "tests/cli/program.h"
#include "tests/support/built.h"
#include "tests/support/temp_folder.h"

namespace sojourn {

using nlohmann::json;
using test::notHeld;
using test::runSojourn;
using test::runSojournHeldToPermissions;
using test::runSojournUntil;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

inline json readJson(const std::filesystem::path& path) {
  std::ifstream file(path);
  return json::parse(file, nullptr, false);
}

inline std::string readText(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A training that goes on for ever.
inline std::vector<std::string> endless(const std::vector<std::string>& training) {
  std::vector<std::string> words = training;
  for (const char* key : {"num_epochs", "patience"})
    words.insert(words.end(), {"--set", std::string("training.") + key + "=10000"});
  return words;
}

/// The demo written out, and a configuration small enough for a test.
class CliTrain : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto run = runSojourn({"demo", city().string()});
    ASSERT_EQ(run.exitCode, 0) << run.err;
    ASSERT_TRUE(
        writeFileAtomically(config(),
                            "seed: 7\n"
                            "model: {d_model: 16, nhead: 2, num_layers: 1, dim_feedforward: 32}\n"
                            "training: {batch_size: 128, num_epochs: 2, warmup_epochs: 1, learning_rate: 0.003}\n"));
  }

  [[nodiscard]] std::filesystem::path city() const { return folder / "city"; }
  [[nodiscard]] std::filesystem::path config() const { return folder / "small.yaml"; }
  [[nodiscard]] std::vector<std::string> training(const std::string& runFolder,
                                                  std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"train",
                                   "--config",
                                   config().string(),
                                   "--data",
                                   city().string(),
                                   "--run-dir",
                                   (folder / runFolder).string(),
                                   "--threads",
                                   "2"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  test::TempFolder folder;
};

}  // namespace sojourn
