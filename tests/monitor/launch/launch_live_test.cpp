// SPDX-License-Identifier: GPL-3.0-or-later
// Trainings begun from the monitor with the real program: again with a finished run, and on with one that was killed.
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <thread>

#include <gtest/gtest.h>

#include "model/runs/queue/run_queue.h"
#include "model/runs/store/ids_and_times.h"
#include "tests/support/built.h"
#include "tests/support/child.h"
#include "tests/support/temp_folder.h"
#include "tests/support/waiting.h"
#include "views/monitor/launch/launching.h"
#include "views/monitor/state/panel_data.h"
#include "views/session/launch/launch_queue.h"

namespace sojourn::monitor {
namespace {

using session::RunHealth;
using test::Child;

class LiveLaunch : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(Child({test::builtProgram("sojourn"), "demo", (m_folder / "demo").string()}).end(0), 0);
    std::filesystem::create_directories(m_folder / "runs");
    m_monitor = std::make_unique<Monitor>(
        MonitorOptions{
            .sources = {m_folder / "runs"}, .wake = {}, .notify = {}, .interval = std::chrono::milliseconds(100)},
        MonitorSettings{});
    m_launching = std::make_unique<Launching>(
        LaunchingOptions{.wake = {},
                         .startQueue =
                             [this](const std::filesystem::path& folder, std::int64_t atATime,
                                    std::function<void(const session::QueueEnd&)> ended) {
                               return session::startQueueWith(m_program.load(), folder, atATime, std::move(ended));
                             },
                         .demo = {},
                         .home = {}},
        *m_monitor);
  }
  void TearDown() override {
    // Whatever has failed above, nothing of it goes on.
    for (const WatchedRun& run : m_monitor->runs())
      if (run.run->entry.liveness == Liveness::Alive)
        ::kill(static_cast<pid_t>(run.run->entry.status->process.pid), SIGKILL);
    EXPECT_TRUE(until([this] { return !RunQueue(m_folder / "runs").worker(); })) << "the queue has not ended";
  }

  /// A small model on the demo, which learns an epoch in a moment.
  [[nodiscard]] std::vector<std::string> train(const std::string& name, int epochs) const {
    std::vector<std::string> words{test::builtProgram("sojourn"),
                                   "train",
                                   "--config",
                                   (m_folder / "demo" / "demo_city_pointer_v45.yaml").string(),
                                   "--data",
                                   (m_folder / "demo").string(),
                                   "--run-dir",
                                   id(name),
                                   "--threads",
                                   "1"};
    const std::string many = std::to_string(epochs);
    for (const std::string& setting :
         {std::string("seed=1"), std::string("model.d_model=16"), std::string("model.dim_feedforward=16"),
          "training.num_epochs=" + many, "training.min_epochs=" + many, std::string("training.keep_epochs=2")})
      words.insert(words.end(), {"--set", setting});
    return words;
  }
  [[nodiscard]] std::string id(const std::string& name) const { return (m_folder / "runs" / name).string(); }
  [[nodiscard]] bool until(const std::function<bool()>& condition) {
    return test::eventually([&] {
      m_monitor->update(wallNow());
      m_launching->update(wallNow());
      return condition();
    });
  }
  [[nodiscard]] bool comesTo(const std::string& name, RunHealth health) {
    return until([&] {
      const WatchedRun* run = m_monitor->run(id(name));
      return run && run->health.health == health;
    });
  }
  [[nodiscard]] std::string problems() const {
    return m_monitor->problems().empty() ? m_launching->formModel().problem : m_monitor->problems().back();
  }

  test::TempFolder m_folder;
  const std::string m_trainer = test::builtProgram("sojourn");
  std::atomic<const char*> m_program{m_trainer.c_str()};
  std::unique_ptr<Monitor> m_monitor;
  std::unique_ptr<Launching> m_launching;
};

TEST_F(LiveLaunch, AgainWithAnotherSeedAppearsOnTheWallAndFinishes) {
  ASSERT_EQ(Child(train("short", 2)).end(0), 0);
  ASSERT_TRUE(comesTo("short", RunHealth::Finished));
  m_monitor->select(id("short"));
  m_launching->act(present::Relaunch{id("short")});
  m_launching->act(present::SetField{"seed", "2"});
  m_launching->act(present::SetField{"where.threads", "1"});
  EXPECT_EQ(m_launching->formModel().differs, "Based on short with these changes: seed 2");
  m_launching->act(present::LaunchCommand::Launch);
  ASSERT_TRUE(until([this] { return !m_launching->shown(); })) << problems();
  ASSERT_TRUE(comesTo("short-seed2", RunHealth::Finished)) << problems();
  EXPECT_EQ(m_monitor->selected(), id("short")) << "the selection stays";
  const WatchedRun* made = m_monitor->run(id("short-seed2"));
  EXPECT_EQ(made->digest.epochs, 2);
  EXPECT_EQ(made->run->entry.record->config["seed"], 2);
  EXPECT_EQ(made->run->entry.record->config["model"]["d_model"], 16);
  EXPECT_EQ(made->run->entry.record->dataset, m_monitor->run(id("short"))->run->entry.record->dataset);
  ASSERT_TRUE(until([this] { return !RunQueue(m_folder / "runs").worker(); }));
  EXPECT_TRUE(m_monitor->problems().empty()) << problems();
}

TEST_F(LiveLaunch, WhatWaitsIsTrainedOnceItsQueueIsStarted) {
  ASSERT_EQ(Child(train("short", 2)).end(0), 0);
  ASSERT_TRUE(comesTo("short", RunHealth::Finished));
  m_program = "/nowhere/sojourn";
  m_launching->act(present::Relaunch{id("short")});
  m_launching->act(present::SetField{"seed", "2"});
  m_launching->act(present::LaunchCommand::Launch);
  const auto offered = [this] { return !m_launching->queue().idle.empty() && m_launching->queue().start.enabled; };
  ASSERT_TRUE(until(offered)) << problems();
  m_program = m_trainer.c_str();
  m_launching->act(std::get<present::LaunchAction>(m_launching->queue().start.action));
  ASSERT_TRUE(comesTo("short-seed2", RunHealth::Finished)) << problems();
  ASSERT_TRUE(until([this] { return m_launching->queue().lines.empty(); })) << m_launching->queue().title;
  EXPECT_TRUE(m_launching->queue().idle.empty());
}

TEST_F(LiveLaunch, AKilledTrainingIsResumedFromItsAlert) {
  Child killed(train("long", 20000));
  ASSERT_TRUE(until([this] {
    const WatchedRun* run = m_monitor->run(id("long"));
    return run && run->digest.epoch > 1;
  }));
  killed.end(SIGKILL);
  ASSERT_TRUE(comesTo("long", RunHealth::Stalled));
  const std::int64_t stoppedAt = m_monitor->run(id("long"))->digest.epoch;
  const present::ActionButton* resume = nullptr;
  for (const present::ActionButton& button : m_monitor->alerts().at(0).buttons)
    if (button.action == present::MonitorAction(present::ResumeRun{id("long")})) resume = &button;
  ASSERT_NE(resume, nullptr);
  m_launching->act(std::get<present::LaunchAction>(resume->action));
  ASSERT_TRUE(until([&] {
    const WatchedRun* run = m_monitor->run(id("long"));
    return !session::isProblem(run->health.health) && run->digest.epoch > stoppedAt;
  })) << problems();
  EXPECT_NE(m_monitor->run(id("long"))->run->entry.status->process.pid, killed.pid());
  m_monitor->act(present::SendCommand{id("long"), ControlCommand::Stop});
  EXPECT_TRUE(comesTo("long", RunHealth::Stopped));
}

}  // namespace
}  // namespace sojourn::monitor
