// SPDX-License-Identifier: GPL-3.0-or-later
// The texts and marks that are shapes of their own in a chart, box plots, and lines cut at a plot.
#include "views/present/chart/chart.h"

#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"

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

TEST(Chart, ASeriesThatLeavesThePlotIsMarkedOnceForEachStretchOutside) {
  ChartSeries series{.x = {0, 1, 5, 6, 8}, .y = {5, 500, 400, 5, -3}, .color = {200, 0, 0}, .exits = true};
  Chart chart{.x = {.from = 0, .to = 10}, .y = {.from = 0, .to = 10}, .series = {series}};
  const auto triangles = shapesOf<PolygonShape>(sceneWith(chart));
  ASSERT_THAT(triangles, SizeIs(2));
  EXPECT_FLOAT_EQ(triangles[0].points[0].x, plot.x + 20);
  EXPECT_FLOAT_EQ(triangles[0].points[0].y, plot.y) << "its tip points out of the plot";
  EXPECT_GT(triangles[0].points[1].y, plot.y);
  EXPECT_FLOAT_EQ(triangles[1].points[0].y, plot.bottom());
  EXPECT_EQ(triangles[0].fill, series.color);
  chart.series[0].exits = false;
  EXPECT_THAT(shapesOf<PolygonShape>(sceneWith(chart)), SizeIs(0));
}

TEST(Chart, AGapIsABarAlongTheFoot) {
  const Scene scene = sceneWith({.x = {.from = 0, .to = 10}, .gaps = {{2, 4, {200, 0, 0}}, {11, 12, {200, 0, 0}}}});
  const auto boxes = shapesOf<BoxShape>(scene);
  ASSERT_THAT(boxes, SizeIs(3)) << "the bar and its two ends";
  EXPECT_FLOAT_EQ(boxes[0].rect.x, plot.x + 40);
  EXPECT_FLOAT_EQ(boxes[0].rect.width, 40);
  EXPECT_FLOAT_EQ(boxes[0].rect.bottom(), plot.bottom());
}

TEST(Chart, WordsOfCloseMarkersDoNotRunIntoEachOther) {
  const auto at = [](double x, const char* word) { return ChartMarker{.at = x, .word = word}; };
  const Scene scene = sceneWith(
      {.x = {.from = 0, .to = 10}, .markers = {at(0.1, "first"), at(0.2, "hidden"), at(8, "late"), at(12, "beyond")}});
  const auto texts = shapesOf<TextShape>(scene);
  ASSERT_THAT(texts, SizeIs(2));
  EXPECT_GT(texts[0].rect.x, plot.x + 2) << "right of its line, where the plot begins too close";
  EXPECT_LT(texts[1].rect.right(), plot.x + 160);
  expectTextsApart(scene, measurer);
}

TEST(Chart, ASecondAxisHasItsTextsAtTheRightAndItsOwnScale) {
  Chart chart{.y = {.from = 0, .to = 10}, .right = ChartAxis{.from = 0, .to = 1, .ticks = {{0.5, "half"}}}};
  EXPECT_EQ(chart.yOf({.right = true}).to, 1);
  EXPECT_EQ(chart.yOf({}).to, 10);
  const auto texts = shapesOf<TextShape>(sceneWith(chart));
  ASSERT_THAT(texts, SizeIs(1));
  EXPECT_GT(texts[0].rect.x, plot.right());
  EXPECT_NEAR(texts[0].rect.y + texts[0].rect.height / 2, 60, 0.6);
}

TEST(Chart, ALegendNamesEachSeriesOnceInsideThePlot) {
  const auto series = [](const char* name) { return ChartSeries{.name = name, .color = {200, 0, 0}}; };
  const Scene scene = sceneWith(
      {.series = {series("train"), series("a validation of many words"), series("train"), series("test"), series("")},
       .legend = true});
  std::vector<std::string> words;
  for (const TextShape& text : shapesOf<TextShape>(scene)) {
    words.push_back(text.text);
    EXPECT_GE(text.rect.x, plot.x);
    EXPECT_LE(text.rect.right(), plot.right());
  }
  EXPECT_THAT(words, ElementsAre("train", "a validation of many words", "test"));
  EXPECT_THAT(shapesOf<BoxShape>(scene), SizeIs(3));
  expectTextsApart(scene, measurer);
}

TEST(Chart, ABoxPlotIsABarWithItsMedianAndWhiskers) {
  Chart chart;
  const ChartBox boxes[] = {{1, 2, 3, 5, 9}, {2, 3, 4, 6, 7}};
  addBoxes(chart, {.name = "MRR", .x = {0, 10}, .barWidth = 4}, boxes, {});
  ASSERT_THAT(chart.series, SizeIs(2));
  EXPECT_EQ(chart.series[0].kind, SeriesKind::Bars);
  EXPECT_THAT(chart.series[0].low, ElementsAre(2, 3));
  EXPECT_THAT(chart.series[0].y, ElementsAre(5, 6));
  // The second box' lines: median, lower and upper whisker.
  const ChartSeries& lines = chart.series[1];
  ASSERT_THAT(lines.x, SizeIs(18));
  EXPECT_THAT(std::vector(lines.x.begin() + 9, lines.x.end()), ElementsAre(10, 14, 14, 12, 12, 12, 12, 12, 12));
  EXPECT_EQ(lines.y[9], 4);
  EXPECT_TRUE(std::isnan(lines.y[11]));
  EXPECT_EQ(lines.y[12], 2);
  EXPECT_EQ(lines.y[13], 3);
  EXPECT_EQ(lines.y[15], 6);
  EXPECT_EQ(lines.y[16], 7);
}

TEST(LineClip, PiecesLieInside) {
  const std::vector<Point> line{{60, 50}, {80, -1000}, {90, -500}, {100, 50}, {400, 50}};
  const auto pieces = clipLine(line, plot);
  ASSERT_THAT(pieces, SizeIs(2));
  for (const auto& piece : pieces)
    for (const Point p : piece) {
      EXPECT_GE(p.y, plot.y);
      EXPECT_LE(p.x, plot.right());
    }
  EXPECT_FLOAT_EQ(pieces[1].back().x, plot.right());
}

}  // namespace
}  // namespace sojourn::present
