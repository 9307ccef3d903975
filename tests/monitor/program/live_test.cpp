// SPDX-License-Identifier: GPL-3.0-or-later
// Three real trainings on the demo: one is killed and one made to diverge, and the wall says so within five looks.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/runs/log/tail_reader.h"
#include "model/runs/store/ids_and_times.h"
#include "tests/support/built.h"
#include "tests/support/temp_folder.h"
#include "tests/support/waiting.h"
#include "views/monitor/state/monitor.h"
#include "views/monitor/state/panel_data.h"

namespace sojourn::monitor {
namespace {

using session::RunHealth;

/// A `sojourn`, killed at the end of the scope at the latest.
class Trainer {
 public:
  Trainer(const std::filesystem::path& folder, const std::string& name, int seed) {
    std::vector<std::string> words{test::builtProgram("sojourn"),
                                   "train",
                                   "--config",
                                   (folder / "demo" / "demo_city_pointer_v45.yaml").string(),
                                   "--data",
                                   (folder / "demo").string(),
                                   "--run-dir",
                                   (folder / "runs" / name).string(),
                                   "--threads",
                                   "1",
                                   "--set",
                                   "seed=" + std::to_string(seed),
                                   "--set",
                                   "training.patience=50"};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
      ::posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
    EXPECT_EQ(::posix_spawn(&m_pid, words[0].c_str(), &actions, nullptr, arguments.data(), environ), 0);
    ::posix_spawn_file_actions_destroy(&actions);
  }
  ~Trainer() { end(SIGKILL); }
  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  void end(int signal) {
    if (m_pid <= 0) return;
    ::kill(m_pid, signal);
    ::waitpid(m_pid, nullptr, 0);
    m_pid = 0;
  }

 private:
  pid_t m_pid = 0;
};

TEST(LiveMonitor, SaysWithinFiveLooksWhichOfThreeTrainingsIsKilledAndWhichDiverges) {
  EXPECT_EQ(MonitorOptions().interval, std::chrono::seconds(1)) << "five looks are five seconds";
  const test::TempFolder folder;
  ASSERT_EQ(
      std::system((test::builtProgram("sojourn") + " demo " + (folder / "demo").string() + " >/dev/null").c_str()), 0);
  std::filesystem::create_directories(folder / "runs");
  std::vector<std::string> notified;
  const auto looks = std::make_shared<std::atomic<int>>(0);
  Monitor monitor({.sources = {folder / "runs"},
                   .wake = {},
                   .notify = [&](const std::string& title, const std::string&) { notified.push_back(title); },
                   .beforePoll = [looks](const std::filesystem::path&) { ++*looks; }},
                  {});
  const auto until = [&](const std::function<bool()>& condition) {
    return test::eventually([&] {
      monitor.update(wallNow());
      return condition();
    });
  };
  const auto id = [&](const char* name) { return (folder / "runs" / name).string(); };
  const auto healthOf = [&](const char* name) {
    const WatchedRun* run = monitor.run(id(name));
    return run ? run->health.health : RunHealth::Imported;
  };
  const auto steps = [&](const char* name) {
    const WatchedRun* run = monitor.run(id(name));
    return run && run->run->recent ? run->run->recent->size() : 0;
  };
  Trainer calm(folder.path(), "calm", 1);
  Trainer killed(folder.path(), "killed", 2);
  const Trainer hot(folder.path(), "hot", 3);
  ASSERT_TRUE(until([&] {
    return steps("calm") > 90 && steps("killed") > 90 && steps("hot") > 90 && healthOf("hot") == RunHealth::Running;
  }));

  killed.end(SIGKILL);
  const int atKill = *looks;
  int looked = 0;
  EXPECT_TRUE(until([&] {
    looked = *looks - atKill;
    return healthOf("killed") == RunHealth::Stalled;
  }));
  EXPECT_LE(looked, 5);
  RecordProperty("killedReportedAfterPolls", looked);

  // A learning rate a thousand times too high, sent as a person sends it.
  monitor.act(present::SendCommand{id("hot"), ControlCommand::SetLearningRate, 5.0});
  ASSERT_TRUE(until([&] { return !monitor.sent().empty() && monitor.sent()[0].outcome == "done"; }));
  // Counted from when the log says so, read without the monitor: how fast the trainer gets there hangs on the machine.
  TailReader reader(folder / "runs" / "hot" / "events.jsonl");
  RunStore log;
  const auto broke = [&] {
    log.apply(reader.poll());
    const auto& loss = log.history().steps.loss;
    return std::ranges::any_of(loss, [&](double one) { return !(one <= 2 * loss[0]); });
  };
  std::optional<int> atBreak;
  EXPECT_TRUE(until([&] {
    if (!atBreak && broke()) atBreak = *looks;
    looked = atBreak ? *looks - *atBreak : 0;
    return healthOf("hot") == RunHealth::Diverging || healthOf("hot") == RunHealth::Failed;
  }));
  EXPECT_LE(looked, 5);
  RecordProperty("divergingReportedAfterPolls", looked);

  EXPECT_GE(std::ranges::count(notified, "killed stalled"), 1);
  EXPECT_EQ(monitor.wall().tiles.back().name, "calm") << "those first that need attention";
  EXPECT_FALSE(session::isProblem(healthOf("calm"))) << monitor.run(id("calm"))->health.reason;
  calm.end(SIGTERM);
}

}  // namespace
}  // namespace sojourn::monitor
