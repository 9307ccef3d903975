// SPDX-License-Identifier: GPL-3.0-or-later
// Run folders as no trainer leaves them: each is shown as what it is, with a reason, and the runs beside it go on.
#include <fstream>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "model/runs/log/event_json.h"
#include "model/runs/store/ids_and_times.h"
#include "tests/runs/fake_run.h"
#include "tests/session/pumped_library.h"
#include "tests/support/cpu_time.h"
#include "tests/support/growth.h"
#include "tests/support/held_to_permissions.h"
#include "tests/support/temp_folder.h"
#include "views/session/follow/run_follower.h"
#include "views/session/runs/run_health.h"

namespace sojourn::session {
namespace {

namespace fs = std::filesystem;
using test::FakeRun;
using test::FakeRunOptions;
using ::testing::AllOf;
using ::testing::HasSubstr;

FakeRunOptions running(std::int64_t epochs = 3) {
  FakeRunOptions options;
  options.epochs = epochs;
  options.stepsPerEpoch = 20;
  options.state = RunState::Running;
  options.loss = [](std::int64_t epoch) { return 4.0 - 0.1 * static_cast<double>(epoch); };
  return options;
}

/// A folder of runs, one of which is well and is looked after to the end of the test.
class HostileRuns : public ::testing::Test {
 protected:
  /// Looks until nothing is left to read, at most so often.
  void poll(int most = 2000) {
    while (m_follower.poll().more) ASSERT_GT(--most, 0) << "it reads on and on";
  }
  [[nodiscard]] FollowedRunPtr run(const std::string& name) const {
    const auto found = std::ranges::find_if(
        m_follower.runs(), [&](const FollowedRunPtr& one) { return one->folder() == m_folder / name; });
    return found == m_follower.runs().end() ? nullptr : *found;
  }
  [[nodiscard]] RunHealthReport healthOf(const std::string& name) const {
    const FollowedRunPtr one = run(name);
    return one ? session::healthOf(*one, digestOf(*one), wallNow())
               : RunHealthReport{RunHealth::Imported, "absent", {}, {}};
  }
  [[nodiscard]] fs::path file(const std::string& name, const char* file) const { return m_folder / name / file; }
  static void add(const fs::path& file, const std::string& text) {
    std::ofstream(file, std::ios::app | std::ios::binary) << text;
  }

  /// The run beside it gets an epoch more, and that is seen.
  void TearDown() override {
    m_well.writeEpoch();
    m_well.writeStatus(RunState::Running);
    poll();
    ASSERT_TRUE(run("well"));
    EXPECT_EQ(digestOf(*run("well")).validation.size(), 4U);
    EXPECT_EQ(healthOf("well").health, RunHealth::Running) << healthOf("well").reason;
  }

  test::TempFolder m_folder;
  FakeRun m_well{m_folder / "well", running()};
  RunFollower m_follower{m_folder.path()};
};

TEST_F(HostileRuns, AnotherRunOfTheSameNameIsNotTakenForTheFirst) {
  { const FakeRun first(m_folder / "r", running(5)); }
  poll();
  EXPECT_EQ(digestOf(*run("r")).validation.size(), 5U);
  fs::remove_all(m_folder / "r");
  poll();
  EXPECT_EQ(healthOf("r").health, RunHealth::Vanished);
  EXPECT_EQ(healthOf("r").reason, "The folder is gone");
  // Longer than the first, and there before anybody looked again.
  {
    const FakeRun second(m_folder / "r", running(2));
    poll();
    fs::remove_all(m_folder / "r");
  }
  FakeRunOptions third = running(9);
  third.loss = [](std::int64_t) { return 7.0; };
  const FakeRun run3(m_folder / "r", third);
  poll();
  ASSERT_TRUE(run("r")->outline);
  const RunDigest digest = digestOf(*run("r"));
  ASSERT_EQ(digest.validation.size(), 9U);
  EXPECT_EQ(digest.validation.front().loss, 7.0) << "a figure of the run before";
  EXPECT_THAT(standingReason(*run("r")), HasSubstr("replaced"));
}

TEST_F(HostileRuns, WhatIsHalfWrittenWaitsAndWhatIsCutIsReported) {
  const FakeRun half(m_folder / "half", running());
  const FakeRun cut(m_folder / "cut", running());
  add(file("half", "events.jsonl"), R"({"v":1,"seq":99,"t":"log","wa)");
  poll();
  EXPECT_EQ(run("half")->badLines, 0);
  EXPECT_EQ(healthOf("half").reason, "");
  add(file("half", "events.jsonl"), "ll\":1.76e9,\"level\":\"info\",\"text\":\"whole\"}\n");
  fs::resize_file(file("cut", "events.jsonl"), 700);
  poll();
  EXPECT_EQ(run("half")->outline->logs.back().event.text, "whole");
  EXPECT_EQ(healthOf("cut").health, RunHealth::Running);
  EXPECT_THAT(healthOf("cut").reason, HasSubstr("truncated or replaced"));
}

TEST_F(HostileRuns, WhatMayNotBeReadIsReported) {
  const FakeRun closed(m_folder / "closed", running());
  const FakeRun deep(m_folder / "sweep" / "deep", running());
  const FakeRun logless(m_folder / "logless", running());
  FakeRun known(m_folder / "known", running());
  poll();
  const test::HeldToPermissions held;
  if (!held.held()) GTEST_SKIP() << "permissions do not bind here";
  const auto shut = [&](const fs::path& path, bool is) {
    fs::permissions(path, is ? fs::perms::none : fs::perms::owner_all);
  };
  for (const char* name : {"closed", "sweep/deep", "logless/events.jsonl", "known/run.json"})
    shut(m_folder / name, true);
  poll();
  for (const char* name : {"closed", "sweep/deep"}) {
    EXPECT_EQ(healthOf(name).health, RunHealth::Unreadable) << name;
    EXPECT_THAT(healthOf(name).reason, HasSubstr("may not be looked into (permission denied)")) << name;
  }
  // It has been read before, and its descriptor is still good; a monitor that is started now has none.
  RunFollower fresh(m_folder.path());
  while (fresh.poll().more) {
  }
  int shown = 0;
  for (const FollowedRunPtr& one : fresh.runs()) {
    const RunHealthReport report = session::healthOf(*one, digestOf(*one), wallNow());
    const std::string name = one->folder().filename().string();
    if (name == "well") continue;
    ++shown;
    EXPECT_EQ(report.health, RunHealth::Unreadable) << name;
    EXPECT_THAT(report.further, AllOf(HasSubstr(name), ::testing::ContainsRegex("[Pp]ermission denied")));
  }
  EXPECT_EQ(shown, 3) << "a closed folder deeper down may be anything";
  for (const char* name : {"closed", "sweep/deep", "logless/events.jsonl", "known/run.json"})
    shut(m_folder / name, false);
  poll();
  for (const char* name : {"closed", "sweep/deep", "logless", "known"})
    EXPECT_EQ(healthOf(name).health, RunHealth::Running) << name << ": " << healthOf(name).reason;
  while (fresh.poll().more) {
  }
  for (const FollowedRunPtr& one : fresh.runs())
    EXPECT_EQ(session::healthOf(*one, digestOf(*one), wallNow()).health, RunHealth::Running) << one->folder();
}

TEST_F(HostileRuns, AFolderThatMayNotBeWrittenIsWatchedAllTheSame) {
  const FakeRun run(m_folder / "r", running());
  const test::HeldToPermissions held;
  if (!held.held()) GTEST_SKIP() << "permissions do not bind here";
  fs::create_directory(file("r", "control"));
  for (const fs::path& folder : {file("r", "control"), m_folder / "r"})
    fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec);
  Pumped viewer;
  ASSERT_TRUE(viewer.open(m_folder.path()));
  const FollowedRunPtr seen = viewer.run(m_folder / "r");
  EXPECT_EQ(session::healthOf(*seen, digestOf(*seen), wallNow()).health, RunHealth::Running);
  viewer.library.send(m_folder / "r", ControlCommand::Stop);
  ASSERT_TRUE(
      viewer.until([&] { return viewer.library.lastCommand(m_folder / "r")->stage == SentCommand::Stage::NotSent; }));
  const auto errors = viewer.library.takeErrors();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_THAT(errors[0].sentence(), HasSubstr("ermission denied"));
  // Nor can anybody leave a note there, and what was there stays.
  viewer.library.editNotes(m_folder / "r", [](ViewerNotes& notes) { notes.note = "looks well"; });
  std::vector<Error> refused;
  ASSERT_TRUE(viewer.until([&] { return !(refused = viewer.library.takeErrors()).empty(); }));
  EXPECT_THAT(refused[0].sentence(), AllOf(HasSubstr("viewer.json"), HasSubstr("ermission denied")));
  EXPECT_FALSE(fs::exists(file("r", "viewer.json")));
  for (const fs::path& folder : {m_folder / "r", file("r", "control")}) fs::permissions(folder, fs::perms::owner_all);
}

TEST_F(HostileRuns, WhatALaterVersionWroteIsReported) {
  const FakeRun record(m_folder / "record", running());
  const FakeRun events(m_folder / "events", running());
  std::ofstream(file("record", "run.json")) << R"({"schema":"sojourn.run/99","id":"x"})";
  for (int i = 0; i < 3; ++i)
    add(file("events", "events.jsonl"), R"({"v":2,"seq":900,"t":"step","wall":1.8e9,"what":[1,2]})"
                                        "\n");
  poll();
  EXPECT_EQ(healthOf("record").health, RunHealth::Unreadable);
  EXPECT_THAT(healthOf("record").further, AllOf(HasSubstr("sojourn.run/99"), HasSubstr("newer Sojourn")));
  EXPECT_EQ(healthOf("events").health, RunHealth::Running);
  EXPECT_THAT(healthOf("events").reason, HasSubstr("3 lines of its log are from a later version"));
}

TEST_F(HostileRuns, RubbishIsCountedAndNothingElse) {
  const FakeRun log(m_folder / "log", running());
  const FakeRun status(m_folder / "status", running());
  const FakeRun record(m_folder / "record", running());
  std::mt19937 random(7);
  std::string rubbish;
  for (int i = 0; i < 300'000; ++i) rubbish += static_cast<char>(random());
  for (const auto& [name, what] : {std::pair{"log", "events.jsonl"}, {"status", "status.json"}, {"record", "run.json"}})
    std::ofstream(file(name, what), std::ios::binary) << rubbish;
  poll();
  EXPECT_GT(run("log")->badLines, 500);
  EXPECT_THAT(healthOf("log").reason, HasSubstr("lines of its log are not events"));
  EXPECT_EQ(healthOf("log").health, RunHealth::Running) << "its trainer lives";
  EXPECT_EQ(healthOf("record").health, RunHealth::Unreadable);
  EXPECT_THAT(healthOf("record").reason, HasSubstr("run.json"));
  EXPECT_THAT(healthOf("status").reason, HasSubstr("status.json"));
  for (const char* name : {"log", "status", "record"}) {
    for (const std::string& text : {healthOf(name).reason, healthOf(name).further})
      EXPECT_TRUE(std::ranges::none_of(text, [](char c) { return c >= 0 && c < ' '; })) << text;
  }
}

TEST_F(HostileRuns, WhatIsNoFileIsReportedAndIsNotWaitedFor) {
  const FakeRun folder(m_folder / "folder", running());
  const FakeRun pipe(m_folder / "pipe", running());
  const FakeRun status(m_folder / "status", running());
  const FakeRun record(m_folder / "record", running());
  fs::remove(file("record", "run.json"));
  ASSERT_EQ(::mkfifo(file("record", "run.json").c_str(), 0600), 0);
  for (const char* name : {"folder", "pipe"}) fs::remove(file(name, "events.jsonl"));
  fs::remove(file("status", "status.json"));
  fs::create_directory(file("folder", "events.jsonl"));
  ASSERT_EQ(::mkfifo(file("pipe", "events.jsonl").c_str(), 0600), 0);
  ASSERT_EQ(::mkfifo(file("status", "status.json").c_str(), 0600), 0);
  poll();
  for (const char* name : {"folder", "pipe", "record"}) {
    EXPECT_EQ(healthOf(name).health, RunHealth::Unreadable) << name;
    EXPECT_THAT(healthOf(name).reason, HasSubstr("is not a regular file")) << name;
  }
  EXPECT_THAT(healthOf("status").reason, HasSubstr("status.json"));
}

TEST_F(HostileRuns, DevicesAndLinksThatLeadNowhereAreReportedAndNotRead) {
  const FakeRun endless(m_folder / "endless", running());
  const FakeRun looped(m_folder / "looped", running());
  const FakeRun state(m_folder / "state", running());
  const FakeRun record(m_folder / "record", running());
  const auto link = [&](const char* name, const char* what, const fs::path& to) {
    fs::remove(file(name, what));
    fs::create_symlink(to, file(name, what));
  };
  link("endless", "events.jsonl", "/dev/zero");
  link("looped", "events.jsonl", "events.jsonl");
  link("state", "status.json", "/dev/zero");
  link("record", "run.json", "run.json");
  // Folders that lead into themselves are no runs, and nobody walks them for ever.
  fs::create_directory_symlink(m_folder.path(), m_folder / "again");
  fs::create_directory_symlink("round", m_folder / "round");
  const test::CpuTime time;
  poll();
  EXPECT_LT(time.seconds(), 100 * 0.05);
  EXPECT_EQ(healthOf("endless").health, RunHealth::Unreadable);
  EXPECT_THAT(healthOf("endless").reason, HasSubstr("is a link"));
  EXPECT_EQ(healthOf("looped").health, RunHealth::Unreadable);
  EXPECT_THAT(healthOf("looped").reason + healthOf("looped").further, HasSubstr("events.jsonl"));
  EXPECT_THAT(healthOf("state").reason, HasSubstr("status.json"));
  EXPECT_EQ(healthOf("record").health, RunHealth::Unreadable) << healthOf("record").reason;
  EXPECT_EQ(m_follower.runs().size(), 5U);
}

TEST_F(HostileRuns, AGigabyteWithoutALineFeedIsPassedOver) {
  FakeRun run(m_folder / "r", running());
  fs::resize_file(file("r", "events.jsonl"), 1U << 30U);
  poll();
  // On a busy machine that takes longer than a heartbeat may be old.
  run.writeStatus(RunState::Running);
  poll();
  EXPECT_EQ(digestOf(*this->run("r")).validation.size(), 3U) << "what stands before it";
  EXPECT_EQ(this->run("r")->badLines, 1);
  EXPECT_THAT(healthOf("r").reason, HasSubstr("1 line of its log is not an event"));
  EXPECT_THAT(healthOf("r").further, HasSubstr("is longer than an event may be"));
  add(file("r", "events.jsonl"), "\n");
  run.writeEpoch();
  poll();
  EXPECT_EQ(digestOf(*this->run("r")).validation.size(), 4U) << "what comes after it";
}

TEST(HostileLines, ALineWithoutAnEndTakesTimeLinearInItsLength) {
  constexpr std::size_t mebibyte = 1U << 20U;
  EXPECT_TRUE(test::takesLinearTime(30 * mebibyte, [](std::size_t length) {
    const auto folder = std::make_shared<test::TempFolder>();
    const FakeRun run(*folder / "r", running());
    fs::resize_file(*folder / "r" / "events.jsonl", length);
    return [folder] {
      RunFollower follower(folder->path());
      while (follower.poll().more) continue;
    };
  }));
}

TEST_F(HostileRuns, ClocksMayJump) {
  FakeRun run(m_folder / "r", running(0));
  const auto event = [&](std::int64_t seq, double wall, EventBody body) {
    add(file("r", "events.jsonl"), eventLine({.seq = seq, .wall = wall, .body = std::move(body)}));
  };
  const double now = wallNow();
  constexpr double year = 365 * 86'400.0;
  // Each epoch of 2 s; at the end of the second one the clock was a year ahead, later as far behind.
  for (std::int64_t epoch = 1; epoch <= 5; ++epoch) {
    const double at = now + (epoch == 4 ? -year : 0);
    event(100 + 2 * epoch, at, EpochEvent{.epoch = epoch, .trainLoss = 3, .seconds = 2});
    event(101 + 2 * epoch, at + (epoch == 2 ? year : 0),
          EvalEvent{.epoch = epoch,
                    .split = "validation",
                    .metrics = {},
                    .batchMeanLoss = 3.0 - 0.1 * static_cast<double>(epoch)});
  }
  poll();
  const RunDigest digest = digestOf(*this->run("r"));
  EXPECT_EQ(healthOf("r").health, RunHealth::Running) << healthOf("r").reason;
  ASSERT_TRUE(digest.secondsLeft);
  EXPECT_NEAR(*digest.secondsLeft, 45 * 2, 1e-6);
  ASSERT_TRUE(lastEventWall(*this->run("r")));
  EXPECT_NEAR(*lastEventWall(*this->run("r")), now, 0.01) << "the last one, not the latest by a clock that was wrong";
}

}  // namespace
}  // namespace sojourn::session
