// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn ablate` on the demo city: killed at random and resumed it ends with the table of an undisturbed study.
#include <csignal>
#include <filesystem>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/runs/queue/run_queue.h"
#include "model/runs/store/run_files.h"
#include "model/runs/store/run_paths.h"
#include "tests/cli/program.h"
#include "tests/support/temp_folder.h"
#include "tests/support/waiting.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;
using test::runSojourn;
using ::testing::HasSubstr;

class CliAblate : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(runSojourn({"demo", (folder / "city").string()}).exitCode, 0);
    ASSERT_TRUE(writeFileAtomically(folder / "small.yaml",
                                    "model: {d_model: 16, nhead: 2, num_layers: 1, dim_feedforward: 32}\n"
                                    "training: {batch_size: 128, num_epochs: 2, warmup_epochs: 1}\n"));
  }
  [[nodiscard]] std::vector<std::string> words(const fs::path& runs, std::vector<std::string> more = {}) const {
    std::vector<std::string> all{"ablate",
                                 "--config",
                                 (folder / "small.yaml").string(),
                                 "--data",
                                 (folder / "city").string(),
                                 "--runs",
                                 runs.string(),
                                 "--only",
                                 "no_pointer",
                                 "--seeds",
                                 "1,2",
                                 "--json",
                                 "-"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  test::TempFolder folder;
};

/// The table without what depends on the moment.
nlohmann::json tableOf(const test::ProgramRun& run) {
  return run.json().value("variants", nlohmann::json());
}

TEST_F(CliAblate, KilledThreeTimesItEndsWithTheSameTable) {
  const auto undisturbed = runSojourn(words(folder / "undisturbed"));
  ASSERT_EQ(undisturbed.exitCode, 0) << undisturbed.err;
  const auto json = undisturbed.json();
  EXPECT_EQ(json["schema"], "sojourn.ablation/1");
  ASSERT_EQ(json["variants"].size(), 2U);
  const auto& without = json["variants"][1];
  EXPECT_EQ(without["name"], "no_pointer");
  ASSERT_EQ(without["runs"].size(), 2U);
  EXPECT_EQ(without["runs"][0]["run"], "no_pointer-1");
  EXPECT_EQ(without["runs"][0]["state"], "finished");
  const double mean = (without["runs"][0]["acc@1"].get<double>() + without["runs"][1]["acc@1"].get<double>()) / 2;
  EXPECT_NEAR(without["mean"].get<double>(), mean, 1e-9);
  EXPECT_NEAR(without["difference"]["value"].get<double>(), mean - json["variants"][0]["mean"].get<double>(), 1e-6);
  EXPECT_DOUBLE_EQ(without["claimed"]["geolife"].get<double>(), -20.96);
  EXPECT_TRUE(without["verdict"].is_null()) << "nobody claims anything about the demo city";
  const auto results = readRunResults(RunPaths{folder / "undisturbed/no_pointer-1"}.results());
  ASSERT_TRUE(results && results->test);
  EXPECT_NEAR(results->test->metrics.all.accuracy[0], without["runs"][0]["acc@1"].get<double>(), 1e-9)
      << "what the trainer wrote at its end";
  EXPECT_EQ(readViewerNotes(RunPaths{folder / "undisturbed/no_pointer-1"}.viewer())->reveals, 1);

  const fs::path runs = folder / "killed";
  std::mt19937 random(7);
  int kills = 0;
  for (int kill = 0; kill < 3; ++kill) {
    const auto killed =
        runSojourn(words(runs, kill == 0 ? std::vector<std::string>{} : std::vector<std::string>{"--resume"}), {},
                   300 + static_cast<int>(random() % 1200), SIGKILL);
    if (killed.exitCode == 0) break;  // a fast machine
    ASSERT_EQ(killed.exitCode, 128 + SIGKILL) << killed.err;
    ++kills;
    // The second time the trainer goes too, as when the machine goes down; else it trains on without the study.
    for (const TakenRun& taken : RunQueue(runs).taken())
      if (kill == 1 && taken.trainer) ::kill(static_cast<pid_t>(taken.trainer->pid), SIGKILL);
  }
  EXPECT_GT(kills, 0) << "the study ended before it was killed: nothing was tested";
  const auto resumed = runSojourn(words(runs, {"--resume"}));
  ASSERT_EQ(resumed.exitCode, 0) << resumed.err;
  EXPECT_EQ(tableOf(resumed), tableOf(undisturbed));

  const auto before = fs::last_write_time(RunPaths{runs / "full_model-1"}.lastCheckpoint().string());
  const auto again = runSojourn(words(runs, {"--resume"}));
  EXPECT_EQ(tableOf(again), tableOf(undisturbed));
  EXPECT_EQ(fs::last_write_time(RunPaths{runs / "full_model-1"}.lastCheckpoint().string()), before)
      << "finished runs are not trained again";
}

TEST_F(CliAblate, AFolderKnowsItsStudy) {
  const fs::path runs = folder / "runs";
  const auto begun = runSojourn(words(runs));
  ASSERT_EQ(begun.exitCode, 0) << begun.err;
  for (const char* how : {"--status", "--resume"}) {
    const auto again = runSojourn({"ablate", "--runs", runs.string(), how, "--json", "-"});
    ASSERT_EQ(again.exitCode, 0) << again.err;
    EXPECT_EQ(tableOf(again), tableOf(begun)) << how;
  }
  const auto nothing = runSojourn({"ablate", "--runs", (folder / "none").string()});
  EXPECT_EQ(nothing.exitCode, 2);
  EXPECT_THAT(nothing.err, HasSubstr("--config and --data are required to begin a study"));
}

TEST_F(CliAblate, SaysWhatItRefuses) {
  const fs::path runs = folder / "runs";
  EXPECT_EQ(runSojourn(words(runs, {"--only", "no_gates"})).exitCode, 2);
  const auto status = runSojourn(words(runs, {"--status"}));
  EXPECT_EQ(status.exitCode, 0) << status.err;
  EXPECT_EQ(status.json()["variants"][0]["runs"][0]["state"], "missing") << "and nothing is trained";
  EXPECT_FALSE(fs::exists(runs / "full_model-1"));

  ASSERT_TRUE(fs::create_directories(runs / "full_model-1"));
  ASSERT_TRUE(writeFileAtomically(runs / "full_model-1/run.json", "{\"schema\": \"sojourn.run/9\"}"));
  const auto begun = runSojourn(words(runs));
  EXPECT_EQ(begun.exitCode, 3);
  EXPECT_THAT(begun.err, HasSubstr("add --resume"));
  const auto foreign = runSojourn(words(runs, {"--resume"}));
  EXPECT_EQ(foreign.exitCode, 3) << foreign.err;
  EXPECT_THAT(foreign.err, HasSubstr("run.json"));
}

}  // namespace
}  // namespace sojourn
