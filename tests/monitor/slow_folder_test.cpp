// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that does not answer: the monitor goes on, says so, and shows what comes when it is back.
#include <atomic>
#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/monitor/monitor.h"
#include "model/runs/wall_time.h"
#include "tests/runs/invented_run.h"
#include "tests/support/temp_folder.h"

namespace sojourn::monitor {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(SlowFolder, ADiskThatDoesNotAnswerHoldsNobodyUpAndIsTold) {
  const test::TempFolder folder;
  test::InventedRunOptions options;
  options.epochs = 3;
  options.state = RunState::Running;
  test::InventedRun run(folder / "r", options);
  std::atomic<bool> hangs = false;
  Monitor monitor({.sources = {folder.path()},
                   .wake = [] {},
                   .notify = {},
                   .interval = std::chrono::milliseconds(10),
                   .curves = true,
                   .beforeLook =
                       [&] {
                         while (hangs) std::this_thread::sleep_for(std::chrono::milliseconds(5));
                       }},
                  MonitorSettings{});
  double slowest = 0;
  const auto until = [&](const auto& condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!condition() && std::chrono::steady_clock::now() < end) {
      const auto began = std::chrono::steady_clock::now();
      monitor.update(wallNow());
      slowest = std::max(slowest, std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return condition();
  };
  ASSERT_TRUE(until([&] { return monitor.settled() && monitor.wall().tiles.size() == 1; }));
  ASSERT_EQ(monitor.wall().tiles[0].epoch, 3);
  hangs = true;
  slowest = 0;
  run.writeEpoch();
  EXPECT_TRUE(until([&] { return monitor.statusLine().find("has not answered for") != std::string::npos; }));
  // What is known stays, is in its state, and can be worked with.
  EXPECT_EQ(monitor.wall().tiles.size(), 1U);
  EXPECT_EQ(monitor.wall().tiles[0].word, "running");
  monitor.setFilter("state:failed");
  monitor.update(wallNow());
  EXPECT_TRUE(monitor.wall().tiles.empty());
  monitor.setFilter("");
  EXPECT_LT(slowest, 1);
  // It wants to be looked at again soon, not in an hour.
  EXPECT_LE(monitor.secondsToNextAge(), 10);
  hangs = false;
  EXPECT_TRUE(until([&] { return monitor.wall().tiles.size() == 1 && monitor.wall().tiles[0].epoch == 4; }));
  EXPECT_TRUE(until([&] { return monitor.statusLine().find("has not answered") == std::string::npos; }));
}

}  // namespace
}  // namespace sojourn::monitor
