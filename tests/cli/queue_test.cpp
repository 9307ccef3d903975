// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn queue`: with a trainer of a few lines, and with the real one.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/config/config_file.h"
#include "model/core/files.h"
#include "model/runs/export/run_export.h"
#include "model/runs/queue/run_queue.h"
#include "model/runs/store/ids_and_times.h"
#include "model/runs/store/run_paths.h"
#include "model/runs/store/run_process.h"
#include "tests/cli/program.h"
#include "tests/support/built.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"
#include "tests/support/waiting.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;
using test::eventually;
using test::runSojourn;
using ::testing::HasSubstr;

/// The real `sojourn queue` in the background.
class QueueProcess {
 public:
  explicit QueueProcess(const fs::path& folder, const fs::path& trainer) {
    m_pid = ::fork();
    if (m_pid != 0) return;
    const std::string path = folder.string(), program = trainer.string();
    ::execl(test::builtProgram("sojourn").c_str(), "sojourn", "queue", path.c_str(), "--trainer", program.c_str(),
            nullptr);
    ::_exit(127);
  }
  QueueProcess(const QueueProcess&) = delete;
  QueueProcess& operator=(const QueueProcess&) = delete;
  ~QueueProcess() {
    if (m_pid > 0) end(SIGKILL);
  }
  int end(int signal = 0) {
    if (signal != 0) ::kill(m_pid, signal);
    int status = 0;
    ::waitpid(m_pid, &status, 0);
    m_pid = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t m_pid = 0;
};

class CliQueue : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directory(runs());
    // Writes down how it was called and in what order; waits where the dataset is called "slow" until it may end.
    // The whole option is compared: the letters of "bad" also occur in the ids of entries.
    std::ofstream(trainer()) << "#!/bin/sh\n"
                                "echo \"$@\" >> "
                             << (folder / "calls").string()
                             << "\n"
                                "case \"$*\" in\n"
                                "  *'--data bad'*) echo first >&2; echo 'sojourn: no such data' >&2; exit 3;;\n"
                                "  *'--data killed'*) kill -9 $$;;\n"
                                "  *'--data slow'*) while [ ! -e "
                             << (folder / "go").string()
                             << " ]; do sleep 0.05; done;;\n"
                                "esac\n"
                                "echo done >> "
                             << (folder / "calls").string() << "\n";
    fs::permissions(trainer(), fs::perms::owner_all);
  }
  [[nodiscard]] fs::path runs() const { return folder / "runs"; }
  [[nodiscard]] fs::path trainer() const { return folder / "trainer"; }
  [[nodiscard]] std::string calls() const { return test::textOfFile(folder / "calls"); }

  QueuedRun add(const std::string& name, const std::string& data) {
    QueuedRun run;
    run.id = newUuid();
    run.wall = ++m_wall;
    run.runFolder = name;
    run.data = data;
    run.config = toJson(TrainingConfig{});
    EXPECT_TRUE(queue.add(run));
    return run;
  }
  [[nodiscard]] test::ProgramRun workOff() const {
    return runSojourn({"queue", runs().string(), "--trainer", trainer().string()});
  }

  test::TempFolder folder;
  RunQueue queue{runs()};

 private:
  double m_wall = 0;
};

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

/// The same with this program as the trainer, on the demo.
class CliRealQueue : public CliQueue {
 protected:
  void addSmallRun(std::int64_t epochs) {
    if (!fs::exists(folder / "city")) {
      ASSERT_EQ(runSojourn({"demo", (folder / "city").string()}).exitCode, 0);
    }
    m_name = "epochs-" + std::to_string(epochs);
    QueuedRun run;
    run.id = newUuid();
    run.runFolder = "sweep/" + m_name;
    run.data = (folder / "city").string();
    TrainingConfig config;
    config.seed = 7;
    config.model.dModel = 16;
    config.model.nhead = 2;
    config.model.numLayers = 1;
    config.model.dimFeedforward = 32;
    config.training.numEpochs = epochs;
    config.training.warmupEpochs = 0;
    run.config = toJson(config);
    run.threads = 2;
    ASSERT_TRUE(queue.add(run));
  }
  void expectFinished() const {
    EXPECT_TRUE(queue.failed().empty()) << queue.failed()[0].why;
    EXPECT_TRUE(queue.waiting().empty() && queue.taken().empty());
    const auto status = readRunStatus(paths().status());
    ASSERT_TRUE(status) << status.error().sentence();
    EXPECT_EQ(status->state, RunState::Finished);
    EXPECT_TRUE(fs::exists(paths().results()));
    EXPECT_TRUE(fs::exists(paths().bestCheckpoint()));
  }
  /// Of the run that was added last.
  [[nodiscard]] RunPaths paths() const { return {runs() / "sweep" / m_name}; }
  /// Kills the queue and then its trainer in the middle of a training; false where that came to its end before.
  [[nodiscard]] bool killedOnTheWay() {
    {
      QueueProcess killed(runs(), test::builtProgram("sojourn"));
      EXPECT_TRUE(
          eventually([&] { return test::textOfFile(paths().events()).find("\"epoch\":2") != std::string::npos; }));
      killed.end(SIGKILL);
    }
    const auto taken = queue.taken();
    if (taken.size() != 1 || !taken[0].trainer) return false;
    const ProcessIdentity trainer = *taken[0].trainer;
    if (presenceOf(trainer) != ProcessPresence::There) return false;
    EXPECT_EQ(::kill(static_cast<pid_t>(trainer.pid), SIGKILL), 0);
    EXPECT_TRUE(eventually([&] { return presenceOf(trainer) == ProcessPresence::Gone; }));
    const auto status = readRunStatus(paths().status());
    return status && status->state == RunState::Running;
  }

 private:
  std::string m_name;
};

TEST_F(CliRealQueue, LeavesAFinishedRun) {
  addSmallRun(1);
  const auto work = runSojourn({"queue", runs().string()});
  ASSERT_EQ(work.exitCode, 0) << work.err;
  expectFinished();
}

TEST_F(CliRealQueue, ResumesATrainingThatWasKilledWithItsQueue) {
  // Where this test has to wait for the processor a short training ends before it is killed: the next one is longer.
  std::int64_t epochs = 6;
  addSmallRun(epochs);
  while (!killedOnTheWay()) {
    epochs *= 4;
    ASSERT_LT(epochs, 1000) << "no training was under way";
    static_cast<void>(runSojourn({"queue", runs().string()}));
    addSmallRun(epochs);
  }
  EXPECT_EQ(queue.taken().size(), 1U);
  const auto work = runSojourn({"queue", runs().string()});
  ASSERT_EQ(work.exitCode, 0) << work.err;
  expectFinished();
  const auto history = readRunHistory(paths().events());
  ASSERT_TRUE(history);
  EXPECT_EQ(history->rewinds.size(), 1U);
  EXPECT_EQ(history->epochs.size(), static_cast<std::size_t>(epochs));
  EXPECT_EQ(history->evals.size(), static_cast<std::size_t>(epochs));
  for (std::size_t i = 0; i < history->steps.size(); ++i) {
    ASSERT_EQ(history->steps.step[i], static_cast<std::int64_t>(i) + 1);
  }
}

}  // namespace
}  // namespace sojourn
