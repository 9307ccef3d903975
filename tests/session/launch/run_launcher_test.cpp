// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/launch/run_launcher.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/runs/store/ids_and_times.h"
#include "model/runs/store/run_process.h"
#include "tests/support/held_to_permissions.h"
#include "tests/support/temp_folder.h"
#include "tests/support/waiting.h"

namespace sojourn::session {
namespace {

using test::TempFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A launcher with a pump in place of a window's event loop, and a queue program that does what a test says.
class LauncherTest : public ::testing::Test {
 protected:
  struct Start {
    std::filesystem::path folder;
    std::int64_t atATime = 0;
    std::function<void(const QueueEnd&)> ended;
  };

  LauncherTest() {
    launcher = std::make_unique<RunLauncher>(
        RunLauncherOptions{.wake = [this] { m_woken = true; },
                           .changed = [this] { ++m_changes; },
                           .startQueue = [this](const std::filesystem::path& runs, std::int64_t atATime,
                                                std::function<void(const QueueEnd&)> ended) -> Status {
                             const std::lock_guard lock(m_mutex);
                             if (m_startError) return *m_startError;
                             m_starts.push_back({runs, atATime, std::move(ended)});
                             return {};
                           },
                           .demo =
                               [] {
                                 return Result<Loaders::DemoFiles>(Loaders::DemoFiles{"/demo/city", "/demo/city.pt"});
                               }});
  }

  bool until(const std::function<bool()>& condition) {
    return test::eventually([&] {
      if (m_woken.exchange(false)) launcher->drain();
      return condition();
    });
  }
  bool launched(const LaunchPlan& plan) {
    launcher->launch(plan);
    return until([this] { return !launcher->busy(); });
  }
  std::size_t starts() {
    const std::lock_guard lock(m_mutex);
    return m_starts.size();
  }
  Start start(std::size_t index) {
    const std::lock_guard lock(m_mutex);
    return m_starts.at(index);
  }
  LaunchPlan plan(const char* seeds) {
    LaunchForm form;
    form.setText(*findConfigField("seed"), seeds);
    LaunchPlace place;
    place.runFolder = (folder / "run-{seed}").string();
    place.device = "cpu";
    place.atATime = "2";
    return planLaunch(form, place, {});
  }

  TempFolder folder;
  std::atomic<bool> m_woken{false};
  int m_changes = 0;
  std::mutex m_mutex;
  std::vector<Start> m_starts;
  std::optional<Error> m_startError;
  std::unique_ptr<RunLauncher> launcher;
};

TEST_F(LauncherTest, RunsAreQueuedInTheirOrderAndAQueueIsStarted) {
  ASSERT_TRUE(launched(plan("9, 3, 5")));
  const auto waiting = RunQueue(folder.path()).waiting();
  ASSERT_EQ(waiting.size(), 3U);
  EXPECT_EQ(waiting[0].runFolder, "run-9");
  EXPECT_EQ(waiting[1].runFolder, "run-3");
  EXPECT_EQ(waiting[2].config["seed"], 5);
  EXPECT_EQ(waiting[2].data, "/demo/city") << "no dataset means the demo";
  EXPECT_EQ(waiting[2].device, "cpu");
  ASSERT_EQ(starts(), 1U);
  EXPECT_EQ(start(0).folder, folder.path());
  EXPECT_EQ(start(0).atATime, 2);
  const auto added = launcher->takeAdded();
  ASSERT_EQ(added.size(), 1U);
  EXPECT_THAT(added[0].runs, ElementsAre(folder / "run-9", folder / "run-3", folder / "run-5"));
  EXPECT_EQ(launcher->queue().waiting.size(), 3U);
  EXPECT_FALSE(launcher->queue().atWork);
}

TEST_F(LauncherTest, ANameThatIsTakenGetsANumberAndWhatWasQueuedIsSaid) {
  ASSERT_TRUE(launched(plan("1")));
  EXPECT_EQ(launcher->takeNotice(), "Queued run-1");
  ASSERT_TRUE(launched(plan("1, 2")));
  EXPECT_EQ(launcher->takeNotice(), "Queued 2 runs, run-1-2 first");
  const auto waiting = RunQueue(folder.path()).waiting();
  ASSERT_EQ(waiting.size(), 3U);
  EXPECT_EQ(waiting[1].runFolder, "run-1-2");
  EXPECT_EQ(waiting[2].runFolder, "run-2");
  ASSERT_TRUE(launcher->diskCheck().has_value());
  EXPECT_THAT(launcher->diskCheck()->errors, IsEmpty());
  EXPECT_THAT(launcher->takeErrors(), IsEmpty());
}

TEST_F(LauncherTest, OnlyTheNewestCheckIsAnswered) {
  launcher->check(plan("1"));
  launcher->check(plan("2"));
  EXPECT_FALSE(launcher->diskCheck().has_value());
  ASSERT_TRUE(until([this] { return launcher->diskCheck().has_value(); }));
  EXPECT_THAT(launcher->diskCheck()->runFolders, ElementsAre("run-2"));
}

TEST_F(LauncherTest, AProgramThatIsMissingOrFailsIsSaidAndTheRunsStayQueued) {
  m_startError = Error{ErrorKind::Failed, "/bin/sojourn", "is not there", "install it"};
  ASSERT_TRUE(launched(plan("1")));
  auto errors = launcher->takeErrors();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].what, "is not there");
  EXPECT_EQ(launcher->queue().waiting.size(), 1U);
  m_startError.reset();
  ASSERT_TRUE(launched(plan("2")));
  start(0).ended({.exitCode = 4, .lastLine = "sojourn: disk full"});
  ASSERT_TRUE(until([&] {
    errors = launcher->takeErrors();
    return !errors.empty();
  }));
  EXPECT_THAT(errors[0].what, HasSubstr("disk full"));
  EXPECT_THAT(errors[0].remedy, HasSubstr("start the queue again"));
  EXPECT_EQ(starts(), 1U);
}

TEST_F(LauncherTest, AQueueThatIsAtWorkAlreadyTakesTheRuns) {
  ASSERT_TRUE(launched(plan("1")));
  const auto lock = RunLock::take(RunQueue(folder.path()).lockFile());
  ASSERT_TRUE(lock.ok());
  start(0).ended({.exitCode = 3, .lastLine = "is held"});
  std::string notice;
  ASSERT_TRUE(until([&] {
    notice = launcher->takeNotice();
    return !notice.empty() && !notice.starts_with("Queued ");  // what the launch itself has said
  }));
  EXPECT_THAT(notice, HasSubstr("keeps its own number of runs at a time"));
  EXPECT_THAT(launcher->takeErrors(), IsEmpty());
  ASSERT_TRUE(until([this] { return launcher->queue().atWork; }));
}

TEST_F(LauncherTest, AQueueThatEndedJustThenIsReplaced) {
  ASSERT_TRUE(launched(plan("1")));
  // It found the lock held, and who held it has gone since.
  start(0).ended({.exitCode = 3, .lastLine = "is held"});
  ASSERT_TRUE(until([this] { return starts() == 2; }));
  start(1).ended({.exitCode = 3, .lastLine = "is held"});
  ASSERT_TRUE(until([this] { return starts() == 3; }));
  start(2).ended({.exitCode = 3, .lastLine = "is held"});
  std::vector<Error> errors;
  ASSERT_TRUE(until([&] {
    errors = launcher->takeErrors();
    return !errors.empty();
  })) << "not for ever";
  EXPECT_EQ(starts(), 3U);
}

TEST_F(LauncherTest, AQueueThatNobodyWorksOnIsStartedForWhatItHolds) {
  ASSERT_TRUE(launched(plan("1")));
  EXPECT_TRUE(launcher->queue().starting);
  EXPECT_FALSE(launcher->queue().abandoned()) << "it has been started and has not said that it failed";
  start(0).ended({.exitCode = 137, .lastLine = {}});
  ASSERT_TRUE(until([this] { return launcher->queue().abandoned(); }));
  launcher->work(folder.path(), 3);
  ASSERT_TRUE(until([this] { return !launcher->busy(); }));
  ASSERT_EQ(starts(), 2U);
  EXPECT_EQ(start(1).folder, folder.path());
  EXPECT_EQ(start(1).atATime, 3);
  EXPECT_FALSE(launcher->queue().abandoned());
  const auto lock = RunLock::take(RunQueue(folder.path()).lockFile());
  ASSERT_TRUE(lock.ok());
  launcher->poll(folder.path());
  ASSERT_TRUE(until([this] { return launcher->queue().atWork; }));
  EXPECT_FALSE(launcher->queue().starting);
  // Where it cannot be started, that is said, and it can be tried again.
  EXPECT_EQ(launcher->takeErrors().size(), 1U) << "of the one that was killed";
  m_startError = Error{ErrorKind::Failed, "/bin/sojourn", "is not there", "install it"};
  launcher->work(folder / "other", 1);
  ASSERT_TRUE(until([this] { return !launcher->busy(); }));
  const auto errors = launcher->takeErrors();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].what, "is not there");
  EXPECT_FALSE(launcher->queue().starting);
}

TEST_F(LauncherTest, ARunIsResumedThroughTheQueue) {
  launcher->resume(folder.path(), "deep/run", 1);
  ASSERT_TRUE(until([this] { return !launcher->busy(); }));
  const auto waiting = RunQueue(folder.path()).waiting();
  ASSERT_EQ(waiting.size(), 1U);
  EXPECT_TRUE(waiting[0].resume);
  EXPECT_EQ(waiting[0].runFolder, "deep/run");
  EXPECT_EQ(starts(), 1U);
}

TEST_F(LauncherTest, WaitingEntriesAreTakenBackAndFailedOnesForgotten) {
  ASSERT_TRUE(launched(plan("1, 2")));
  const RunQueue queue(folder.path());
  const auto waiting = launcher->queue().waiting;
  launcher->withdraw(waiting[0].id);
  ASSERT_TRUE(until([this] { return launcher->queue().waiting.size() == 1; }));
  ASSERT_TRUE(queue.take(waiting[1]));
  launcher->withdraw(waiting[1].id);
  std::string notice;
  ASSERT_TRUE(until([&] {
    notice = launcher->takeNotice();
    return !notice.empty() && !notice.starts_with("Queued ");  // what the launch itself has said
  }));
  EXPECT_THAT(notice, HasSubstr("just started"));
  EXPECT_EQ(queue.taken().size(), 1U) << "what trains is not touched";
  ASSERT_TRUE(queue.fail(waiting[1].id, waiting[1].runFolder, "no room"));
  launcher->poll(folder.path());
  ASSERT_TRUE(until([this] { return launcher->queue().failed.size() == 1; }));
  launcher->dismiss(waiting[1].id);
  ASSERT_TRUE(until([this] { return launcher->queue().failed.empty(); }));
}

TEST_F(LauncherTest, WhatCannotBeRemovedFromAQueueIsReported) {
  const RunQueue queue(folder.path());
  ASSERT_TRUE(queue.makeFolder());
  ASSERT_TRUE(queue.fail("f00d", "run-7", "no room"));
  const QueuedRun run{.id = newUuid(), .wall = 1, .runFolder = "run-8", .data = "/data", .device = {}};
  ASSERT_TRUE(queue.add(run));
  // The launcher's thread is made by a thread that is held, and so it is, too.
  const test::HeldToPermissions held;
  if (!held.held()) GTEST_SKIP() << "this system lets root write everywhere";
  RunLauncher bound({.wake = {}, .changed = {}, .startQueue = {}, .demo = {}});
  std::filesystem::permissions(folder / "queue",
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  const auto reported = [&] {
    std::vector<Error> errors;
    static_cast<void>(test::eventually([&] {
      bound.drain();
      errors = bound.takeErrors();
      return !errors.empty();
    }));
    return errors.empty() ? std::string() : errors[0].sentence();
  };
  bound.poll(folder.path());
  ASSERT_TRUE(test::eventually([&] {
    bound.drain();
    return !bound.queue().folder.empty();
  }));
  ASSERT_EQ(bound.queue().waiting.size(), 1U);
  bound.withdraw(run.id);
  EXPECT_THAT(reported(), HasSubstr("is not writable, so the entry stays"));
  EXPECT_THAT(bound.takeNotice(), IsEmpty()) << "it has not begun";
  bound.dismiss("f00d");
  EXPECT_THAT(reported(), HasSubstr("is not writable, so the entry stays"));
  std::filesystem::permissions(folder / "queue", std::filesystem::perms::owner_all);
}

TEST_F(LauncherTest, WhatWasAskedForHappensAlsoWhenTheWindowCloses) {
  launcher->launch(plan("1, 2, 3"));
  launcher.reset();
  EXPECT_EQ(RunQueue(folder.path()).waiting().size(), 3U);
  ASSERT_EQ(starts(), 1U);
  start(0).ended({.exitCode = 4, .lastLine = "too late"});  // nobody is there any more
}

}  // namespace
}  // namespace sojourn::session
