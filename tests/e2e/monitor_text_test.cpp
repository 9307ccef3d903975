// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn-monitor --text` beside three real trainings on the demo: one is killed, one has a learning rate that no
// training survives, one comes to its end; the lines say so. How many looks that takes is in
// monitor/program/live_test.cpp.
#include <cmath>
#include <csignal>
#include <filesystem>
#include <iostream>

#include <gtest/gtest.h>

#include "model/runs/log/tail_reader.h"
#include "model/runs/store/ids_and_times.h"
#include "tests/support/built.h"
#include "tests/support/child.h"
#include "tests/support/temp_folder.h"
#include "tests/support/waiting.h"

namespace sojourn {
namespace {

using std::chrono::seconds;
using test::Child;

class MonitorText : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(Child({test::builtProgram("sojourn"), "demo", (m_folder / "demo").string()}).end(0), 0);
    std::filesystem::create_directories(m_folder / "runs");
  }

  /// The rest of the words as `--set`.
  [[nodiscard]] std::vector<std::string> train(const std::string& name,
                                               const std::vector<std::string>& settings) const {
    std::vector<std::string> words{test::builtProgram("sojourn"),
                                   "train",
                                   "--config",
                                   (m_folder / "demo" / "demo_city_pointer_v45.yaml").string(),
                                   "--data",
                                   (m_folder / "demo").string(),
                                   "--run-dir",
                                   run(name).string(),
                                   "--threads",
                                   "1"};
    for (const std::string& setting : settings) words.insert(words.end(), {"--set", setting});
    return words;
  }
  [[nodiscard]] std::filesystem::path run(const std::string& name) const { return m_folder / "runs" / name; }

  /// What the log says, read without the monitor.
  [[nodiscard]] RunHistory logOf(const std::string& name) const {
    TailReader reader(run(name) / "events.jsonl");
    RunStore store;
    for (bool more = true; more;) {
      const TailUpdate update = reader.poll();
      store.apply(update);
      more = update.more;
    }
    return store.history();
  }

  /// When the loss stood for the first time at more than twice that of the first step, or was no number.
  [[nodiscard]] double brokeAt(const std::string& name) const {
    const StepColumns steps = logOf(name).steps;
    for (std::size_t i = 1; i < steps.size(); ++i) {
      if (!(steps.loss[i] <= 2 * steps.loss[0])) return steps.wall[i];
    }
    return std::nan("");
  }

  /// "12:00:00  name  ALERT  word: reason" or "state".
  static auto says(const std::string& name, const std::string& level, std::vector<std::string> words) {
    return [name, level, words = std::move(words)](const std::string& line) {
      return std::ranges::any_of(words, [&](const std::string& word) {
        return line.find(" " + name + " ") != std::string::npos && line.find(level + "  " + word) != std::string::npos;
      });
    };
  }

  test::TempFolder m_folder;
};

TEST_F(MonitorText, SaysWhatBecomesOfThreeTrainings) {
  Child monitor({test::builtProgram("sojourn-monitor"), m_folder.path().string() + "/runs", "--text"});
  ASSERT_TRUE(monitor.awaitLine([](const std::string& line) { return line.starts_with("state"); }, test::longestWait));
  const Child calm(train("calm", {"seed=1", "training.num_epochs=6", "training.min_epochs=6"}));
  Child killed(train("killed", {"seed=2", "training.patience=50"}));
  const Child hot(
      train("hot", {"seed=3", "training.learning_rate=0.5", "training.warmup_epochs=0", "training.patience=50"}));

  const auto diverging = monitor.awaitLine(says("hot", "ALERT", {"diverging", "failed"}), test::longestWait);
  ASSERT_TRUE(diverging) << "the steps have become far too large, and nothing was said";
  const double broke = brokeAt("hot");
  ASSERT_TRUE(std::isfinite(broke)) << "the training did not diverge: " << diverging->text;
  EXPECT_NE(diverging->text.find("oss"), std::string::npos) << "no reason: " << diverging->text;

  ASSERT_TRUE(monitor.awaitLine(says("killed", "state", {"running"}), test::longestWait));
  EXPECT_EQ(killed.end(SIGKILL), 128 + SIGKILL);
  const double killedAt = wallNow();
  const auto stalled = monitor.awaitLine(says("killed", "ALERT", {"stalled", "failed"}), test::longestWait);
  ASSERT_TRUE(stalled) << "the process is gone, and nothing was said";
  EXPECT_GT(stalled->wall, killedAt) << "reported before it was true: " << stalled->text;
  EXPECT_NE(stalled->text.find("is gone"), std::string::npos) << stalled->text;

  const auto running = monitor.awaitLine(says("calm", "state", {"running"}), seconds(0));
  ASSERT_TRUE(running);
  const auto finished = monitor.awaitLine(says("calm", "state", {"finished"}), test::longestWait);
  ASSERT_TRUE(finished) << "the third did not come to its end";
  const auto states = logOf("calm").states;
  ASSERT_FALSE(states.empty());
  ASSERT_EQ(states.back().event.state, RunState::Finished);
  for (const char* word : {"failed", "stalled", "diverging", "vanished", "unreadable"})
    EXPECT_FALSE(monitor.awaitLine(says("calm", "ALERT", {word}), seconds(0))) << word;
  EXPECT_EQ(monitor.end(SIGTERM), 130);
  std::cout << "reported after: diverging " << diverging->wall - broke << " s, killed " << stalled->wall - killedAt
            << " s, finished " << finished->wall - states.back().wall << " s\n"
            << diverging->text << '\n'
            << stalled->text << '\n'
            << finished->text << '\n';
}

}  // namespace
}  // namespace sojourn
