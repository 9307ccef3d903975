// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn queue`: with a trainer of a few lines, and with the real one.
#include <chrono>
#include <map>
#include <thread>

#include "tests/cli/queue/cli_queue.h"

namespace sojourn {
namespace {

TEST_F(CliQueue, TrainsOneAfterTheOtherInOrder) {
  QueuedRun first = add("a", "town");
  QueuedRun second;
  second.id = newUuid();
  second.wall = 2;
  second.runFolder = "b";
  second.resume = true;
  second.device = "cpu";
  second.threads = 1;
  ASSERT_TRUE(queue.add(second));
  const auto run = workOff();
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const fs::path config = runs() / "queue" / (first.id + ".yaml");
  EXPECT_EQ(calls(), "train --run-dir " + (runs() / "a").string() + " --config " + config.string() +
                         " --data town\ndone\ntrain --run-dir " + (runs() / "b").string() +
                         " --resume --device cpu --threads 1\ndone\n");
  EXPECT_EQ(run.out, "started a\nended a\nstarted b\nended b\n");
  EXPECT_TRUE(queue.waiting().empty() && queue.taken().empty() && queue.failed().empty());
  EXPECT_FALSE(fs::exists(config));
}

TEST_F(CliQueue, WhatFailsIsKeptWithItsReasonAndStopsNothing) {
  add("a", "bad");
  add("b", "killed");
  add("c", "town");
  ASSERT_TRUE(writeFileAtomically(runs() / "queue" / "x.json", "rubbish"));
  const auto run = workOff();
  EXPECT_EQ(run.exitCode, 4) << run.err;
  EXPECT_THAT(run.err, HasSubstr("and 2 more failed"));
  EXPECT_TRUE(calls().ends_with(" --data town\ndone\n")) << calls();
  std::map<std::string, std::string> why;
  for (const FailedRun& failed : queue.failed()) why[failed.runFolder] = failed.why;
  ASSERT_EQ(why.size(), 3U);
  EXPECT_EQ(why["a"], "exit code 3: sojourn: no such data");
  EXPECT_THAT(why["b"], HasSubstr("signal 9"));
  EXPECT_THAT(why[""], HasSubstr("not well-formed JSON"));
  EXPECT_EQ(test::textOfFile(runs() / "a/stderr.txt"), "first\nsojourn: no such data\n");
}

TEST_F(CliQueue, LinksOutOfTheFolderOfRunsAreNotFollowed) {
  fs::create_directories(folder / "elsewhere/inner");
  fs::create_directory_symlink(folder / "elsewhere", runs() / "link");
  fs::create_directory_symlink(folder / "elsewhere/inner", runs() / "itself");
  add("link/run", "town");
  add("itself", "town");
  add("deep/er", "town");
  const auto run = workOff();
  EXPECT_EQ(run.exitCode, 4) << run.err;
  EXPECT_EQ(std::ranges::count(calls(), '\n'), 2) << calls();
  EXPECT_TRUE(fs::is_directory(runs() / "deep/er"));
  EXPECT_FALSE(fs::exists(folder / "elsewhere/run"));
  EXPECT_TRUE(fs::is_empty(folder / "elsewhere/inner"));
  for (const FailedRun& failed : queue.failed()) EXPECT_THAT(failed.why, HasSubstr("is a link or behind one"));
  EXPECT_EQ(queue.failed().size(), 2U);
}

TEST_F(CliQueue, EntriesAreAddedListedMovedAndCancelled) {
  ASSERT_EQ(runSojourn({"demo", (folder / "city").string()}).exitCode, 0);
  const std::string config = (folder / "city/demo_city_pointer_v45.yaml").string(), city = (folder / "city").string();
  const auto queued = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"queue", runs().string()};
    words.insert(words.end(), more.begin(), more.end());
    return runSojourn(words);
  };
  const auto idOf = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"--add", config, "--data", city};
    words.insert(words.end(), more.begin(), more.end());
    const auto added = queued(words);
    EXPECT_EQ(added.exitCode, 0) << added.err;
    return added.out.substr(0, added.out.find(' '));
  };
  const std::string first = idOf({"--set", "seed=7"}), second = idOf({"--set", "seed=7"});
  const std::string third = idOf({"--run-dir", "mine", "--device", "cpu", "--threads", "1"});
  const auto folders = [&] {
    std::vector<std::string> names;
    for (const QueuedRun& run : queue.waiting()) names.push_back(run.runFolder);
    return names;
  };
  const std::string named = "demo_city_pointer_v45-7";
  EXPECT_EQ(folders(), (std::vector<std::string>{named, named + "-2", "mine"}));
  EXPECT_EQ(queue.waiting()[0].config["seed"], 7);
  EXPECT_EQ(queue.waiting()[2].threads, 1);
  EXPECT_EQ(queued({"--move", third, "1"}).exitCode, 0);
  EXPECT_EQ(folders(), (std::vector<std::string>{"mine", named, named + "-2"}));
  EXPECT_EQ(queued({"--move", third, "99"}).exitCode, 0);
  EXPECT_EQ(folders(), (std::vector<std::string>{named, named + "-2", "mine"}));
  // Halving the time between two neighbours ends: then they move apart.
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(queue.move(i % 2 == 0 ? third : second, 1));
  EXPECT_EQ(folders(), (std::vector<std::string>{named, named + "-2", "mine"}));
  const auto listed = queued({"--list", "--json", "-"}).json();
  EXPECT_EQ(listed["schema"], "sojourn.queue/1");
  ASSERT_EQ(listed["entries"].size(), 3U);
  EXPECT_EQ(listed["entries"][0]["id"], first);
  EXPECT_THAT(queued({"--list"}).out, HasSubstr("mine"));
  EXPECT_EQ(queued({"--cancel", second}).exitCode, 0);
  EXPECT_EQ(folders(), (std::vector<std::string>{named, "mine"}));
  EXPECT_EQ(queued({"--cancel", second}).exitCode, 3);
  EXPECT_EQ(queued({"--move", second, "1"}).exitCode, 3);
  EXPECT_EQ(queued({"--move", first, "0"}).exitCode, 2);
  EXPECT_EQ(queued({"--add", config, "--data", (folder / "nowhere").string()}).exitCode, 3);
  EXPECT_EQ(queued({"--add", config, "--data", city, "--run-dir", "../out"}).exitCode, 3);
  EXPECT_EQ(queued({"--add", config}).exitCode, 2);
  EXPECT_EQ(folders().size(), 2U);
}

TEST_F(CliQueue, ASecondQueueIsRefusedAndTheFirstTakesWhatComesLater) {
  add("a", "slow");
  QueueProcess first(runs(), trainer());
  ASSERT_TRUE(eventually([&] { return calls().find("slow") != std::string::npos; }));
  add("b", "town");
  const auto second = workOff();
  EXPECT_EQ(second.exitCode, 3);
  EXPECT_THAT(second.err, HasSubstr("is held by process"));
  std::ofstream(folder / "go") << "";
  EXPECT_EQ(first.end(), 0);
  EXPECT_THAT(calls(), HasSubstr("--data town\ndone\n"));
}

TEST_F(CliQueue, NeitherItsDeathNorCtrlCReachesATraining) {
  for (const int signal : {SIGKILL, SIGINT}) {
    fs::remove(folder / "calls");
    fs::remove(folder / "go");
    add("a", "slow");
    {
      QueueProcess killed(runs(), trainer());
      ASSERT_TRUE(eventually([&] {
        const auto taken = queue.taken();
        return taken.size() == 1 && taken[0].trainer && !calls().empty();
      }));
      EXPECT_EQ(killed.end(signal), signal == SIGKILL ? 128 + SIGKILL : 130);
    }
    // The trainer still works, and the next queue waits for it instead of starting another one.
    EXPECT_EQ(presenceOf(*queue.taken()[0].trainer), ProcessPresence::There);
    QueueProcess next(runs(), trainer());
    ASSERT_TRUE(eventually([&] { return queue.worker().has_value(); }));
    std::this_thread::sleep_for(std::chrono::milliseconds(800));
    EXPECT_EQ(calls().find("train", 1), std::string::npos) << calls();
    RunStatus finished;
    finished.state = RunState::Finished;
    ASSERT_TRUE(writeRunStatus(RunPaths{runs() / "a"}.status(), finished));
    std::ofstream(folder / "go") << "";
    EXPECT_EQ(next.end(), 0);
    EXPECT_EQ(calls().find("train", 1), std::string::npos) << calls();
    EXPECT_TRUE(queue.taken().empty() && queue.failed().empty());
  }
}

TEST_F(CliQueue, ATrainingThatDiedWithItsQueueIsResumed) {
  const QueuedRun run = add("a", "town");
  ASSERT_TRUE(queue.take(run));
  ProcessIdentity gone = thisProcess();
  gone.startTicks -= 1;
  ASSERT_TRUE(queue.noteTrainer({.run = run, .trainer = gone}));
  fs::create_directories(runs() / "a");
  ASSERT_TRUE(writeFileAtomically(runs() / "a/run.json", "{}"));
  RunStatus running;
  running.state = RunState::Running;
  running.process = gone;
  ASSERT_TRUE(writeRunStatus(RunPaths{runs() / "a"}.status(), running));
  EXPECT_EQ(workOff().exitCode, 0);
  EXPECT_EQ(calls(), "train --run-dir " + (runs() / "a").string() + " --resume\ndone\n");
  EXPECT_TRUE(queue.taken().empty());
}

TEST_F(CliQueue, WhatItCannotReadStaysWhereItIs) {
  add("a", "town");
  const QueuedRun hidden = add("b", "town");
  const fs::path entry = runs() / "queue" / (hidden.id + ".json");
  fs::permissions(entry, fs::perms::none);
  const std::vector<std::string> arguments{"queue", runs().string(), "--trainer", trainer().string()};
  const auto run = test::runSojournHeldToPermissions(arguments);
  if (run.exitCode == test::notHeld) GTEST_SKIP() << "this system lets root read everything";
  EXPECT_EQ(run.exitCode, 4) << "it is not done";
  EXPECT_THAT(run.err, HasSubstr(hidden.id));
  EXPECT_THAT(calls(), HasSubstr("--data town\ndone\n")) << "what can be read is trained";
  ASSERT_TRUE(fs::exists(entry));
  fs::permissions(entry, fs::perms::owner_all);
  EXPECT_EQ(workOff().exitCode, 0);
  EXPECT_THAT(calls(), HasSubstr("/b --config"));
}

TEST_F(CliQueue, AnEntryOfALaterVersionIsSetAsideWhole) {
  const QueuedRun run = add("a", "town");
  const fs::path entry = runs() / "queue" / (run.id + ".json");
  std::string text = test::textOfFile(entry);
  text.replace(text.find("\"v\": 1"), 6, "\"v\": 2");
  ASSERT_TRUE(writeFileAtomically(entry, text));
  const auto work = workOff();
  EXPECT_EQ(work.exitCode, 4) << work.err;
  EXPECT_THAT(work.out, HasSubstr("set aside"));
  EXPECT_EQ(calls(), "");
  EXPECT_EQ(test::textOfFile(runs() / "queue" / (run.id + ".failed")), text);
}

TEST_F(CliQueue, AFullDiskLeavesEveryEntry) {
  for (const char* name : {"a", "b", "c"}) add(name, "town");
  // Room for the queue's lock and for nothing larger.
  const std::string limited = "ulimit -f 1; trap '' XFSZ; exec \"$0\" queue \"$1\" --trainer \"$2\"";
  for (QueuedRun run : queue.waiting()) {
    run.config["note"] = std::string(4000, ' ');
    ASSERT_TRUE(queue.add(run));
  }
  const pid_t child = ::fork();
  if (child == 0) {
    ::execl("/bin/sh", "sh", "-c", limited.c_str(), test::builtProgram("sojourn").c_str(), runs().c_str(),
            trainer().c_str(), nullptr);
    ::_exit(127);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 4);
  EXPECT_EQ(queue.waiting().size(), 3U);
  EXPECT_TRUE(queue.failed().empty());
  EXPECT_EQ(calls(), "");
}

TEST_F(CliQueue, AsksForARunsLockWithoutTakingIt) {
  const QueuedRun run = add("a", "town");
  ASSERT_TRUE(queue.take(run));
  fs::create_directories(runs() / "a");
  RunStatus finished;
  finished.state = RunState::Finished;
  ASSERT_TRUE(writeRunStatus(RunPaths{runs() / "a"}.status(), finished));
  const std::string lock = R"({"pid":4194303,"host":"another","process_started":1.5})";
  ASSERT_TRUE(writeFileAtomically(runs() / "a/run.lock", lock));
  const auto work = workOff();
  EXPECT_EQ(work.exitCode, 0) << work.err;
  EXPECT_EQ(test::textOfFile(runs() / "a/run.lock"), lock);
  EXPECT_TRUE(queue.taken().empty());
}

TEST_F(CliQueue, ALockThatCannotBeOpenedIsHeldByNobody) {
  const QueuedRun run = add("a", "town");
  ASSERT_TRUE(queue.take(run));
  fs::create_directories(runs() / "a/run.lock");
  const auto work = workOff();
  EXPECT_EQ(work.exitCode, 0) << work.err;
  EXPECT_EQ(work.out, "started a\nended a\n") << "the trainer decides what to make of it";
}

TEST_F(CliQueue, SaysWhatIsWrongWithItsFolder) {
  EXPECT_EQ(runSojourn({"queue", (folder / "absent").string()}).exitCode, 3);
  EXPECT_EQ(runSojourn({"queue", runs().string(), "--jobs", "0"}).exitCode, 2);
  EXPECT_EQ(runSojourn({"queue", runs().string()}).exitCode, 0) << "nothing to do";
}

}  // namespace
}  // namespace sojourn
