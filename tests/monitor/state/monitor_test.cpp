// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/monitor/state/monitor.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

#include "app/monitor/desktop.h"
#include "tests/monitor/watched_folder.h"
#include "views/monitor/state/panel_data.h"

namespace sojourn::monitor {
namespace {

using session::RunHealth;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> namesOf(const Monitor& monitor) {
  std::vector<std::string> names;
  for (const present::RunTile& tile : monitor.wall().tiles) names.push_back(tile.name);
  return names;
}

TEST(MonitorOfALongLog, SaysInTheChartsAndOverTheStepsWhatIsNotKept) {
  test::WatchedFolder folder;
  folder.add("brief", folder.options(RunState::Running));
  test::FakeRun& wordy = folder.add("wordy", folder.options(RunState::Running));
  // More than a run may say beside its steps.
  const std::string text(3'000, 'x');
  for (int i = 0; i < 7'000; ++i) wordy.append(LogEvent{.level = "info", .text = text});
  ASSERT_TRUE(folder.settle());
  Monitor& monitor = folder.monitor();
  monitor.select(folder.id("wordy"));
  ASSERT_TRUE(folder.until([&] { return monitor.card().name == "wordy" && !monitor.card().leftOut.empty(); }));
  EXPECT_THAT(monitor.card().leftOut, HasSubstr("other entries of its log are not kept"));
  for (const present::PlotChoice& choice : monitor.plots().choices)
    EXPECT_EQ(choice.leftOut, choice.name == "wordy" ? monitor.card().leftOut : "") << choice.name;
  monitor.select(folder.id("brief"));
  ASSERT_TRUE(folder.until([&] { return monitor.card().name == "brief"; }));
  EXPECT_THAT(monitor.card().leftOut, IsEmpty());
}

/// A run in every state that a folder can hold.
class WholeWall : public ::testing::Test {
 protected:
  void SetUp() override {
    m_folder.add("done", m_folder.options(RunState::Finished));
    m_folder.add("goes-on", m_folder.options(RunState::Running, 2));
    m_folder.add("rests", m_folder.options(RunState::Paused));
    m_folder.add("dead", m_folder.options(RunState::Running)).writeStatus(RunState::Running, false);
    test::FakeRun& failed = m_folder.add("failed", m_folder.options(RunState::Running));
    failed.append(StateEvent{.state = RunState::Failed, .why = "no space left"});
    failed.writeStatus(RunState::Failed);
    auto rising = m_folder.options(RunState::Running, 7);
    rising.loss = [](std::int64_t e) { return 3.0 + 0.1 * static_cast<double>(e); };
    m_folder.add("by-heart", rising);
    ASSERT_TRUE(m_folder.settle());
  }
  test::WatchedFolder m_folder;
};

TEST_F(WholeWall, StandsInTheOrderOfSeverity) {
  EXPECT_THAT(namesOf(m_folder.monitor()), ElementsAre("failed", "dead", "by-heart", "goes-on", "rests", "done"));
  const auto& counts = m_folder.monitor().counts();
  ASSERT_EQ(counts.size(), 6U);
  EXPECT_EQ(counts[0].word, "failed");
  EXPECT_EQ(counts[2].word, "overfitting");
  EXPECT_THAT(m_folder.monitor().statusLine(), HasSubstr("6 runs in "));
  EXPECT_THAT(m_folder.monitor().statusLine(), HasSubstr("3 live"));
  EXPECT_THAT(m_folder.monitor().statusLine(), HasSubstr("3 alerts"));
  // The first of them is selected.
  EXPECT_EQ(m_folder.monitor().card().name, "failed");
  EXPECT_EQ(m_folder.monitor().card().buttons.at(0).enabled, false);
}

TEST_F(WholeWall, IsOrderedAndFilteredAsAsked) {
  Monitor& monitor = m_folder.monitor();
  monitor.setOrder(WallOrder::Name);
  EXPECT_THAT(namesOf(monitor), ElementsAre("by-heart", "dead", "done", "failed", "goes-on", "rests"));
  monitor.setOrder(WallOrder::BestLoss);
  EXPECT_EQ(namesOf(monitor).front(), "by-heart");  // 3.1
  monitor.setFilter("state:RUNNING");
  EXPECT_THAT(namesOf(monitor), ElementsAre("goes-on"));
  monitor.setFilter("model:pointer name:EA");
  EXPECT_THAT(namesOf(monitor), ::testing::UnorderedElementsAre("by-heart", "dead"));
  monitor.setFilter("gone");  // of a reason: "pid 2000000000 is gone"
  EXPECT_THAT(namesOf(monitor), ElementsAre("dead"));
  monitor.setFilter("unheard-of");
  EXPECT_THAT(namesOf(monitor), IsEmpty());
  EXPECT_EQ(monitor.counts().size(), 6U) << "counts are of all runs";
  // Whoever walks through the wall walks through what is shown.
  monitor.setFilter({});
  monitor.setOrder(WallOrder::Name);
  monitor.select(m_folder.id("dead"));
  monitor.selectNext(1);
  EXPECT_EQ(monitor.selected(), m_folder.id("done"));
  monitor.selectNext(-5);
  EXPECT_EQ(monitor.selected(), m_folder.id("by-heart"));
}

TEST_F(WholeWall, AlertsSayWhyAndCanBeQuiet) {
  Monitor& monitor = m_folder.monitor();
  ASSERT_EQ(monitor.alerts().size(), 3U);
  EXPECT_EQ(monitor.alerts()[0].title, "failed failed");
  EXPECT_EQ(monitor.alerts()[0].reason, "no space left");
  EXPECT_EQ(monitor.alerts()[2].title, "by-heart is overfitting");
  EXPECT_EQ(monitor.alerts()[2].buttons[0].action,
            present::MonitorAction(present::SendCommand{m_folder.id("by-heart"), ControlCommand::Stop}));
  EXPECT_FALSE(monitor.alerts()[2].buttons[0].question.empty());
  EXPECT_THAT(m_folder.notifications, IsEmpty()) << "what was so at the start is no news";
  monitor.act(present::MuteRun{m_folder.id("dead"), true});
  monitor.update(wallNow());
  EXPECT_EQ(monitor.alerts().size(), 2U);
  ASSERT_EQ(monitor.mutedAlerts().size(), 1U);
  EXPECT_EQ(monitor.settings().muted.at(m_folder.id("dead")), "stalled");
  monitor.act(std::get<present::RunAction>(monitor.mutedAlerts()[0].buttons.back().action));
  monitor.update(wallNow());
  EXPECT_EQ(monitor.alerts().size(), 3U);
}

TEST_F(WholeWall, KeepsItsOrderWhileThePointerIsOverIt) {
  Monitor& monitor = m_folder.monitor();
  const std::vector<std::string> before = namesOf(monitor);
  monitor.holdOrder(true);
  test::FakeRun& running = m_folder.at("goes-on");
  running.append(StateEvent{.state = RunState::Failed, .why = "a cosmic ray"});
  running.writeStatus(RunState::Failed);
  m_folder.at("by-heart").writeStatus(RunState::Paused);
  ASSERT_TRUE(m_folder.until([&] {
    return monitor.run(m_folder.id("goes-on"))->health.health == RunHealth::Failed &&
           monitor.run(m_folder.id("by-heart"))->health.health == RunHealth::Paused;
  }));
  EXPECT_EQ(namesOf(monitor), before);
  EXPECT_TRUE(monitor.wall().held);
  EXPECT_EQ(monitor.wall().tiles[3].word, "failed") << "what a tile says goes on";
  const auto titles = [&] {
    std::vector<std::string> made;
    for (const present::RunAlert& alert : monitor.alerts()) made.push_back(alert.title + (alert.over ? " (over)" : ""));
    return made;
  };
  EXPECT_THAT(titles(), ElementsAre("failed failed", "dead stalled", "by-heart is overfitting (over)", "goes-on failed"));
  EXPECT_THAT(monitor.alerts()[2].buttons, IsEmpty());
  EXPECT_THAT(monitor.statusLine(), HasSubstr("3 alerts"));
  // What a person asks for is done at once.
  monitor.setOrder(WallOrder::Name);
  EXPECT_THAT(namesOf(monitor), ElementsAre("by-heart", "dead", "done", "failed", "goes-on", "rests"));
  monitor.setOrder(WallOrder::Severity);
  monitor.holdOrder(false);
  EXPECT_EQ(monitor.update(wallNow()), Change::News) << "to be drawn at once";
  EXPECT_FALSE(monitor.wall().held);
  EXPECT_THAT(namesOf(monitor), ElementsAre("goes-on", "failed", "dead", "by-heart", "rests", "done"));
  EXPECT_THAT(titles(), ElementsAre("goes-on failed", "failed failed", "dead stalled"));
}

TEST_F(WholeWall, ARunThatEndedWithoutUseIsAnAlertOnce) {
  Monitor& monitor = m_folder.monitor();
  m_folder.at("by-heart").writeStatus(RunState::Finished);
  const auto ended = [&] { return monitor.run(m_folder.id("by-heart"))->health.health == RunHealth::Finished; };
  ASSERT_TRUE(m_folder.until(ended));
  ASSERT_EQ(monitor.alerts().size(), 3U);
  const present::RunAlert& alert = monitor.alerts()[2];
  EXPECT_EQ(alert.title, "by-heart never improved");
  EXPECT_EQ(alert.severity, present::RunSeverity::Warning);
  EXPECT_THAT(alert.reason, HasSubstr("epoch 1"));
  EXPECT_THAT(monitor.statusLine(), HasSubstr("3 alerts"));
  EXPECT_THAT(m_folder.notifications, ElementsAre("by-heart never improved"));
  monitor.update(wallNow() + 60);
  EXPECT_EQ(m_folder.notifications.size(), 1U) << "it is no news any more";
  monitor.act(present::MuteRun{m_folder.id("by-heart"), true});
  monitor.update(wallNow());
  EXPECT_EQ(monitor.alerts().size(), 2U);
  ASSERT_EQ(monitor.mutedAlerts().size(), 1U);
  monitor.act(std::get<present::RunAction>(monitor.mutedAlerts()[0].buttons.back().action));
  monitor.update(wallNow());
  EXPECT_EQ(monitor.alerts().size(), 3U);
}

TEST_F(WholeWall, EveryCommandThatWasSentIsListedWithItsTime) {
  Monitor& monitor = m_folder.monitor();
  monitor.act(present::SendCommand{m_folder.id("goes-on"), ControlCommand::Checkpoint});
  monitor.act(present::SendCommand{m_folder.id("goes-on"), ControlCommand::Evaluate});
  monitor.act(present::SendCommand{m_folder.id("by-heart"), ControlCommand::Pause});
  monitor.update(wallNow());
  ASSERT_EQ(monitor.sent().size(), 3U);
  EXPECT_EQ(monitor.sent()[0].run, "by-heart");
  EXPECT_EQ(monitor.sent()[1].command, "evaluate");
  EXPECT_EQ(monitor.sent()[2].command, "checkpoint");
  for (const present::SentLine& line : monitor.sent()) EXPECT_THAT(line.clock, ::testing::MatchesRegex("..:..:.."));
}

TEST_F(WholeWall, QuestionsNameTheRun) {
  Monitor& monitor = m_folder.monitor();
  monitor.select(m_folder.id("goes-on"));
  monitor.update(wallNow());
  const auto& buttons = monitor.card().buttons;
  const auto stop = std::ranges::find(buttons, "Stop\u2026", &present::ActionButton::text);
  ASSERT_NE(stop, buttons.end());
  EXPECT_EQ(stop->question, "Stop the training of goes-on? It writes a checkpoint first and can be resumed.");
  for (const present::RunAlert& alert : monitor.alerts()) {
    for (const present::ActionButton& button : alert.buttons) {
      const std::string& question = button.question;
      EXPECT_TRUE(question.empty() || question.find(monitor.run(alert.id)->name) != std::string::npos) << question;
    }
  }
}

TEST(MonitorLog, TheCheckpointsOfAStepAreOneLineThatIsLeftOutUnlessAskedFor) {
  test::WatchedFolder folder;
  test::FakeRun& run = folder.add("r", folder.options(RunState::Running, 2));
  for (const char* file : {"checkpoints/epoch-0002.pt", "checkpoints/best.pt", "checkpoints/last.pt"})
    run.append(CheckpointEvent{.epoch = 2, .step = 40, .file = file, .why = "epoch"});
  ASSERT_TRUE(folder.settle());
  const auto& log = folder.monitor().log();
  EXPECT_EQ(std::ranges::count(log, true, &present::RunLogLine::routine), 1);
  const auto line = std::ranges::find(log, true, &present::RunLogLine::routine);
  EXPECT_EQ(line->text, "step 40, checkpoint (epoch): epoch-0002.pt, best.pt, last.pt");
}

TEST(MonitorNames, LoseWhatTheyHaveInCommonWhereTheyAreTooLong) {
  test::WatchedFolder folder;
  for (const char* seed : {"42", "43"})
    folder.add("city-pointer-v45-full-model-seed" + std::string(seed), folder.options(RunState::Running));
  ASSERT_TRUE(folder.settle());
  const Monitor& monitor = folder.monitor();
  for (const WatchedRun& run : monitor.runs()) EXPECT_EQ(run.brief, "\u2026" + run.name.substr(run.name.size() - 6));
  ASSERT_FALSE(monitor.log().empty());
  for (const present::RunLogLine& line : monitor.log()) EXPECT_THAT(line.run, AnyOf("\u2026seed42", "\u2026seed43"));
}

TEST(MonitorWall, RunsThatTrainKeepTheirPlacesAsTheirStepsArrive) {
  test::WatchedFolder folder;
  folder.add("one", folder.options(RunState::Running, 0));
  folder.add("two", folder.options(RunState::Running, 0));
  ASSERT_TRUE(folder.settle());
  const std::vector<std::string> before = namesOf(folder.monitor());
  ASSERT_EQ(before.size(), 2U);
  folder.at(before[1]).append(StepEvent{.step = 1, .epoch = 1, .loss = 4, .sequencesPerSecond = 900});
  ASSERT_TRUE(folder.until([&] {
    const auto& tiles = folder.monitor().wall().tiles;
    return std::ranges::any_of(tiles, [](const present::RunTile& tile) { return !tile.train.empty(); });
  }));
  EXPECT_EQ(namesOf(folder.monitor()), before);
}

TEST(MonitorWall, ShowsTheFirstEpochFromItsFirstSteps) {
  test::WatchedFolder folder;
  test::FakeRun& run = folder.add("first", folder.options(RunState::Running, 0));
  run.writeStatus(RunState::Starting);
  ASSERT_TRUE(folder.settle());
  EXPECT_EQ(folder.monitor().wall().tiles[0].epoch, 1);
  EXPECT_EQ(folder.monitor().wall().tiles[0].speed, "no step yet");
  run.writeStatus(RunState::Running);
  for (std::int64_t i = 1; i <= 5; ++i)
    run.append(StepEvent{.step = i, .epoch = 1, .loss = 4.1 - 0.1 * static_cast<double>(i), .sequencesPerSecond = 900});
  ASSERT_TRUE(folder.until([&] { return folder.monitor().wall().tiles[0].train.size() == 5; }));
  const present::RunTile& tile = folder.monitor().wall().tiles[0];
  EXPECT_DOUBLE_EQ(tile.train.front().epoch, 1 / 20.0);
  EXPECT_DOUBLE_EQ(tile.train.back().epoch, 5 / 20.0) << "of the twenty steps that run.json says";
  EXPECT_DOUBLE_EQ(tile.trainNow, 3.6);
  EXPECT_DOUBLE_EQ(tile.train.front().loss, 4);
  EXPECT_GT(tile.train.back().loss, 3.7) << "the line is smoothed, the figure is not";
  EXPECT_DOUBLE_EQ(tile.epochsDone, 0.25);
  EXPECT_EQ(tile.rest, "step 5 of 20");
  EXPECT_EQ(tile.speed, "900 seq/s");
}

TEST_F(WholeWall, ACommandReachesTheTrainersFolder) {
  Monitor& monitor = m_folder.monitor();
  monitor.act(present::SendCommand{m_folder.id("goes-on"), ControlCommand::Pause});
  const std::filesystem::path control = std::filesystem::path(m_folder.id("goes-on")) / "control";
  ASSERT_TRUE(m_folder.until([&] { return std::filesystem::exists(control) && !std::filesystem::is_empty(control); }));
  ASSERT_TRUE(m_folder.until(
      [&] { return !monitor.sent().empty() && monitor.sent()[0].outcome == "waiting for the trainer"; }));
  EXPECT_EQ(monitor.sent()[0].command, "pause");
  // Numbers that are none are not sent.
  monitor.act(present::SendCommand{m_folder.id("rests"), ControlCommand::SetLearningRate, std::nan("")});
  monitor.act(present::SendCommand{m_folder.id("rests"), ControlCommand::SetLearningRate, -1.0});
  monitor.update(wallNow());
  EXPECT_EQ(monitor.sent().size(), 1U);
}

TEST(Monitor, TellsWhatHasChangedSinceAndNothingTwice) {
  test::WatchedFolder folder;
  test::FakeRun& run = folder.add("r", folder.options(RunState::Running));
  ASSERT_TRUE(folder.settle());
  ASSERT_TRUE(folder.until([&] { return folder.monitor().update(wallNow()) == Change::None; }));
  run.append(StateEvent{.state = RunState::Failed, .why = "a cosmic ray"});
  run.writeStatus(RunState::Failed);
  bool news = false;
  ASSERT_TRUE(folder.until([&] {
    news |= folder.monitor().update(wallNow()) == Change::News;
    return folder.monitor().runs()[0].health.health == RunHealth::Failed;
  }));
  EXPECT_THAT(folder.notifications, ElementsAre("r failed"));
  EXPECT_EQ(folder.monitor().log().back().level, present::RunLogLine::Level::Error);
  EXPECT_EQ(folder.monitor().log().back().text, "failed: a cosmic ray");
}

TEST(Monitor, HostileFoldersAreShownAndTheRestGoesOn) {
  test::WatchedFolder folder;
  folder.add("good", folder.options(RunState::Running));
  test::FakeRun& truncated = folder.add("truncated", folder.options(RunState::Running));
  test::FakeRun& newer = folder.add("newer", folder.options(RunState::Running));
  test::FakeRun& garbage = folder.add("garbage", folder.options(RunState::Running));
  test::FakeRun& gone = folder.add("gone", folder.options(RunState::Running));
  test::FakeRun& ahead = folder.add("ahead", folder.options(RunState::Running));
  ASSERT_TRUE(folder.settle());
  std::filesystem::resize_file(truncated.paths().events(), 300);
  std::ofstream(newer.paths().record()) << R"({"schema":"sojourn.run/99"})";
  std::ofstream(garbage.paths().record()) << "\x1b]0;boo\x07 not json";
  std::filesystem::remove_all(gone.paths().folder);
  RunStatus status{.state = RunState::Running,
                   .process = thisProcess(),
                   .heartbeat = wallNow() + 86'400 * 400,
                   .epoch = 3,
                   .step = 60,
                   .epochs = 50};
  ASSERT_TRUE(writeRunStatus(ahead.paths().status(), status).ok());
  const auto healthIs = [&](const std::string& name, RunHealth health) {
    const WatchedRun* run = folder.monitor().run(folder.id(name));
    return run && run->health.health == health;
  };
  ASSERT_TRUE(folder.until([&] {
    return healthIs("gone", RunHealth::Vanished) && healthIs("newer", RunHealth::Unreadable) &&
           healthIs("garbage", RunHealth::Unreadable);
  }));
  EXPECT_TRUE(healthIs("good", RunHealth::Running));
  EXPECT_TRUE(folder.until([&] {
    const WatchedRun* run = folder.monitor().run(folder.id("truncated"));
    return run->run->logRestarted;
  }));
  for (const WatchedRun& run : folder.monitor().runs()) {
    EXPECT_EQ(run.health.reason.find('\x1b'), std::string::npos) << run.name;
    EXPECT_EQ(run.health.further.find('\x1b'), std::string::npos) << run.name;
  }
  EXPECT_THAT(folder.monitor().run(folder.id("newer"))->health.reason, HasSubstr("run.json"));
}

TEST(MonitorCard, TellsWhatHappenedAfterWhichStep) {
  test::WatchedFolder folder;
  folder.add("one", folder.options(RunState::Finished, 3));
  ASSERT_TRUE(folder.settle());
  ASSERT_TRUE(folder.until([&] { return folder.monitor().card().events != nullptr; }));
  const auto& events = *folder.monitor().card().events;
  ASSERT_TRUE(std::ranges::is_sorted(events, {}, &present::RunLogLine::step));
  const std::int64_t last = folder.monitor().card().steps->step.back();
  const auto after = std::ranges::equal_range(events, last, {}, &present::RunLogLine::step);
  const bool reported = std::ranges::any_of(after, [](const auto& line) { return line.text.starts_with("epoch 3  "); });
  EXPECT_TRUE(reported);
  EXPECT_TRUE(std::ranges::none_of(events, [&](const auto& line) { return line.step > last; }));
}

TEST(WallWords, TellAgesAndTimes) {
  EXPECT_EQ(ageText(18), "18 s ago");
  EXPECT_EQ(ageText(-1), "0.0 s ago");
  EXPECT_EQ(ageText(-7200), "clock ahead 2 h");
  EXPECT_EQ(clockOf(-1), "--:--:--");
  EXPECT_EQ(clockOf(1e300), "--:--:--");
  EXPECT_EQ(resumeCommand("/runs/it's"), "sojourn train --resume --run-dir '/runs/it'\\''s'");
}

}  // namespace
}  // namespace sojourn::monitor
