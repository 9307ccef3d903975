// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include <gtest/gtest.h>

#include "model/runs/store/ids_and_times.h"
#include "model/runs/store/run_process.h"
#include "tests/runs/fake_run.h"
#include "tests/support/temp_folder.h"
#include "views/session/launch/launch_queue.h"

namespace sojourn::session {
namespace {

class QueueSnapshots : public ::testing::Test {
 protected:
  QueuedRun add(const std::string& name) {
    QueuedRun run;
    run.id = newUuid();
    run.wall = ++m_wall;
    run.runFolder = name;
    run.data = "/data/city";
    EXPECT_TRUE(m_queue.add(run).ok());
    return run;
  }
  /// Taken by a queue, whose trainer is this process, one that is gone, or one that was never recorded.
  void take(const std::string& name, const std::optional<ProcessIdentity>& trainer) {
    const TakenRun taken{.run = add(name), .trainer = trainer};
    EXPECT_TRUE(m_queue.take(taken.run).ok());
    if (!trainer) return;
    EXPECT_TRUE(m_queue.noteTrainer(taken).ok());
  }
  static ProcessIdentity gone() {
    ProcessIdentity process = thisProcess();
    process.startTicks -= 1;  // its number has been used again since
    return process;
  }
  [[nodiscard]] QueueSnapshot poll() const { return readQueueSnapshot(m_folder.path()); }

  test::TempFolder m_folder;
  RunQueue m_queue{m_folder.path()};
  double m_wall = 0;
};

TEST_F(QueueSnapshots, TellsWhatIsTrainedFromWhatWasCutShort) {
  EXPECT_FALSE(poll().abandoned());
  take("goes-on", thisProcess());
  EXPECT_FALSE(poll().abandoned()) << "its trainer needs no queue";
  take("died", gone());
  take("never-recorded", std::nullopt);
  take("over", gone());
  test::FakeRun(m_folder / "over").writeStatus(RunState::Finished, false);
  const QueueSnapshot seen = poll();
  ASSERT_EQ(seen.training.size(), 1U);
  EXPECT_EQ(seen.training[0].runFolder, "goes-on");
  ASSERT_EQ(seen.cutShort.size(), 2U) << "what is over needs nobody";
  EXPECT_TRUE(seen.waiting.empty());
  EXPECT_TRUE(seen.abandoned());
  EXPECT_EQ(m_queue.taken().size(), 4U) << "looking changes nothing";
  // A queue that has come goes on with them.
  const auto lock = RunLock::take(m_queue.lockFile());
  ASSERT_TRUE(lock.ok());
  EXPECT_FALSE(poll().abandoned());
  EXPECT_TRUE(poll().cutShort.empty());
}

TEST_F(QueueSnapshots, WhatWaitsIsAbandonedUntilAQueueComes) {
  const QueuedRun run = add("first");
  EXPECT_TRUE(poll().abandoned());
  QueueSnapshot started = poll();
  started.starting = true;
  EXPECT_FALSE(started.abandoned());
  EXPECT_FALSE(started.sameAs(poll()));
  EXPECT_TRUE(poll().sameAs(poll()));
  const QueueSnapshot before = poll();
  ASSERT_TRUE(m_queue.fail(run.id, run.runFolder, "no room").ok());
  EXPECT_FALSE(poll().abandoned()) << "what failed waits for nobody";
  EXPECT_FALSE(poll().sameAs(before));
}

}  // namespace
}  // namespace sojourn::session
