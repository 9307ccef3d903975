// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/queue/run_queue.h"

#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/runs/store/ids_and_times.h"
#include "model/runs/store/run_process.h"
#include "tests/support/held_to_permissions.h"
#include "tests/support/no_room.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

QueuedRun queuedSample(const std::string& runFolder, double wall) {
  QueuedRun run;
  run.id = newUuid();
  run.wall = wall;
  run.runFolder = runFolder;
  run.data = "/data/town";
  run.config["seed"] = 7;
  run.device = "cpu";
  run.threads = 2;
  return run;
}

std::string textOf(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<std::string> foldersOf(const std::vector<QueuedRun>& runs) {
  std::vector<std::string> folders;
  for (const QueuedRun& run : runs) folders.push_back(run.runFolder);
  return folders;
}

TEST(RunQueue, EntriesComeInTheOrderOfTheirQueuing) {
  const test::TempFolder folder;
  const RunQueue queue(folder.path());
  EXPECT_TRUE(queue.waiting().empty());
  for (const auto& [name, wall] : {std::pair{"third", 3.0}, {"first", 1.0}, {"sweep/second", 2.0}}) {
    ASSERT_TRUE(queue.add(queuedSample(name, wall)));
  }
  EXPECT_EQ(foldersOf(queue.waiting()), (std::vector<std::string>{"first", "sweep/second", "third"}));
  const QueuedRun first = queue.waiting().front();
  EXPECT_EQ(first.data, "/data/town");
  EXPECT_EQ(first.config["seed"], 7);
  EXPECT_EQ(first.device, "cpu");
  EXPECT_EQ(first.threads, 2);
  EXPECT_EQ(queue.runFolder(first), folder / "first");
}

TEST(RunQueue, ATakenEntryIsKnownWithItsTrainerUntilItIsFinished) {
  const test::TempFolder folder;
  const RunQueue queue(folder.path());
  ASSERT_TRUE(queue.add(queuedSample("run", 1)));
  const QueuedRun run = queue.waiting().front();
  ASSERT_TRUE(queue.take(run));
  EXPECT_FALSE(queue.take(run)) << "it is gone";
  EXPECT_TRUE(queue.waiting().empty());
  ASSERT_EQ(queue.taken().size(), 1U);
  EXPECT_FALSE(queue.taken()[0].trainer);
  ASSERT_TRUE(queue.noteTrainer({.run = run, .trainer = thisProcess()}));
  EXPECT_EQ(queue.taken()[0].trainer, thisProcess());
  ASSERT_TRUE(queue.writeConfig(run));
  queue.finish(run);
  EXPECT_TRUE(std::filesystem::is_empty(folder / "queue"));
}

TEST(RunQueue, AnEntryIsEitherTakenOrTakenBack) {
  const test::TempFolder folder;
  const RunQueue queue(folder.path());
  ASSERT_TRUE(queue.add(queuedSample("one", 1)));
  ASSERT_TRUE(queue.add(queuedSample("two", 2)));
  const auto waiting = queue.waiting();
  EXPECT_TRUE(queue.withdraw(waiting[0].id));
  EXPECT_FALSE(queue.withdraw(waiting[0].id)) << "only once";
  EXPECT_FALSE(queue.take(waiting[0]));
  EXPECT_FALSE(queue.waits(waiting[0]));
  ASSERT_TRUE(queue.take(waiting[1]));
  EXPECT_FALSE(queue.withdraw(waiting[1].id)) << "it is being trained";
  EXPECT_EQ(queue.taken().size(), 1U);
  EXPECT_FALSE(queue.withdraw("../" + waiting[1].id));
}

TEST(RunQueue, WhatCannotBeReadNowStaysAndIsNamed) {
  const test::TempFolder folder;
  const RunQueue queue(folder.path());
  ASSERT_TRUE(queue.add(queuedSample("one", 1)));
  ASSERT_TRUE(queue.add(queuedSample("two", 2)));
  const std::filesystem::path one = folder / "queue" / (queue.waiting().front().id + ".json");
  {
    const test::HeldToPermissions held;
    if (!held.held()) GTEST_SKIP() << "this system lets root read everything";
    std::filesystem::permissions(one, std::filesystem::perms::none);
    const auto seen = queue.read();
    ASSERT_TRUE(seen);
    EXPECT_EQ(foldersOf(seen->waiting), std::vector<std::string>{"two"});
    ASSERT_EQ(seen->unreadable.size(), 1U);
    EXPECT_TRUE(seen->unreadable[0].passing);
    std::filesystem::permissions(folder / "queue", std::filesystem::perms::none);
    EXPECT_FALSE(queue.read()) << "a folder that cannot be read is no empty queue";
    std::filesystem::permissions(folder / "queue", std::filesystem::perms::owner_all);
  }
  std::filesystem::permissions(one, std::filesystem::perms::owner_all);
  EXPECT_EQ(foldersOf(queue.waiting()), (std::vector<std::string>{"one", "two"}));
}

TEST(RunQueue, AFullDiskLeavesAnEntryThatFails) {
  const test::TempFolder folder;
  const RunQueue queue(folder.path());
  ASSERT_TRUE(queue.add(queuedSample("run", 1)));
  const QueuedRun run = queue.waiting().front();
  ASSERT_TRUE(queue.take(run));
  {
    const test::NoRoom full;
    EXPECT_FALSE(queue.fail(run.id, run.runFolder, "why"));
    EXPECT_FALSE(queue.writeConfig(run));
  }
  ASSERT_EQ(queue.taken().size(), 1U);
  ASSERT_TRUE(queue.putBack(run));
  EXPECT_EQ(foldersOf(queue.waiting()), std::vector<std::string>{"run"});
  ASSERT_TRUE(queue.fail(run.id, run.runFolder, "why"));
  ASSERT_EQ(queue.failed().size(), 1U);
  EXPECT_EQ(queue.failed()[0].why, "why");
  EXPECT_NE(textOf(folder / "queue" / (run.id + ".failed")).find("\"seed\": 7"), std::string::npos)
      << "what was asked for is kept";
}

TEST(RunQueue, AViewerSeesWhoWorksWithoutTakingTheLock) {
  const test::TempFolder folder;
  const RunQueue queue(folder.path());
  EXPECT_FALSE(queue.worker());
  ASSERT_TRUE(queue.makeFolder());
  {
    const auto lock = RunLock::take(queue.lockFile());
    ASSERT_TRUE(lock.ok());
    EXPECT_EQ(queue.worker(), thisProcess());
  }
  ASSERT_TRUE(writeFileAtomically(queue.lockFile(),
                                  R"({"host":")" + thisHost() + R"(","pid":1073741824,"process_started":5})"));
  EXPECT_FALSE(queue.worker()) << "who held it is gone";
  EXPECT_TRUE(RunLock::take(queue.lockFile()));
}

TEST(RunQueue, WhatIsNoEntryIsListedAndFailsWhenItIsSetAside) {
  const test::TempFolder folder;
  const RunQueue queue(folder.path());
  ASSERT_TRUE(queue.makeFolder());
  const std::string whole =
      R"({"v":1,"id":"a","wall":1,"run_dir":"r","data":"d","config":{},"resume":false,"device":"","threads":0})";
  const std::pair<std::string, std::string> damages[] = {
      {R"("v":1)", R"("v":2)"},
      {R"("id":"a")", R"("id":"b")"},
      {R"("run_dir":"r")", R"("run_dir":"../r")"},
      {R"("run_dir":"r")", R"("run_dir":"/r")"},
      {R"("run_dir":"r")", R"("run_dir":"x/../../r")"},
      {R"("run_dir":"r")", R"("run_dir":"queue/r")"},
      {R"("run_dir":"r")", R"("run_dir":"")"},
      {R"("run_dir":"r")", R"("run_dir":"r\u0000s")"},
      {R"("data":"d")", R"("data":"d\u0000e")"},
      {R"("wall":1)", R"("wall":"NaN")"},
      {R"("data":"d")", R"("data":"")"},
      {R"("config":{})", R"("config":5)"},
      {R"("device":"")", R"("device":"--help")"},
      {R"("threads":0)", R"("threads":-1)"},
      {whole, "rubbish"},
  };
  ASSERT_TRUE(writeFileAtomically(folder / "queue/a.json", whole));
  ASSERT_EQ(queue.waiting().size(), 1U);
  for (const auto& [part, damage] : damages) {
    std::string text = whole;
    text.replace(text.find(part), part.size(), damage);
    ASSERT_TRUE(writeFileAtomically(folder / "queue/a.json", text));
    const auto seen = queue.read();
    ASSERT_TRUE(seen);
    EXPECT_TRUE(seen->waiting.empty() && seen->failed.empty()) << damage;
    ASSERT_EQ(seen->unreadable.size(), 1U) << damage;
    EXPECT_FALSE(seen->unreadable[0].passing);
    EXPECT_EQ(textOf(folder / "queue/a.json"), text) << "reading changes nothing";

    ASSERT_TRUE(queue.setAside("a"));
    EXPECT_FALSE(std::filesystem::exists(folder / "queue/a.json")) << "else it would be tried for ever";
    EXPECT_EQ(textOf(folder / "queue/a.failed"), text) << "nothing of it is lost";
    ASSERT_EQ(queue.failed().size(), 1U) << damage;
    EXPECT_NE(queue.failed()[0].why.find("queue/a."), std::string::npos) << queue.failed()[0].why;
    queue.dismiss("a");
  }
}

}  // namespace
}  // namespace sojourn
