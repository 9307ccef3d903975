// SPDX-License-Identifier: GPL-3.0-or-later
#include <sstream>

#include <gmock/gmock.h>

#include "app/monitor/text_mode.h"
#include "model/runs/store/run_files.h"
#include "tests/monitor/watched_folder.h"

namespace sojourn::monitor {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(MonitorText, PrintsEveryRunOnALineThoseFirstThatNeedSomebody) {
  test::WatchedFolder folder;
  folder.add("fine", folder.options(RunState::Running));
  folder.add("dead", folder.options(RunState::Running)).writeStatus(RunState::Running, false);
  ASSERT_TRUE(folder.settle());
  const auto lines = linesOf(textOf(folder.monitor(), 0));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_THAT(lines[0], StartsWith("2 runs in "));
  EXPECT_THAT(lines[1], StartsWith("state"));
  EXPECT_THAT(lines[2], StartsWith("stalled      dead"));
  EXPECT_THAT(lines[2], HasSubstr("pid 2000000000 is gone"));
  EXPECT_THAT(lines[3], StartsWith("running      fine"));
  EXPECT_THAT(lines[3], HasSubstr("3/50"));
  EXPECT_THAT(lines[3], HasSubstr("3.700"));
}

TEST(MonitorText, NeverLetsAFileSpeakToTheTerminal) {
  test::WatchedFolder folder;
  test::FakeRun& run = folder.add("r", folder.options(RunState::Running));
  ViewerNotes notes;
  notes.name = "\x1b[2Jgone\xe2\x80\xae";
  ASSERT_TRUE(writeViewerNotes(run.paths().viewer(), notes).ok());
  run.append(LogEvent{.level = "error", .text = "\x07 bell\r\nsecond"});
  ASSERT_TRUE(folder.settle());
  const std::string text = textOf(folder.monitor(), 0);
  for (const char control : {'\x1b', '\x07', '\r'}) EXPECT_EQ(text.find(control), std::string::npos);
  EXPECT_THAT(text, HasSubstr("\\x1b[2Jgone"));
  EXPECT_EQ(linesOf(text).size(), 3U);
  EXPECT_EQ(folder.monitor().log().back().text.find('\n'), std::string::npos);
}

TEST(MonitorText, CutsLinesAtTheTerminalsWidth) {
  test::WatchedFolder folder;
  folder.add("dead", folder.options(RunState::Running)).writeStatus(RunState::Running, false);
  ASSERT_TRUE(folder.settle());
  for (const std::string& line : linesOf(textOf(folder.monitor(), 60))) {
    std::size_t letters = 0;
    for (const char c : line) letters += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
    EXPECT_LE(letters, 60U) << line;
  }
}

}  // namespace
}  // namespace sojourn::monitor
