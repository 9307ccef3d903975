// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/run_queue.h"

#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/runs/run_lock.h"
#include "model/runs/uuid.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

QueuedRun sample(const std::string& runFolder, double wall) {
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
    ASSERT_TRUE(queue.add(sample(name, wall)));
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
  ASSERT_TRUE(queue.add(sample("run", 1)));
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
  ASSERT_TRUE(queue.add(sample("one", 1)));
  ASSERT_TRUE(queue.add(sample("two", 2)));
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

TEST(RunQueue, WhatIsNoEntryFailsWithTheReason) {
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
    EXPECT_TRUE(queue.waiting().empty()) << damage;
    ASSERT_EQ(queue.failed().size(), 1U) << damage;
    EXPECT_NE(queue.failed()[0].why.find("a.json"), std::string::npos) << queue.failed()[0].why;
    EXPECT_FALSE(std::filesystem::exists(folder / "queue/a.json")) << "else it would be tried for ever";
  }
}

}  // namespace
}  // namespace sojourn
