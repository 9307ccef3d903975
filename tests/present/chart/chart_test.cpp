// SPDX-License-Identifier: GPL-3.0-or-later
// The marks that are shapes of their own over a chart, and lines cut at a plot.
#include "views/present/chart/chart.h"

#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"

namespace sojourn::present {
namespace {

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

TEST(Chart, ChartsThatLookTheSameAreEqual) {
  const double absent = std::numeric_limits<double>::quiet_NaN();
  const Chart chart{.plot = plot, .series = {{.x = {0, 1}, .y = {absent, 2}}}};
  Chart other = chart;
  EXPECT_EQ(chart, other) << "where a value is absent in both";
  other.series[0].y[0] = 1;
  EXPECT_NE(chart, other);
  other = chart;
  other.series[0].color = {1, 2, 3};
  EXPECT_NE(chart, other);
  other = chart;
  other.plot.width += 1;
  EXPECT_NE(chart, other);
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

TEST(Chart, ASecondAxisHasItsOwnScale) {
  const Chart chart{.y = {.from = 0, .to = 10}, .right = ChartAxis{.from = 0, .to = 1}};
  EXPECT_EQ(chart.yOf({.right = true}).to, 1);
  EXPECT_EQ(chart.yOf({}).to, 10);
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
