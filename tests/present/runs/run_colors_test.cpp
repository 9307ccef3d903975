// SPDX-License-Identifier: GPL-3.0-or-later
// The runs' colours: their order, and that their titles can be read.
#include "views/present/runs/run_colors.h"

#include <cstdlib>

#include <gtest/gtest.h>

namespace sojourn::present {
namespace {

TEST(RunColors, AreTwelveThatTellRunsApartOnBothGrounds) {
  EXPECT_EQ(runColor(0), (Color{0x56, 0xB4, 0xE9}));
  EXPECT_EQ(runColor(12), runColor(0));
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_GE(contrast(runColor(i), Theme::darkTheme().panel), 3) << i;
    EXPECT_GE(contrast(runColor(i), Theme::light().panel), 1.2) << i;
    for (std::size_t j = 0; j < i; ++j) {
      const Color a = runColor(i), b = runColor(j);
      EXPECT_GE(std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b), 60) << i << " and " << j;
    }
  }
}

TEST(RunColors, AreReadableAsLetters) {
  EXPECT_NEAR(contrast({0, 0, 0}, {255, 255, 255}), 21, 1e-9);
  for (const Theme* theme : {&Theme::light(), &Theme::darkTheme()}) {
    for (std::size_t i = 0; i < 12; ++i) EXPECT_GE(contrast(runTextColor(*theme, runColor(i)), theme->panel), 4.5);
  }
  EXPECT_EQ(runTextColor(Theme::darkTheme(), runColor(5)), runColor(5));
}

}  // namespace
}  // namespace sojourn::present
