// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <string>

#include <gtest/gtest.h>

#include "model/core/text.h"

namespace sojourn {
namespace {

TEST(ShellWord, StaysAsItIsWhereThatIsSafe) {
  EXPECT_EQ(shellWord("/runs/v45-s42"), "/runs/v45-s42");
  EXPECT_EQ(shellWord("a=1,b@2%+"), "a=1,b@2%+");
}

TEST(ShellWord, IsQuotedElse) {
  EXPECT_EQ(shellWord(""), "''");
  EXPECT_EQ(shellWord("my runs"), "'my runs'");
  EXPECT_EQ(shellWord("$(rm)"), "'$(rm)'");
  EXPECT_EQ(shellWord("~"), "'~'");
  EXPECT_EQ(shellWord("Ann's"), "'Ann'\\''s'");
  EXPECT_EQ(shellWord("Zürich 2"), "'Zürich 2'");
}

TEST(ShellWord, HasNoControlsForATerminal) {
  EXPECT_EQ(shellWord("a\x03\n"), "$'a\\003\\012'");
  EXPECT_EQ(shellWord("it's\t\\"), "$'it\\'s\\011\\\\'");
  EXPECT_EQ(shellWord("\x7f"), "$'\\177'");
  EXPECT_EQ(shellWord("\xff z"), "$'\\377 z'") << "not UTF-8";
  EXPECT_EQ(shellWord("\xc2\x9b"), "$'\\302\\233'") << "the CSI of Latin-1";
  // What a shell makes of it.
  for (const std::string& word : {std::string("a\x03\nrm 'x' \\ $(y)\x1b[2J"), std::string("\xff\xfe"),
                                  std::string("\t12\x01"
                                              "2")}) {
    FILE* const shell = ::popen(("bash -c " + shellWord("printf %s " + shellWord(word))).c_str(), "r");
    ASSERT_NE(shell, nullptr);
    std::string said;
    for (int c = std::fgetc(shell); c != EOF; c = std::fgetc(shell)) said += static_cast<char>(c);
    ::pclose(shell);
    EXPECT_EQ(said, word);
  }
}

}  // namespace
}  // namespace sojourn
