// SPDX-License-Identifier: GPL-3.0-or-later
// What the monitor's command line explains and how it answers words that it does not know.
#include "app/monitor/arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/command_line/command_line.h"
#include "model/core/typing_errors.h"

namespace sojourn::monitor {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

int exitCodeOf(std::vector<std::string> words) {
  words.insert(words.begin(), "sojourn-monitor");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  return parseArguments(static_cast<int>(argv.size()), argv.data()).exitCode;
}

TEST(MonitorArguments, HelpNamesWhatEachTakesAndGivesExamples) {
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(exitCodeOf({"--help"}), 0);
  const std::string help = ::testing::internal::GetCapturedStdout();
  for (const char* text : {"PATH", "FILE.png", "WxH", "Examples:", "  sojourn-monitor runs --text --once"})
    EXPECT_THAT(help, HasSubstr(text));
  for (const char* raw : {" TEXT", ":{", "Needs:", "Excludes:", "Positionals"}) EXPECT_THAT(help, Not(HasSubstr(raw)));
  EXPECT_THAT(help, HasSubstr("[wall, compare, curves, "));
  EXPECT_THAT(help, HasSubstr("Print the state of every run and exit [only with --text]"));
  EXPECT_THAT(help, HasSubstr("Use the dark theme [not with --light]"));
}

TEST(MonitorArguments, APanelIsAlsoFoundByTheNameOfEarlierVersions) {
  for (const char* panel : {"muted", "quiet"}) {
    std::vector<std::string> words{"sojourn-monitor", "--panel", panel};
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    const ParsedArguments parsed = parseArguments(static_cast<int>(argv.size()), argv.data());
    ASSERT_TRUE(parsed.arguments.has_value()) << panel;
    EXPECT_EQ(parsed.arguments->panel, "muted");
  }
}

TEST(MonitorArguments, SuggestsTheOptionThatWasMeant) {
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(exitCodeOf({"runs", "--screnshot", "x.png"}), 2);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "sojourn-monitor: --screnshot is not an option: did you mean --screenshot? Otherwise run `sojourn-monitor "
            "--help`\n");
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(exitCodeOf({"--size", "small"}), 2);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("480x320"));
}

TEST(MonitorArguments, ARefusalIsASentence) {
  const auto refusal = [](std::vector<std::string> words) {
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(exitCodeOf(std::move(words)), 2);
    std::string text = ::testing::internal::GetCapturedStderr();
    return text.substr(0, text.find(": run `"));
  };
  EXPECT_EQ(refusal({"--once"}), "sojourn-monitor: --once needs --text");
  EXPECT_EQ(refusal({"--dark", "--light"}), "sojourn-monitor: --dark and --light cannot be given together");
  EXPECT_EQ(refusal({"--state-dir"}), "sojourn-monitor: --state-dir needs a value");
  EXPECT_THAT(refusal({"--panel", "moon"}), HasSubstr("--panel: `moon` is none of wall, compare, "));
}

TEST(NearestWord, IsOneOfFewEditsOrNone) {
  const std::vector<std::string> commands{"evaluate", "explain", "export", "info", "inspect"};
  EXPECT_EQ(nearestWord("evalute", commands), "evaluate");
  EXPECT_EQ(nearestWord("exprot", commands), "export") << "two letters swapped count once";
  EXPECT_EQ(nearestWord("inf", commands), "info");
  EXPECT_EQ(nearestWord("train", commands), "");
  EXPECT_EQ(nearestWord("", commands), "");
}

}  // namespace
}  // namespace sojourn::monitor
