// SPDX-License-Identifier: GPL-3.0-or-later
// Three real trainings on the demo: one is killed and one made to diverge, and the wall says so within five seconds.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/monitor/monitor.h"
#include "app/monitor/wall_data.h"
#include "model/runs/wall_time.h"
#include "tests/support/temp_folder.h"

namespace sojourn::monitor {
namespace {

using Clock = std::chrono::steady_clock;
using session::RunNeed;

/// A `sojourn`, killed at the end of the scope at the latest.
class Trainer {
 public:
  Trainer(const std::filesystem::path& folder, const std::string& name, int seed) {
    std::vector<std::string> words{SOJOURN_PROGRAM, "train",
                                   "--config",      (folder / "demo" / "demo_city_pointer_v45.yaml").string(),
                                   "--data",        (folder / "demo").string(),
                                   "--run-dir",     (folder / "runs" / name).string(),
                                   "--threads",     "1",
                                   "--set",         "seed=" + std::to_string(seed),
                                   "--set",         "training.patience=50"};
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

TEST(LiveMonitor, SaysWithinFiveSecondsWhichOfThreeTrainingsIsKilledAndWhichDiverges) {
  const test::TempFolder folder;
  ASSERT_EQ(std::system((std::string(SOJOURN_PROGRAM " demo ") + (folder / "demo").string() + " >/dev/null").c_str()),
            0);
  std::filesystem::create_directories(folder / "runs");
  std::vector<std::string> told;
  Monitor monitor({.sources = {folder / "runs"},
                   .wake = {},
                   .notify = [&](const std::string& title, const std::string&) { told.push_back(title); }},
                  {});
  const auto until = [&](std::chrono::seconds patience, const std::function<bool()>& condition) {
    const auto end = Clock::now() + patience;
    while (Clock::now() < end) {
      monitor.update(wallNow());
      if (condition()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return false;
  };
  const auto id = [&](const char* name) { return (folder / "runs" / name).string(); };
  const auto needOf = [&](const char* name) {
    const WatchedRun* run = monitor.run(id(name));
    return run ? run->need.need : RunNeed::Imported;
  };
  const auto steps = [&](const char* name) {
    const WatchedRun* run = monitor.run(id(name));
    return run && run->run->recent ? run->run->recent->size() : 0;
  };
  Trainer calm(folder.path(), "calm", 1);
  Trainer killed(folder.path(), "killed", 2);
  const Trainer hot(folder.path(), "hot", 3);
  ASSERT_TRUE(until(std::chrono::seconds(120), [&] {
    return steps("calm") > 90 && steps("killed") > 90 && steps("hot") > 90 && needOf("hot") == RunNeed::Running;
  }));

  killed.end(SIGKILL);
  const auto killedAt = Clock::now();
  EXPECT_TRUE(until(std::chrono::seconds(5), [&] { return needOf("killed") == RunNeed::Stalled; }));
  RecordProperty(
      "killedToldMilliseconds",
      static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - killedAt).count()));

  // A learning rate a thousand times too high, sent as a person sends it.
  monitor.act({act::setRate, "5 " + id("hot")});
  ASSERT_TRUE(
      until(std::chrono::seconds(30), [&] { return !monitor.sent().empty() && monitor.sent()[0].outcome == "done"; }));
  const auto hotAt = Clock::now();
  EXPECT_TRUE(until(std::chrono::seconds(5),
                    [&] { return needOf("hot") == RunNeed::Diverging || needOf("hot") == RunNeed::Failed; }));
  RecordProperty("divergingToldMilliseconds",
                 static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - hotAt).count()));

  EXPECT_GE(std::ranges::count(told, "killed stalled"), 1);
  EXPECT_EQ(monitor.wall().tiles.back().name, "calm") << "those first that need somebody";
  EXPECT_FALSE(session::needsSomebody(needOf("calm"))) << monitor.run(id("calm"))->need.reason;
  calm.end(SIGTERM);
}

}  // namespace
}  // namespace sojourn::monitor
