// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/store/run_process.h"

#include <array>
#include <chrono>
#include <fstream>
#include <iterator>
#include <optional>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/core/files.h"
#include "model/formats/text/json_fields.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

/// A process that holds the lock until it is killed.
class Holder {
 public:
  explicit Holder(const std::filesystem::path& file) {
    std::array<int, 2> ready{};
    if (::pipe(ready.data()) != 0) return;
    m_pid = ::fork();
    if (m_pid == 0) {
      const auto lock = RunLock::take(file);
      const char answer = lock ? 'y' : 'n';
      if (::write(ready[1], &answer, 1) != 1) ::_exit(1);
      for (;;) ::pause();
    }
    ::close(ready[1]);
    char answer = 0;
    m_holds = ::read(ready[0], &answer, 1) == 1 && answer == 'y';
    ::close(ready[0]);
  }
  Holder(const Holder&) = delete;
  Holder& operator=(const Holder&) = delete;
  ~Holder() { kill(); }
  void kill() {
    if (m_pid <= 0) return;
    ::kill(m_pid, SIGKILL);
    ::waitpid(m_pid, nullptr, 0);
    m_pid = 0;
  }
  [[nodiscard]] bool holds() const { return m_holds; }
  [[nodiscard]] pid_t pid() const { return m_pid; }

 private:
  pid_t m_pid = 0;
  bool m_holds = false;
};

TEST(RunLock, NamesWhoHoldsItAndIsFreeOnceThatOneIsKilled) {
  const test::TempFolder folder;
  Holder holder(folder / "run.lock");
  ASSERT_TRUE(holder.holds());
  const auto refused = RunLock::take(folder / "run.lock");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::BadInput);
  EXPECT_NE(refused.error().what.find("process " + std::to_string(holder.pid()) + " on " + thisHost()),
            std::string::npos)
      << refused.error().what;
  holder.kill();
  EXPECT_TRUE(RunLock::take(folder / "run.lock"));
}

TEST(RunLock, IsHeldAgainstTheSameProcessToo) {
  const test::TempFolder folder;
  std::optional<Result<RunLock>> first(RunLock::take(folder / "run.lock"));
  ASSERT_TRUE(*first);
  EXPECT_FALSE(RunLock::take(folder / "run.lock"));
  first.reset();
  EXPECT_TRUE(RunLock::take(folder / "run.lock"));
}

TEST(RunLock, SaysThatTheFolderIsNotThere) {
  const test::TempFolder folder;
  const auto lock = RunLock::take(folder / "absent" / "run.lock");
  ASSERT_FALSE(lock);
  EXPECT_EQ(lock.error().kind, ErrorKind::Failed);
}

TEST(RunLock, IsAskedForWithoutBeingTakenOrWritten) {
  const test::TempFolder folder;
  const std::filesystem::path file = folder / "run.lock";
  EXPECT_FALSE(RunLock::isHeld(file)) << "there is none";
  EXPECT_FALSE(std::filesystem::exists(file));
  const std::string text = R"({"pid":4194303,"host":"another","process_started":1.5})";
  ASSERT_TRUE(writeFileAtomically(file, text));
  EXPECT_FALSE(RunLock::isHeld(file)) << "a name in the file holds nothing";
  std::ifstream in(file);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), text);
  {
    Holder holder(file);
    ASSERT_TRUE(holder.holds());
    EXPECT_TRUE(RunLock::isHeld(file));
  }
  EXPECT_FALSE(RunLock::isHeld(file));
  std::filesystem::remove(file);
  std::filesystem::create_directory(file);
  EXPECT_FALSE(RunLock::isHeld(file)) << "a folder is no lock";
}

TEST(RunLock, CanBeTakenWhileOthersAsk) {
  const test::TempFolder folder;
  const std::filesystem::path file = folder / "run.lock";
  ASSERT_TRUE(RunLock::take(file));
  const std::jthread asking([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      static_cast<void>(RunLock::isHeld(file));
      std::this_thread::yield();
    }
  });
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(RunLock::take(file)) << i;
}

TEST(ProcessIdentity, TheClockMayBeSet) {
  // An hour forward: the same start, computed from the machine's start by the clock of now, lies an hour later.
  ProcessIdentity before = thisProcess();
  before.started -= 3600;
  EXPECT_EQ(presenceOf(before), ProcessPresence::There);
  before.boot = "another-boot";
  EXPECT_EQ(presenceOf(before), ProcessPresence::Gone);
}

TEST(ProcessIdentity, FilesOfEarlierVersionsAreComparedByTheirTime) {
  ProcessIdentity earlier = thisProcess();
  ASSERT_FALSE(earlier.boot.empty());
  earlier.boot.clear();
  earlier.startTicks = 0;
  const auto json = jsonOf(earlier);
  EXPECT_EQ(json.size(), 3U);
  const auto read = structOf<ProcessIdentity>(nlohmann::ordered_json::parse(json.dump()), "status.json");
  ASSERT_TRUE(read);
  EXPECT_EQ(presenceOf(*read), ProcessPresence::There);
  earlier.started -= 3600;
  EXPECT_EQ(presenceOf(earlier), ProcessPresence::Gone);
}

TEST(ProcessIdentity, TellsThisProcessFromOneThatIsGone) {
  const ProcessIdentity self = thisProcess();
  EXPECT_EQ(self.pid, ::getpid());
  EXPECT_EQ(presenceOf(self), ProcessPresence::There);

  ProcessIdentity reused = self;
  reused.startTicks -= 1;
  EXPECT_EQ(presenceOf(reused), ProcessPresence::Gone) << "the number is used again by a later process";

  ProcessIdentity elsewhere = self;
  elsewhere.host += "-other";
  EXPECT_EQ(presenceOf(elsewhere), ProcessPresence::Elsewhere);

  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  const auto waitUntilZombie = [child] {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) == 0;
  };
  ASSERT_TRUE(waitUntilZombie());
  EXPECT_FALSE(runningProcess(child)) << "a zombie trains no more";
  ::waitpid(child, nullptr, 0);
  EXPECT_FALSE(runningProcess(child));
}

}  // namespace
}  // namespace sojourn
