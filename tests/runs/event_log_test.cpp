// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/log/event_log.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/runs/sample_events.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace sojourn {
namespace {

void put(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

/// The numbers of the lines that are events, -1 for those that are not.
std::vector<std::int64_t> numbersIn(const std::filesystem::path& file) {
  std::vector<std::int64_t> numbers;
  std::istringstream lines(test::textOfFile(file));
  for (std::string line; std::getline(lines, line);) {
    const auto event = parseEventLine(line, "line");
    numbers.push_back(event ? event->seq : -1);
  }
  return numbers;
}

TEST(EventLog, WhatFollowsTheLargestNumberCanBeRead) {
  const test::TempFolder folder;
  put(folder / "events.jsonl", eventLine({.seq = 1'000'000'000'000'000, .wall = 1, .body = RewindEvent{1}}));
  const auto log = EventLog::open(folder / "events.jsonl");
  ASSERT_TRUE(log);
  ASSERT_TRUE((*log)->append(RewindEvent{2}));
  for (const std::int64_t number : numbersIn(folder / "events.jsonl")) EXPECT_GE(number, 0);
}

TEST(EventLog, ALargeFileWithoutEventsIsNotReadWhole) {
  const test::TempFolder folder;
  put(folder / "events.jsonl", "x\n");
  std::filesystem::resize_file(folder / "events.jsonl", std::uintmax_t{20} << 30U);  // a hole takes no room
  const auto log = EventLog::open(folder / "events.jsonl");
  ASSERT_TRUE(log);
  EXPECT_EQ((*log)->nextSeq(), std::int64_t{20} << 30U);
}

TEST(EventLog, NumbersGoOnAfterAResume) {
  const test::TempFolder folder;
  {
    const auto log = EventLog::open(folder / "events.jsonl");
    ASSERT_TRUE(log);
    for (const EventBody& body : test::oneOfEachEvent()) ASSERT_TRUE((*log)->append(body));
  }
  const auto log = EventLog::open(folder / "events.jsonl");
  ASSERT_TRUE(log);
  const auto count = static_cast<std::int64_t>(test::oneOfEachEvent().size());
  EXPECT_EQ((*log)->nextSeq(), count);
  ASSERT_TRUE((*log)->append(RewindEvent{1}));
  const auto numbers = numbersIn(folder / "events.jsonl");
  ASSERT_EQ(numbers.size(), static_cast<std::size_t>(count) + 1);
  for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(numbers[i], static_cast<std::int64_t>(i));
}

TEST(EventLog, NothingIsGluedToAHalfWrittenLine) {
  const std::string whole = eventLine({.seq = 41, .wall = 1, .body = RewindEvent{5}});
  const std::string next = eventLine({.seq = 42, .wall = 1, .body = test::sampleStep(6, 1)});
  for (std::size_t cut = 0; cut < next.size(); ++cut) {
    const test::TempFolder folder;
    put(folder / "events.jsonl", whole + next.substr(0, cut));
    const auto log = EventLog::open(folder / "events.jsonl");
    ASSERT_TRUE(log);
    ASSERT_TRUE((*log)->append(RewindEvent{5}));
    const std::vector<std::int64_t> expected =
        cut == 0 ? std::vector<std::int64_t>{41, 42} : std::vector<std::int64_t>{41, -1, 42};
    // A line that lacks nothing but its line feed is whole once that is there, and keeps its number.
    const bool onlyFeedMissing = cut + 1 == next.size();
    EXPECT_EQ(numbersIn(folder / "events.jsonl"), onlyFeedMissing ? (std::vector<std::int64_t>{41, 42, 43}) : expected)
        << cut;
  }
}

TEST(EventLog, FindsTheLastEventBehindAnyAmountOfRubbish) {
  const test::TempFolder folder;
  put(folder / "events.jsonl", eventLine({.seq = 7, .wall = 1, .body = RewindEvent{5}}) +
                                   std::string(3 * maxEventLineBytes, 'x') + "\n" +
                                   std::string(5 * maxEventLineBytes, '\n'));
  const auto log = EventLog::open(folder / "events.jsonl");
  ASSERT_TRUE(log);
  EXPECT_EQ((*log)->nextSeq(), 8);
}

TEST(EventLog, ThreadsDoNotMixTheirLines) {
  const test::TempFolder folder;
  const auto log = EventLog::open(folder / "events.jsonl");
  ASSERT_TRUE(log);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&log] {
      for (int i = 1; i <= 200; ++i) EXPECT_TRUE((*log)->append(test::sampleStep(i, 1)));
    });
  }
  for (std::thread& thread : threads) thread.join();
  const auto numbers = numbersIn(folder / "events.jsonl");
  ASSERT_EQ(numbers.size(), 800U);
  for (std::size_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(numbers[i], static_cast<std::int64_t>(i));
}

/// Writes under a file-size limit in a process of its own, as on a disk that fills up in the middle of a line; then
/// lifts the limit and writes on. The exit code says what went wrong.
int writeOnAFullDisk(const std::filesystem::path& file, rlim_t limit) {
  ::signal(SIGXFSZ, SIG_IGN);
  const auto log = EventLog::open(file);
  if (!log || !(*log)->append(RewindEvent{1})) return 10;
  struct rlimit full {};
  ::getrlimit(RLIMIT_FSIZE, &full);
  const rlim_t lifted = full.rlim_cur;
  full.rlim_cur = limit;
  ::setrlimit(RLIMIT_FSIZE, &full);
  const Status refused = (*log)->append(test::sampleStep(2, 1));
  if (refused || refused.error().kind != ErrorKind::Failed) return 11;
  if (!test::textOfFile(file).ends_with("}\n")) return 12;
  full.rlim_cur = lifted;
  ::setrlimit(RLIMIT_FSIZE, &full);
  return (*log)->append(test::sampleStep(2, 1)) ? 0 : 13;
}

TEST(EventLog, AFullDiskTearsNoLineAndLosesNoNumber) {
  const test::TempFolder folder;
  const std::filesystem::path file = folder / "events.jsonl";
  const pid_t child = ::fork();
  if (child == 0) ::_exit(writeOnAFullDisk(file, 120));
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(numbersIn(file), (std::vector<std::int64_t>{0, 1}));
}

TEST(EventLog, SaysWhatItCannotOpen) {
  const test::TempFolder folder;
  const auto absent = EventLog::open(folder / "absent" / "events.jsonl");
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().kind, ErrorKind::Failed);
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  const auto pipe = EventLog::open(folder / "pipe");
  ASSERT_FALSE(pipe);
  EXPECT_EQ(pipe.error().what, "is not a regular file");
}

}  // namespace
}  // namespace sojourn
