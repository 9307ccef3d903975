// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/scene/icon_lines.h"

#include <cmath>

#include <gtest/gtest.h>

namespace sojourn::imgui {
namespace {

TEST(IconLines, FollowLinesRelativeAndAbsolute) {
  const auto strokes = strokesOf("M4 6l4 4 4-4M2 3h5v-1z");
  ASSERT_EQ(strokes.size(), 2U);
  ASSERT_EQ(strokes[0].size(), 3U);
  EXPECT_EQ(strokes[0][1].x, 8);
  EXPECT_EQ(strokes[0][1].y, 10);
  EXPECT_EQ(strokes[0][2].y, 6);
  EXPECT_EQ(strokes[1].back().x, 2);
  EXPECT_EQ(strokes[1].back().y, 3);
}

TEST(IconLines, AnArcOfAHalfCircleStaysOnIt) {
  const auto strokes = strokesOf("M8 2.5a5.5 5.5 0 1 0 0 11");
  ASSERT_EQ(strokes.size(), 1U);
  for (const present::Point p : strokes[0]) EXPECT_NEAR(std::hypot(p.x - 8, p.y - 8), 5.5, 1e-3);
  // sweep 0 goes by the left side on the screen.
  EXPECT_LT(strokes[0][strokes[0].size() / 2].x, 3);
  EXPECT_NEAR(strokes[0].back().y, 13.5, 1e-3);
}

TEST(IconLines, EveryIconOfTheMonitorIsThereAndInItsBox) {
  for (const char* name :
       {"cross", "clock", "warn", "minus", "play", "pause", "stop", "check", "table", "info", "data", "gear"}) {
    ASSERT_FALSE(iconStrokes(name).empty()) << name;
    for (const IconStroke& stroke : iconStrokes(name)) {
      for (const present::Point p : stroke) {
        EXPECT_TRUE(p.x >= 0 && p.x <= 16 && p.y >= 0 && p.y <= 16) << name << " " << p.x << " " << p.y;
      }
    }
  }
  EXPECT_TRUE(iconStrokes("nobody").empty());
}

TEST(IconLines, WhatCannotBeReadEndsThePath) {
  EXPECT_TRUE(strokesOf("").empty());
  EXPECT_TRUE(strokesOf("4 4").empty());
  EXPECT_EQ(strokesOf("M1 1L2 2L3").size(), 1U);
  EXPECT_EQ(strokesOf("M1 1L2 2Q3 3 4 4").at(0).size(), 2U);
  EXPECT_TRUE(strokesOf("M1 1a-1 1 0 0 0 2 2").empty());
}

}  // namespace
}  // namespace sojourn::imgui
