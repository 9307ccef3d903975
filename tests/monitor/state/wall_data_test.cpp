// SPDX-License-Identifier: GPL-3.0-or-later
// What the monitor makes of runs that ended without use, of commands in their logs, and of logs that were cut short.
#include <gmock/gmock.h>

#include "model/runs/store/ids_and_times.h"
#include "tests/monitor/watched_folder.h"
#include "views/monitor/state/panel_data.h"

namespace sojourn::monitor {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Verdicts, OfRunsThatEndedBeforeAreAlertsButNoNews) {
  test::WatchedFolder folder;
  auto rising = folder.options(RunState::Finished, 7);
  rising.loss = [](std::int64_t e) { return 3.0 + 0.1 * static_cast<double>(e); };
  folder.add("useless", rising);
  folder.add("good", folder.options(RunState::Finished));
  ASSERT_TRUE(folder.settle());
  ASSERT_EQ(folder.monitor().alerts().size(), 1U);
  EXPECT_EQ(folder.monitor().alerts()[0].title, "useless never improved");
  EXPECT_THAT(folder.notifications, IsEmpty());
}

TEST(Commands, AreListedFromTheLogsAfterARestart) {
  test::WatchedFolder folder;
  test::FakeRun& steered = folder.add("steered", folder.options(RunState::Running));
  steered.append(
      ControlEvent{.id = newUuid(), .command = "pause", .value = {}, .answer = ControlAnswer::Done, .why = {}});
  steered.append(ControlEvent{.id = newUuid(),
                              .command = "set_learning_rate",
                              .value = 0.01,
                              .answer = ControlAnswer::Refused,
                              .why = "too \x1b[31m much"});
  folder.add("other", folder.options(RunState::Running));
  ASSERT_TRUE(folder.settle());
  Monitor& monitor = folder.monitor();
  ASSERT_EQ(monitor.sent().size(), 2U);
  EXPECT_EQ(monitor.sent()[0].run, "steered");
  EXPECT_EQ(monitor.sent()[0].command, "set learning rate 0.01") << "the latest first";
  EXPECT_THAT(monitor.sent()[0].outcome, ::testing::StartsWith("refused: too "));
  EXPECT_THAT(monitor.sent()[0].outcome, ::testing::Not(HasSubstr("\x1b")));
  EXPECT_EQ(monitor.sent()[0].severity, present::RunSeverity::Warning);
  EXPECT_EQ(monitor.sent()[1].command, "pause");
  EXPECT_EQ(monitor.sent()[1].outcome, "done");
  monitor.select(folder.id("steered"));
  monitor.update(wallNow());
  EXPECT_THAT(monitor.card().answer, HasSubstr("set learning rate 0.01 refused"));
  // One that is sent now comes first, and its answer does not make a second line of it.
  monitor.act(present::SendCommand{folder.id("steered"), ControlCommand::Stop});
  ASSERT_TRUE(folder.until(
      [&] { return monitor.sent().size() == 3 && monitor.sent()[0].outcome == "waiting for the trainer"; }));
  EXPECT_EQ(monitor.sent()[0].command, "stop");
  const std::string id = monitor.library().sentCommands().rbegin()->second.id;
  steered.append(ControlEvent{.id = id, .command = "stop", .value = {}, .answer = ControlAnswer::Done, .why = {}});
  ASSERT_TRUE(folder.until([&] { return monitor.sent()[0].outcome == "done"; }));
  EXPECT_EQ(monitor.sent().size(), 3U);
}

TEST(Commands, ThatNoTrainerAnsweredAreListedAfterARestart) {
  test::WatchedFolder folder;
  test::FakeRun& left = folder.add("left", folder.options(RunState::Interrupted));
  ASSERT_TRUE(sendCommand(left.paths(), ControlCommand::Checkpoint));
  left.append(ControlEvent{.id = newUuid(), .command = "pause", .value = {}, .answer = ControlAnswer::Done, .why = {}});
  ASSERT_TRUE(folder.settle());
  Monitor& monitor = folder.monitor();
  ASSERT_EQ(monitor.sent().size(), 2U);
  const auto& waiting = monitor.sent()[monitor.sent()[0].command == "pause" ? 1 : 0];
  EXPECT_EQ(waiting.run, "left");
  EXPECT_EQ(waiting.command, "checkpoint");
  EXPECT_EQ(waiting.outcome, "not answered: no trainer takes commands");
  EXPECT_EQ(waiting.severity, present::RunSeverity::Warning);
}

TEST(Commands, OfAnotherDayHaveADate) {
  const double now = wallNow();
  EXPECT_EQ(dayAndClockOf(now, now), clockOf(now));
  EXPECT_THAT(dayAndClockOf(now - 3 * 86'400, now), ::testing::EndsWith(" " + clockOf(now - 3 * 86'400)));
  EXPECT_THAT(dayAndClockOf(now - 3 * 86'400, now), ::testing::StartsWith("20"));
  EXPECT_EQ(dayAndClockOf(1e300, now), "--:--:--");
}

TEST(Tiles, BreakTheirCurvesWhereTheLogLacksEpochs) {
  test::WatchedFolder folder;
  test::FakeRun& run = folder.add("cut", folder.options(RunState::Running, 3));
  ASSERT_TRUE(folder.settle());
  // Resumed behind the fifth epoch, while the log ends with the third.
  run.append(RewindEvent{.step = 100, .lastLoggedStep = 60});
  run.append(EpochEvent{.epoch = 6, .trainLoss = 3.1, .seconds = 5});
  run.append(EvalEvent{.epoch = 6, .split = "validation", .metrics = {}, .batchMeanLoss = 3.2});
  ASSERT_TRUE(folder.until([&] { return folder.monitor().wall().tiles.at(0).points.size() == 4; }));
  const present::RunTile& tile = folder.monitor().wall().tiles[0];
  for (const present::TilePoint& point : tile.points) EXPECT_EQ(point.afterGap, point.epoch == 6) << point.epoch;
  for (const present::TileStep& step : tile.train) EXPECT_EQ(step.afterGap, step.epoch == 6) << step.epoch;
}

}  // namespace
}  // namespace sojourn::monitor
