// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/text.h"

#include <gtest/gtest.h>

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
}

}  // namespace
}  // namespace sojourn
