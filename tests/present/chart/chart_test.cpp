// SPDX-License-Identifier: GPL-3.0-or-later
// The texts beside a chart's axes, and lines cut at a plot.
#include "views/present/chart/chart.h"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "views/present/chart/line_clip.h"

namespace sojourn::present {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

constexpr Rect plot{50, 10, 200, 100};

Scene sceneWith(Chart chart) {
  Scene scene;
  const Canvas canvas{{300, 150}, Theme::light(), measurer};
  SceneBuilder builder(scene, canvas);
  chart.plot = plot;
  addChart(scene, builder, std::move(chart));
  return scene;
}

TEST(Chart, TextsStandAtTheirValuesAndNextToThePlot) {
  const Scene scene = sceneWith({.x = {.from = 0, .to = 10, .ticks = {{5, "5"}}},
                                 .y = {.from = 1, .to = 100, .logarithmic = true, .ticks = {{10, "10"}}}});
  const auto texts = shapesOf<TextShape>(scene);
  ASSERT_THAT(texts, SizeIs(2));
  EXPECT_EQ(texts[0].text, "10");
  EXPECT_NEAR(texts[0].rect.y + texts[0].rect.height / 2, 60, 0.6) << "half way up";
  EXPECT_NEAR(texts[0].rect.right(), plot.x - 6, 0.01);
  EXPECT_NEAR(texts[1].rect.x + texts[1].rect.width / 2, 150, 0.6);
  EXPECT_GT(texts[1].rect.y, plot.bottom());
}

TEST(Chart, ATextThatRunsIntoAnEarlierOneIsLeftOut) {
  const Scene scene =
      sceneWith({.x = {.from = 0, .to = 100, .ticks = {{50, "fifty"}, {52, "next"}, {90, "ninety"}, {0, ""}}}});
  std::vector<std::string> words;
  for (const TextShape& text : shapesOf<TextShape>(scene)) words.push_back(text.text);
  EXPECT_THAT(words, ElementsAre("fifty", "ninety"));
  expectTextsApart(scene, measurer);
}

TEST(Chart, TextsAtTheEndsStayNearThePlot) {
  const Scene scene = sceneWith({.x = {.from = 0, .to = 1, .ticks = {{0, "21 Nov 14:05:30"}, {1, "22 Nov 14:05:30"}}}});
  for (const TextShape& text : shapesOf<TextShape>(scene)) {
    EXPECT_GE(text.rect.x, plot.x - 24);
    EXPECT_LE(text.rect.right(), plot.right() + 5);
  }
}

TEST(LineClip, PiecesLieInsideAndExitsOnTheEdge) {
  const std::vector<Point> line{{60, 50}, {80, -1000}, {90, -500}, {100, 50}, {400, 50}};
  const auto pieces = clipLine(line, plot);
  ASSERT_THAT(pieces, SizeIs(2));
  for (const auto& piece : pieces)
    for (const Point p : piece) {
      EXPECT_GE(p.y, plot.y);
      EXPECT_LE(p.x, plot.right());
    }
  EXPECT_FLOAT_EQ(pieces[1].back().x, plot.right());
  const auto exits = lineExits(line, plot);
  ASSERT_THAT(exits, SizeIs(1)) << "one for a stretch outside";
  EXPECT_FLOAT_EQ(exits[0].x, 80);
  EXPECT_FLOAT_EQ(exits[0].y, plot.y);
}

}  // namespace
}  // namespace sojourn::present
