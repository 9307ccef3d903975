// SPDX-License-Identifier: GPL-3.0-or-later
// Hit testing and the pinned strips of a scrolled scene.
#include "views/present/scene/scene.h"

#include <gtest/gtest.h>

namespace sojourn::present {
namespace {

HitArea area(Rect rect, std::string label) {
  return {.rect = rect, .focus = {}, .label = std::move(label), .value = {}, .action = {}};
}

TEST(Scene, LaterHitAreasLieAbove) {
  Scene scene;
  scene.hits = {area({0, 0, 100, 100}, "row"), area({10, 10, 20, 20}, "cell")};
  ASSERT_NE(scene.hitAt({15, 15}), nullptr);
  EXPECT_EQ(scene.hitAt({15, 15})->label, "cell");
  EXPECT_EQ(scene.hitAt({5, 5})->label, "row");
  EXPECT_EQ(scene.hitAt({100, 50}), nullptr);
}

TEST(Scene, PinnedStripsDoNotScroll) {
  Scene scene;
  scene.size = {100, 200};
  scene.contentSize = {100, 500};
  scene.pinnedTop = 40;
  scene.pinnedBottom = 60;
  EXPECT_FLOAT_EQ(scene.scrollRange(), 300);
  EXPECT_FLOAT_EQ(scene.contentPoint({5, 10}, 100).y, 10);
  EXPECT_FLOAT_EQ(scene.contentPoint({5, 50}, 100).y, 150);
  EXPECT_FLOAT_EQ(scene.contentPoint({5, 190}, 100).y, 490);
  // Scrolled to the end, the last moving line touches the pinned strip.
  EXPECT_FLOAT_EQ(scene.contentPoint({5, 139}, 900).y, 439);
  EXPECT_FLOAT_EQ(scene.contentPoint({5, 140}, 900).y, 440);
}

TEST(Scene, WithoutOverflowTheContentIsTheCanvas) {
  Scene scene;
  scene.size = scene.contentSize = {100, 200};
  scene.pinnedBottom = 60;
  for (const float y : {0.0F, 100.0F, 139.0F, 141.0F, 199.0F}) EXPECT_FLOAT_EQ(scene.contentPoint({1, y}, 50).y, y);
}

}  // namespace
}  // namespace sojourn::present
