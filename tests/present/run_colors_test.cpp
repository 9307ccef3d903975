// SPDX-License-Identifier: GPL-3.0-or-later
// The runs' colours: their order, and that their titles can be read.
#include "views/present/run_colors.h"

#include <gtest/gtest.h>

namespace sojourn::present {
namespace {

TEST(RunColors, AreSixAndThenDashed) {
  EXPECT_EQ(runColor(0), (Color{0x56, 0xB4, 0xE9}));
  EXPECT_EQ(runColor(4), (Color{0xE8, 0x70, 0x3A}));
  EXPECT_EQ(runColor(5), (Color{0xF0, 0xE4, 0x42}));
  EXPECT_EQ(runColor(6), runColor(0));
  EXPECT_FALSE(runDashed(5));
  EXPECT_TRUE(runDashed(6));
  EXPECT_TRUE(runDashed(11));
  EXPECT_FALSE(runDashed(12));
}

TEST(RunColors, AreReadableAsLetters) {
  EXPECT_NEAR(contrast({0, 0, 0}, {255, 255, 255}), 21, 1e-9);
  for (const Theme* theme : {&Theme::light(), &Theme::darkTheme()}) {
    for (std::size_t i = 0; i < 6; ++i) EXPECT_GE(contrast(runTextColor(*theme, runColor(i)), theme->panel), 4.5);
  }
  EXPECT_EQ(runTextColor(Theme::darkTheme(), runColor(5)), runColor(5));
}

}  // namespace
}  // namespace sojourn::present
