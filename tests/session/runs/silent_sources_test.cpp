// SPDX-License-Identifier: GPL-3.0-or-later
// Several sources, one of which lies on a disk that does not answer: the others do not notice.
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <new>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "model/runs/control/control.h"
#include "tests/runs/fake_run.h"
#include "tests/session/pumped_library.h"
#include "tests/support/temp_folder.h"
#include "views/session/runs/run_digest.h"

namespace sojourn::session {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using test::eventually;
using test::FakeRun;
using test::FakeRunOptions;
using test::TempFolder;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

FakeRunOptions silentRun(RunState state = RunState::Finished, int day = 1) {
  FakeRunOptions options;
  options.epochs = 2;
  options.stepsPerEpoch = 5;
  options.state = state;
  options.created = "2026-02-0" + std::to_string(day) + "T00:00:00Z";
  return options;
}

/// A disk that a test can stop from answering the next look at a source. Held by the threads that look.
class Disk {
 public:
  void holdNext(const fs::path& source) {
    const std::lock_guard lock(m_mutex);
    m_source = source;
    m_released = false;
  }
  void release() {
    const std::lock_guard lock(m_mutex);
    m_source.clear();
    m_released = true;
    m_changed.notify_all();
  }
  /// A look waits.
  [[nodiscard]] bool holds() {
    const std::lock_guard lock(m_mutex);
    return m_waiting > 0;
  }
  void poll(const fs::path& source) {
    std::unique_lock lock(m_mutex);
    if (source != m_source) return;
    m_source.clear();
    ++m_waiting;
    m_changed.wait(lock, [this] { return m_released; });
    --m_waiting;
  }

 private:
  std::mutex m_mutex;
  std::condition_variable m_changed;
  fs::path m_source;
  bool m_released = false;
  int m_waiting = 0;
};

class SilentSources : public ::testing::Test {
 protected:
  void TearDown() override {
    m_disk->release();
    m_studio.reset();
    // Only the test holds the disk: every thread has ended.
    EXPECT_TRUE(allEnded()) << "a thread goes on";
  }
  [[nodiscard]] bool allEnded() {
    return eventually([this] { return m_disk.use_count() == 1; });
  }
  [[nodiscard]] RunLibrary& library() { return m_studio->library; }
  [[nodiscard]] bool until(const std::function<bool()>& condition) { return m_studio->until(condition); }
  [[nodiscard]] std::vector<fs::path> shown() {
    std::vector<fs::path> folders;
    for (const FollowedRunPtr& run : library().runs()) folders.push_back(run->folder());
    return folders;
  }
  /// The disk is back, and what the thread that it held has found would have come; false where it is held on.
  [[nodiscard]] bool letItSpeak() {
    m_disk->release();
    if (!until([&] { return !m_disk->holds(); })) return false;
    std::this_thread::sleep_for(30ms);
    library().drain();
    return true;
  }
  static double secondsFor(const std::function<void()>& act) {
    const auto began = Clock::now();
    act();
    return std::chrono::duration<double>(Clock::now() - began).count();
  }
  /// Whether one of thirty attempts is quick enough: a loaded machine may take the processor away, but not in each.
  /// What `attempt` answers with is how long it took, in seconds; `seconds` is a hundred times what it takes.
  [[nodiscard]] bool within(double seconds, const std::function<double()>& attempt) {
    for (int tries = 0; tries < 30; ++tries) {
      if (attempt() < seconds) return true;
      TearDown();
      if (HasFailure()) return false;
      m_studio = watching(5ms);
    }
    return false;
  }
  [[nodiscard]] std::unique_ptr<Pumped> watching(std::chrono::milliseconds interval) const {
    return std::make_unique<Pumped>(TailOptions{}, interval,
                                    [disk = m_disk](const fs::path& source) { disk->poll(source); });
  }
  static int commandsIn(const FakeRun& run) {
    std::error_code none;
    const fs::directory_iterator files(run.paths().control(), none);
    return none ? 0 : static_cast<int>(std::distance(fs::begin(files), fs::end(files)));
  }

  TempFolder m_folder;
  std::shared_ptr<Disk> m_disk = std::make_shared<Disk>();
  std::unique_ptr<Pumped> m_studio = watching(5ms);
};

TEST_F(SilentSources, HoldsUpNoOther) {
  const FakeRun slow(m_folder / "slow" / "s", silentRun());
  FakeRun live(m_folder / "well" / "live", silentRun(RunState::Running));
  m_disk->holdNext(m_folder / "slow");
  library().add(m_folder / "slow");
  library().add(m_folder / "well");
  library().setWatched(true);
  ASSERT_TRUE(until([&] { return library().settled(m_folder / "well"); }));
  EXPECT_THAT(shown(), ElementsAre(m_folder / "well" / "live"));
  ASSERT_TRUE(until([&] { return m_disk->holds(); }));
  EXPECT_FALSE(library().settled());
  EXPECT_FALSE(library().answered());

  live.writeEpoch();
  ASSERT_TRUE(until([&] { return digestOf(*library().run(m_folder / "well" / "live")).epoch == 3; }));
  library().send(m_folder / "well" / "live", ControlCommand::Pause);
  ASSERT_TRUE(
      until([&] { return library().lastCommand(m_folder / "well" / "live")->stage == SentCommand::Stage::Waiting; }));
  EXPECT_EQ(commandsIn(live), 1);
  library().editNotes(m_folder / "well" / "live", [](ViewerNotes& notes) { notes.name = "named"; });
  ASSERT_TRUE(until([&] { return library().run(m_folder / "well" / "live")->entry.title() == "named"; }));

  ASSERT_TRUE(until([&] { return !library().silentFor(0.2).empty(); }));
  EXPECT_EQ(library().silentFor(0.2)[0].source, m_folder / "slow");
  EXPECT_GE(library().silentFor(0.2)[0].seconds, 0.2);

  m_disk->release();
  ASSERT_TRUE(until([&] { return library().settled(); }));
  EXPECT_TRUE(library().answered());
  EXPECT_THAT(shown(), ElementsAre(m_folder / "slow" / "s", m_folder / "well" / "live")) << "in the sources' order";
  EXPECT_THAT(library().silentFor(5), IsEmpty());
}

TEST_F(SilentSources, IsClosedAtOnce) {
  const FakeRun slow(m_folder / "slow" / "s", silentRun());
  const FakeRun well(m_folder / "well" / "w", silentRun());
  EXPECT_TRUE(within(0.5, [&] {
    EXPECT_TRUE(m_studio->open(m_folder / "slow"));
    library().add(m_folder / "well");
    EXPECT_TRUE(until([&] { return library().settled(); }));
    m_disk->holdNext(m_folder / "slow");
    EXPECT_TRUE(until([&] { return m_disk->holds(); }));
    return secondsFor([&] { library().remove(m_folder / "slow"); });
  }));
  EXPECT_THAT(shown(), ElementsAre(m_folder / "well" / "w"));
  EXPECT_TRUE(library().settled());
  for (const SilentSource& silent : library().silentFor(0)) EXPECT_EQ(silent.source, m_folder / "well");
  // What it finds when the disk is back is nobody's any more.
  ASSERT_TRUE(letItSpeak());
  EXPECT_THAT(shown(), ElementsAre(m_folder / "well" / "w"));
}

TEST_F(SilentSources, HoldsUpTheEndOnlyForAWhile) {
  const FakeRun slow(m_folder / "slow" / "s", silentRun(RunState::Running));
  const FakeRun well(m_folder / "well" / "w", silentRun(RunState::Running));
  ASSERT_TRUE(m_studio->open(m_folder / "slow"));
  library().add(m_folder / "well");
  ASSERT_TRUE(until([&] { return library().settled(); }));
  m_disk->holdNext(m_folder / "slow");
  ASSERT_TRUE(until([&] { return m_disk->holds(); }));
  library().send(m_folder / "slow" / "s", ControlCommand::Pause);
  library().send(m_folder / "well" / "w", ControlCommand::Pause);
  // The disk holds on: waiting for it would have no end.
  EXPECT_GE(secondsFor([&] { m_studio.reset(); }), 1.9) << "a command that was sent is worth waiting for";
  EXPECT_EQ(commandsIn(slow), 0);
  EXPECT_TRUE(eventually([&] { return commandsIn(well) == 1; }));
  // The thread that was let go touches nothing of the library, and does what it owes.
  m_disk->release();
  ASSERT_TRUE(allEnded());
  EXPECT_EQ(commandsIn(slow), 1);
}

TEST_F(SilentSources, ALookThatHangsForLongIsNotWaitedForAgain) {
  const FakeRun slow(m_folder / "slow" / "s", silentRun());
  EXPECT_TRUE(within(1, [&] {
    EXPECT_TRUE(m_studio->open(m_folder / "slow"));
    m_disk->holdNext(m_folder / "slow");
    EXPECT_TRUE(until([&] { return !library().silentFor(2).empty(); }));
    library().setChosen(m_folder / "slow" / "s", false);  // nothing that the disk needs to know
    return secondsFor([&] { m_studio.reset(); });
  }));
}

TEST_F(SilentSources, ThreadsThatRestAreNotWaitedFor) {
  std::vector<std::unique_ptr<FakeRun>> runs;
  std::vector<fs::path> sources;
  for (int i = 0; i < 20; ++i) {
    sources.push_back(m_folder / ("f" + std::to_string(10 + i)));
    runs.push_back(std::make_unique<FakeRun>(sources.back() / "run", silentRun()));
  }
  EXPECT_TRUE(within(0.5, [&] {
    m_studio = watching(1h);
    for (const fs::path& source : sources) library().add(source);
    library().setWatched(true);
    EXPECT_TRUE(until([&] { return library().settled() && library().runs().size() == 20; }));
    return secondsFor([&] { m_studio.reset(); });
  }));
}

TEST_F(SilentSources, OneThatCannotBeFollowedAnyMoreIsReportedAndTheOthersGoOn) {
  const FakeRun a(m_folder / "a" / "run", silentRun());
  FakeRun b(m_folder / "b" / "run", silentRun(RunState::Running));
  const auto full = std::make_shared<std::atomic<bool>>(false);
  m_studio = std::make_unique<Pumped>(TailOptions{}, 5ms, [full, broken = m_folder / "a"](const fs::path& source) {
    if (*full && source == broken) throw std::bad_alloc();
  });
  ASSERT_TRUE(m_studio->open(m_folder / "a"));
  library().add(m_folder / "b");
  ASSERT_TRUE(until([&] { return library().settled(); }));
  *full = true;
  std::vector<Error> errors;
  ASSERT_TRUE(until([&] { return !(errors = library().takeErrors()).empty(); }));
  EXPECT_EQ(errors[0].where, (m_folder / "a").string());
  EXPECT_THAT(errors[0].what, ::testing::HasSubstr("can no longer be followed"));
  EXPECT_THAT(shown(), ElementsAre(m_folder / "a" / "run", m_folder / "b" / "run")) << "what was known stays";
  b.writeEpoch();
  EXPECT_TRUE(until([&] { return digestOf(*library().run(m_folder / "b" / "run")).epoch == 3; }));
  EXPECT_THAT(library().takeErrors(), IsEmpty()) << "it is reported once";
  // Opened again it is followed again.
  *full = false;
  library().remove(library().sources()[0]);
  EXPECT_THAT(library().sources(), ElementsAre(m_folder / "b"));
  library().add(m_folder / "a");
  EXPECT_TRUE(until([&] { return library().runs().size() == 2 && library().settled(); }));
}

TEST_F(SilentSources, OneThatIsOpenedAgainDisregardsWhatTheFirstThreadFinds) {
  const FakeRun stays(m_folder / "a" / "stays", silentRun());
  {
    const FakeRun gone(m_folder / "a" / "gone", silentRun());
    ASSERT_TRUE(m_studio->open(m_folder / "a"));
    ASSERT_EQ(library().runs().size(), 2U);
  }
  m_disk->holdNext(m_folder / "a");
  ASSERT_TRUE(until([&] { return m_disk->holds(); }));
  fs::remove_all(m_folder / "a" / "gone");
  ASSERT_TRUE(m_studio->open(m_folder / "a")) << "a second thread reads it";
  EXPECT_THAT(shown(), ElementsAre(m_folder / "a" / "stays"));
  // The first one knew the run, and now finds that it has vanished.
  ASSERT_TRUE(letItSpeak());
  EXPECT_THAT(shown(), ElementsAre(m_folder / "a" / "stays"));
}

TEST_F(SilentSources, ARunInSeveralSourcesIsTheFirstOnes) {
  const FakeRun deep(m_folder / "b" / "deep", silentRun());
  const FakeRun other(m_folder / "a", silentRun());
  ASSERT_TRUE(m_studio->open(m_folder / "b"));
  library().add(m_folder.path());
  ASSERT_TRUE(until([&] { return library().settled() && library().runs().size() == 2; }));
  EXPECT_THAT(shown(), ElementsAre(m_folder / "b" / "deep", m_folder / "a")) << "each once";
  ASSERT_TRUE(until([&] { return library().run(m_folder / "b" / "deep")->history != nullptr; }));
  // Its first source goes: the second has it, and now reads its steps.
  library().remove(m_folder / "b");
  ASSERT_TRUE(library().run(m_folder / "b" / "deep"));
  EXPECT_TRUE(library().chosen(m_folder / "b" / "deep"));
  EXPECT_THAT(shown(), ElementsAre(m_folder / "a", m_folder / "b" / "deep"));
  EXPECT_TRUE(until([&] { return library().run(m_folder / "b" / "deep")->history != nullptr; }));
}

TEST_F(SilentSources, LeavesItsRunsToAnotherThatAnswersForThem) {
  const FakeRun run(m_folder / "b" / "run", silentRun(RunState::Running));
  m_disk->holdNext(m_folder.path());
  library().add(m_folder.path());
  library().add(m_folder / "b");
  library().setWatched(true);
  ASSERT_TRUE(until([&] { return library().run(m_folder / "b" / "run") != nullptr; }));
  library().send(m_folder / "b" / "run", ControlCommand::Pause);
  EXPECT_TRUE(until([&] {
    return library().lastCommand(m_folder / "b" / "run")->stage == SentCommand::Stage::Waiting;
  })) << "the command went to the thread that hangs";
}

/// Six runs, newer ones in the second folder.
std::vector<std::unique_ptr<FakeRun>> sixRuns(const fs::path& folder, int day) {
  std::vector<std::unique_ptr<FakeRun>> runs;
  for (int i = 0; i < 6; ++i)
    runs.push_back(std::make_unique<FakeRun>(folder / std::to_string(i), silentRun(RunState::Finished, day)));
  return runs;
}

TEST_F(SilentSources, TheFirstSourceHasTheColoursEvenIfItIsSlower) {
  const auto first = sixRuns(m_folder / "a", 1);
  const auto second = sixRuns(m_folder / "b", 2);
  // Whoever has not answered for a second has no turn: only an attempt that takes less tells anything.
  int early = 0, chosenA = 0, chosenB = 0;
  EXPECT_TRUE(within(1, [&] {
    early = chosenA = chosenB = 0;
    return secondsFor([&] {
      m_disk->holdNext(m_folder / "a");
      library().add(m_folder / "a");
      library().add(m_folder / "b");
      library().setWatched(true);
      EXPECT_TRUE(until([&] { return library().settled(m_folder / "b"); }));
      for (int i = 0; i < 6; ++i) early += library().chosen(m_folder / "b" / std::to_string(i)) ? 1 : 0;
      m_disk->release();
      EXPECT_TRUE(until([&] { return library().settled(); }));
      for (int i = 0; i < 6; ++i) {
        chosenA += library().chosen(m_folder / "a" / std::to_string(i)) ? 1 : 0;
        chosenB += library().chosen(m_folder / "b" / std::to_string(i)) ? 1 : 0;
      }
    });
  }));
  EXPECT_EQ(early, 0);
  EXPECT_EQ(chosenA, 6);
  EXPECT_EQ(chosenB, 0);
}

TEST_F(SilentSources, LeavesTheColoursToTheOthersAfterASecond) {
  const auto first = sixRuns(m_folder / "a", 1);
  const auto second = sixRuns(m_folder / "b", 2);
  m_disk->holdNext(m_folder / "a");
  library().add(m_folder / "a");
  library().add(m_folder / "b");
  library().setWatched(true);
  ASSERT_TRUE(until([&] { return library().chosen(m_folder / "b" / "0"); }));
  EXPECT_TRUE(m_disk->holds());
  EXPECT_TRUE(until([&] { return library().run(m_folder / "b" / "5")->history != nullptr; }));
}

TEST_F(SilentSources, ARunInNoSourceHasItsCommandsToo) {
  const FakeRun run(m_folder / "elsewhere" / "run", silentRun(RunState::Running));
  library().send(m_folder / "elsewhere" / "run", ControlCommand::Stop);
  library().editNotes(m_folder / "elsewhere" / "run", [](ViewerNotes& notes) { notes.name = "named"; });
  ASSERT_TRUE(until(
      [&] { return library().lastCommand(m_folder / "elsewhere" / "run")->stage == SentCommand::Stage::Waiting; }));
  m_studio.reset();
  const auto notes = readViewerNotes(run.paths().viewer());
  ASSERT_TRUE(notes.ok());
  EXPECT_EQ(notes->name, "named") << "what was sent before the end is not lost";
  EXPECT_EQ(commandsIn(run), 1);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they need more room than is left here
/// Opens sources until there is no room for the stack of another thread.
[[noreturn]] void openTooMany() {
  const rlimit little{.rlim_cur = 256U << 20, .rlim_max = RLIM_INFINITY};
  ::setrlimit(RLIMIT_AS, &little);
  RunLibrary library(RunLibraryOptions{});
  std::vector<Error> errors;
  int opened = 0;
  for (; opened < 1000 && errors.empty(); ++opened) {
    library.add("/source" + std::to_string(opened));
    errors = library.takeErrors();
  }
  const bool reported = !errors.empty() && errors[0].what.find("no threads left") != std::string::npos &&
                        static_cast<int>(library.sources().size()) == opened - 1;
  library.send("/elsewhere", ControlCommand::Stop);
  const bool alsoReported = library.lastCommand("/elsewhere")->stage == SentCommand::Stage::NotSent;
  std::_Exit(reported && alsoReported ? 7 : 1);
}

TEST(SilentSourcesDeathTest, WithoutAThreadLeftASourceIsNotOpenedAndThatIsReported) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(openTooMany(), ::testing::ExitedWithCode(7), "");
}
#endif

}  // namespace
}  // namespace sojourn::session
