// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn-monitor --text` on folders that are large or odd, as people start it.
#include <algorithm>
#include <csignal>
#include <ctime>
#include <fstream>
#include <iostream>

#include <gtest/gtest.h>

#include "model/runs/log/event_json.h"
#include "model/runs/store/ids_and_times.h"
#include "tests/runs/fake_run.h"
#include "tests/runs/many_runs.h"
#include "tests/support/built.h"
#include "tests/support/child.h"
#include "tests/support/temp_folder.h"
#include "tests/support/waiting.h"

namespace sojourn {
namespace {

using test::Child;

std::vector<std::string> textOf(const std::filesystem::path& folder) {
  return {test::builtProgram("sojourn-monitor"), folder.string(), "--text"};
}

bool isCount(const std::string& line) {
  return line.find(" runs in ") != std::string::npos;
}

double mostMegabytes(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::strtod(line.c_str() + 6, nullptr) / 1024;
  }
  return 0;
}

/// Of another process, in all its threads.
double processorSeconds(pid_t process) {
  clockid_t clock{};
  timespec used{};
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &used) != 0) return 0;
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

// Two seconds are promised on a machine with nothing else to do, and bench_monitor measures them; here the order and
// the processor time are tested, which other programs cannot change.
TEST(MonitorOpening, TwoHundredRunsAndOneOfAMillionStepsShowTheirLatestFirst) {
  const test::TempFolder folder;
  test::writeManyRuns(folder.path());
  const double began = wallNow();
  const Child monitor(textOf(folder.path()));
  const auto first =
      monitor.awaitLine([](const std::string& line) { return line.starts_with("finished"); }, test::longestWait);
  const double used = processorSeconds(monitor.pid());
  ASSERT_TRUE(first) << "nothing was shown";
  EXPECT_GT(used, 0);
  EXPECT_LT(used, 8) << "before the first list";
  const auto whole = monitor.awaitLine(
      [](const std::string& line) { return isCount(line) && line.find("reading") == std::string::npos; },
      test::longestWait);
  ASSERT_TRUE(whole) << "the logs were not read";
  const auto lines = monitor.lines();
  ASSERT_TRUE(isCount(lines[0].text));
  EXPECT_NE(lines[0].text.find("201 runs in "), std::string::npos) << lines[0].text;
  EXPECT_NE(lines[0].text.find("reading"), std::string::npos) << "all of 450 MB was read first";
  EXPECT_NE(lines[0].text.find(" MB in memory"), std::string::npos) << lines[0].text;
  const auto isLong = [](const Child::Line& line) { return line.text.find("  long ") != std::string::npos; };
  const auto longest = std::ranges::find_if(lines, isLong);
  ASSERT_NE(longest, lines.end());
  EXPECT_NE(longest->text.find("10000/10000"), std::string::npos) << "its end is known at once: " << longest->text;
  const double megabytes = mostMegabytes(monitor.pid());
  EXPECT_LT(megabytes, 120) << "the log alone is 250 MB";
  std::cout << "first list after " << first->wall - began << " s, all after " << whole->wall - began << " s, at most "
            << megabytes << " MB\n";
}

TEST(MonitorNews, AClockAYearAheadHidesNobodysNews) {
  const test::TempFolder folder;
  test::FakeRunOptions running;
  running.epochs = 2;
  running.state = RunState::Running;
  const test::FakeRun ahead(folder / "ahead", running);
  test::FakeRun well(folder / "well", running);
  const auto inAYear = [&](std::int64_t seq, const char* text) {
    std::ofstream(ahead.paths().events(), std::ios::app)
        << eventLine({.seq = seq, .wall = wallNow() + 365 * 86'400.0, .body = LogEvent{.level = "info", .text = text}});
  };
  inAYear(9000, "from the future");
  const Child monitor(textOf(folder.path()));
  ASSERT_TRUE(monitor.awaitLine([](const std::string& line) { return line.find("  well ") != std::string::npos; },
                                test::longestWait));
  well.append(LogEvent{.level = "warning", .text = "the disk is filling up"});
  inAYear(9001, "still ahead");
  for (const char* text : {"the disk is filling up", "still ahead"}) {
    const auto reports = [&](const std::string& line) { return line.find(text) != std::string::npos; };
    EXPECT_TRUE(monitor.awaitLine(reports, test::longestWait)) << text;
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  for (const char* text : {"the disk is filling up", "still ahead"}) {
    EXPECT_EQ(std::ranges::count_if(monitor.lines(),
                                    [&](const Child::Line& line) { return line.text.find(text) != std::string::npos; }),
              1)
        << text;
  }
}

}  // namespace
}  // namespace sojourn
