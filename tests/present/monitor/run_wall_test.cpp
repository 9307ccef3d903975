// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/monitor/run_wall.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"

namespace sojourn::present {
namespace {

using ::testing::HasSubstr;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

RunTile tile(const std::string& name, const std::string& word = "running", RunSeverity severity = RunSeverity::Good) {
  RunTile made;
  made.id = "/runs/" + name;
  made.name = name;
  made.word = word;
  made.icon = "play";
  made.severity = severity;
  made.reason = "seed 7";
  for (std::int64_t e = 1; e <= 10; ++e)
    made.points.push_back({.epoch = e,
                           .loss = 3.5 - 0.05 * static_cast<double>(e),
                           .accuracyAll = 40.0 + static_cast<double>(e),
                           .accuracyKnown = nan});
  made.best = 9;
  made.lossNow = made.points.back().loss;
  made.epoch = 10;
  made.epochs = 50;
  made.rest = "0:26 left";
  made.speed = "1 576 seq/s";
  made.speedRatio = 1.01;
  made.age = "0.2 s ago";
  made.live = true;
  return made;
}

Scene sceneOf(const std::vector<RunTile>& tiles, Size size = {1232, 700}, const std::string& selected = {}) {
  const EvenMeasurer measurer;
  return runWallScene({.tiles = tiles, .selected = selected, .caption = "sorted by need"},
                      {.size = size, .theme = Theme::darkTheme(), .text = measurer});
}

std::vector<std::string> textsOf(const Scene& scene) {
  std::vector<std::string> texts;
  for (const Shape& shape : scene.shapes)
    if (const auto* text = std::get_if<TextShape>(&shape)) texts.push_back(text->text);
  return texts;
}

TEST(RunWall, FourTilesStandBesideEachOtherAndTheRestScrolls) {
  std::vector<RunTile> tiles;
  for (int i = 0; i < 13; ++i) tiles.push_back(tile("run-" + std::to_string(i)));
  const Scene scene = sceneOf(tiles);
  ASSERT_EQ(scene.hits.size(), 13U);
  EXPECT_EQ(scene.hits[3].rect.y, scene.hits[0].rect.y);
  EXPECT_GT(scene.hits[4].rect.y, scene.hits[0].rect.bottom());
  EXPECT_GE(scene.hits[0].rect.width, tileSize.width);
  EXPECT_EQ(scene.hits[0].rect.height, tileSize.height);
  EXPECT_GT(scene.contentSize.height, scene.size.height);
  for (const HitArea& hit : scene.hits) EXPECT_LE(hit.rect.right(), scene.size.width);
  EXPECT_EQ(scene.hits[5].action, Action(SelectRun{"/runs/run-5"}));
  // Narrower than a tile: one column, nothing negative.
  EXPECT_EQ(tileColumns(100), 1U);
  EXPECT_EQ(sceneOf(tiles, {100, 100}).hits[1].rect.x, 0);
}

TEST(RunWall, FewTilesUseTheRoom) {
  const Scene one = sceneOf({tile("a")});
  EXPECT_GE(one.hits[0].rect.width, 2.5F * tileSize.width);
  EXPECT_GE(one.hits[0].rect.height, 1.5F * tileSize.height);
  EXPECT_LE(one.contentSize.height, one.size.height) << "without a scroll bar";
  std::vector<RunTile> eight;
  for (int i = 0; i < 8; ++i) eight.push_back(tile("run-" + std::to_string(i)));
  const Scene two = sceneOf(eight);
  EXPECT_GT(two.hits[7].rect.bottom(), 0.95F * two.size.height);
  EXPECT_LE(two.hits[7].rect.bottom(), two.size.height);
  for (const TextShape& text : shapesOf<TextShape>(two)) EXPECT_LE(text.rect.bottom(), two.size.height) << text.text;
}

TEST(RunWall, RunsOfOneDatasetHaveTheSameAxes) {
  const auto curvesOf = [](const std::vector<RunTile>& tiles) {
    std::vector<float> heights;
    const Scene scene = sceneOf(tiles);
    for (const LineShape& line : shapesOf<LineShape>(scene))
      if (line.points.front().x < scene.hits[0].rect.right()) heights.push_back(line.points.front().y);
    return heights;
  };
  RunTile a = tile("a"), b = tile("b");
  a.dataset = "city", b.dataset = "village";
  for (TilePoint& point : b.points) point.loss *= 3;
  const std::vector<float> alone = curvesOf({a});
  ASSERT_FALSE(alone.empty());
  EXPECT_EQ(curvesOf({a, b}), alone) << "losses on another dataset are no measure";
  b.dataset = "city";
  EXPECT_NE(curvesOf({a, b}), alone);
}

TEST(RunWall, SaysWhatATileHolds) {
  const Scene scene = sceneOf({tile("v45-s7")});
  EXPECT_THAT(textsOf(scene), ::testing::IsSupersetOf({"v45-s7", "running", "seed 7", "latest", "3.000", "best 3.000",
                                                       "50.0", "at best 50.0", "epoch 10", "0:26 left", "1 576 seq/s",
                                                       "1.01\u00D7", "0.2 s ago"}));
  EXPECT_THAT(scene.hits[0].label, HasSubstr("validation loss 3"));
  EXPECT_EQ(scene.summary, "1 run: 1 running");
  ASSERT_EQ(scene.table.rows.size(), 1U);
  EXPECT_EQ(std::get<double>(scene.table.rows[0][3]), 10);
}

TEST(RunWall, ALongNameGivesWayToWhatTellsItApart) {
  RunTile one = tile("demo-city-pointer-v45-full-model-seed42-learning-rate-0.001");
  one.brief = "\u2026seed42-learning-rate-0.001";
  EXPECT_TRUE(says(sceneOf({one}, {320, 300}), one.brief));
  EXPECT_FALSE(says(sceneOf({one}, {320, 300}), one.name));
  one.name = "v45-hot";
  EXPECT_TRUE(says(sceneOf({one}, {320, 300}), "v45-hot")) << "there is room for it";
}

TEST(RunWall, CurvesBreakAtAGapInTheLog) {
  const auto linesOf = [](const RunTile& run) {
    std::vector<std::size_t> sizes;
    for (const Shape& shape : sceneOf({run}).shapes)
      if (const auto* line = std::get_if<LineShape>(&shape)) sizes.push_back(line->points.size());
    return sizes;
  };
  RunTile whole = tile("whole");
  for (int epoch = 1; epoch <= 10; ++epoch) whole.train.push_back({.epoch = epoch * 1.0, .loss = 3.4 - 0.01 * epoch});
  EXPECT_EQ(linesOf(whole), (std::vector<std::size_t>{10, 10, 10})) << "training and validation loss, accuracy";
  RunTile cut = whole;
  cut.points[4].afterGap = true;
  cut.train[2].afterGap = true;
  EXPECT_EQ(linesOf(cut), (std::vector<std::size_t>{2, 8, 4, 6, 4, 6}));
  // A point between two gaps is drawn as well.
  const std::size_t shapes = sceneOf({cut}).shapes.size();
  cut.train[3].afterGap = true;
  EXPECT_EQ(linesOf(cut), (std::vector<std::size_t>{2, 7, 4, 6, 4, 6}));
  EXPECT_EQ(sceneOf({cut}).shapes.size(), shapes + 1);
}

TEST(RunWall, LatestAndBestAreNamed) {
  RunTile worse = tile("worse");
  worse.best = 4;  // of ten
  const Scene scene = sceneOf({worse});
  EXPECT_THAT(textsOf(scene), ::testing::IsSupersetOf({"latest", "3.000", "best 3.250", "50.0", "at best 45.0"}));
  EXPECT_THAT(scene.hits[0].label, HasSubstr("latest: validation loss 3, Acc@1 50.00"));
  EXPECT_THAT(scene.hits[0].label, HasSubstr("best, epoch 5: validation loss 3.25, Acc@1 45.00"));
  EXPECT_THAT(scene.table.columns, ::testing::IsSupersetOf({"latest Acc@1", "best Acc@1"}));
}

TEST(RunWall, TheFirstEpochIsSeenFromItsFirstStep) {
  RunTile first = tile("first");
  first.points.clear();
  first.best.reset();
  first.lossNow = nan;
  first.epoch = 1;
  first.rest = "step 24 of 58";
  for (int step = 1; step <= 24; ++step) first.train.push_back({.epoch = step / 58.0, .loss = 4.1 - 0.02 * step});
  first.epochsDone = first.train.back().epoch;
  first.trainNow = first.train.back().loss;
  const Scene scene = sceneOf({first});
  EXPECT_THAT(textsOf(scene), ::testing::IsSupersetOf({"train loss", "3.620", "after the first epoch", "epoch 1"}));
  std::size_t points = 0;
  for (const Shape& shape : scene.shapes)
    if (const auto* line = std::get_if<LineShape>(&shape)) points = std::max(points, line->points.size());
  EXPECT_EQ(points, 24U);
  // Its training loss is what the axis is made of as long as nothing else is known.
  const TileAxes axes = axesOf({first});
  EXPECT_LT(axes.lowLoss, 3.62);
  EXPECT_GT(axes.highLoss, 4.08);
  EXPECT_THAT(scene.hits[0].label, HasSubstr("training loss 3.62"));
}

TEST(RunWall, AVerdictIsCountedBesideTheState) {
  RunTile lost = tile("lost", "finished", RunSeverity::Warning);
  lost.verdict = "diverged";
  const Scene scene = sceneOf({lost, tile("done", "finished", RunSeverity::Quiet)});
  EXPECT_EQ(scene.summary, "2 runs: 1 finished: diverged, 1 finished");
}

TEST(RunWall, OnlyRedAndAmberHeadsAreFilled) {
  const Theme& theme = Theme::darkTheme();
  const auto filledWith = [&](RunSeverity severity, Color ground) {
    const Scene scene = sceneOf({tile("x", "x", severity)});
    return std::ranges::any_of(scene.shapes, [&](const Shape& shape) {
      const auto* box = std::get_if<BoxShape>(&shape);
      return box && box->fill == ground;
    });
  };
  EXPECT_TRUE(filledWith(RunSeverity::Bad, theme.errGround));
  EXPECT_TRUE(filledWith(RunSeverity::Warning, theme.warnGround));
  EXPECT_FALSE(filledWith(RunSeverity::Good, theme.warnGround));
  EXPECT_FALSE(filledWith(RunSeverity::Notice, theme.warnGround));
}

TEST(RunWall, NoNumberBreaksTheLineAndIsSaid) {
  RunTile broken = tile("nan", "failed", RunSeverity::Bad);
  broken.points[4].loss = nan;
  broken.lossBroken = true;
  const Scene scene = sceneOf({broken});
  EXPECT_THAT(textsOf(scene), ::testing::Contains("NaN"));
  std::size_t lines = 0;
  for (const Shape& shape : scene.shapes) {
    const auto* line = std::get_if<LineShape>(&shape);
    if (!line) continue;
    ++lines;
    for (const Point p : line->points) EXPECT_TRUE(std::isfinite(p.x) && std::isfinite(p.y));
  }
  EXPECT_EQ(lines, 3U);  // the loss in two pieces, and one accuracy: of known targets there is none
}

TEST(RunWall, OneRunGoneWildDoesNotFlattenTheOthers) {
  std::vector<RunTile> tiles;
  for (int i = 0; i < 12; ++i) tiles.push_back(tile("run-" + std::to_string(i)));
  RunTile wild = tile("wild");
  wild.points.back().loss = 1e9;
  tiles.push_back(wild);
  const TileAxes axes = axesOf(tiles);
  EXPECT_GT(axes.highLoss, 3.45);
  EXPECT_LT(axes.highLoss, 5);
  EXPECT_EQ(axes.epochs, 13);
  // What is beyond the frame is marked, and nothing is painted outside.
  const Scene scene = sceneOf({wild, tile("a"), tile("b"), tile("c"), tile("d"), tile("e"), tile("f")});
  EXPECT_TRUE(
      std::ranges::any_of(scene.shapes, [](const Shape& s) { return std::holds_alternative<PolygonShape>(s); }));
}

RunTile longTile(const std::string& name, std::int64_t epochs) {
  RunTile made = tile(name);
  made.points.clear();
  for (std::int64_t e = 1; e <= epochs; ++e)
    made.points.push_back(
        {.epoch = e, .loss = 3 + 0.1 * std::sin(static_cast<double>(e)), .accuracyAll = 45, .accuracyKnown = 50});
  made.best.reset();
  made.epoch = epochs;
  return made;
}

/// How far the first long line of a scene reaches to the right of its first point.
float reachOfCurve(const Scene& scene) {
  for (const Shape& shape : scene.shapes)
    if (const auto* line = std::get_if<LineShape>(&shape); line && line->points.size() > 4)
      return line->points.back().x - line->points.front().x;
  return 0;
}

TEST(RunWall, OneVeryLongRunHasAnAxisOfItsOwnAndSaysSo) {
  const std::vector<RunTile> runs{tile("a"), tile("b"), longTile("c", 30), longTile("million", 17'241)};
  const TileAxes axes = axesOf(runs);
  EXPECT_EQ(axes.epochs, 30);
  const Scene scene = sceneOf(runs);
  EXPECT_EQ(std::ranges::count(textsOf(scene), "0 to 17241 epochs"), 1);
  EXPECT_THAT(scene.hits[3].label, HasSubstr("their own axis, 0 to 17241 epochs; the others end at 30"));
  EXPECT_THAT(scene.hits[2].label, ::testing::Not(HasSubstr("their own axis")));
  // The others are no dots.
  EXPECT_GT(reachOfCurve(scene), 40);
  // Two runs of a kind share an axis, however long they are; a wall of one run is as long as that.
  EXPECT_EQ(axesOf({longTile("x", 400), longTile("y", 380)}).epochs, 400);
  EXPECT_EQ(axesOf({longTile("x", 400)}).epochs, 400);
  EXPECT_EQ(axesOf({tile("a"), longTile("x", 400)}).epochs, 13);
  EXPECT_EQ(axesOf({}).epochs, 13);
}

TEST(RunWall, AThousandEpochsCostTheirPixelsAndLoseNoSpike) {
  RunTile run = longTile("million", 17'241);
  run.points[9'999].loss = 3.9;  // one epoch
  run.points[12'000].loss = nan;
  const Scene scene = sceneOf({run});
  std::size_t points = 0;
  float highest = 1e9F;
  for (const Shape& shape : scene.shapes) {
    const auto* line = std::get_if<LineShape>(&shape);
    if (!line) continue;
    points += line->points.size();
    for (const Point p : line->points) highest = std::min(highest, p.y);
  }
  EXPECT_LT(points, 3U * 4U * 600U);
  // The spike reaches the top of the first chart: 53 to 111 of the tile, six pixels of margin.
  EXPECT_LT(highest, 53 + 6 + 6);
  // So many triangles as have room beside each other, where all is beyond the axis.
  for (TilePoint& point : run.points) point.loss += point.epoch > 100 ? 1e6 : 0;
  const std::vector<RunTile> with{tile("a"), tile("b"), tile("c"), run};
  const Scene crowded = sceneOf(with);
  EXPECT_LT(
      std::ranges::count_if(crowded.shapes, [](const Shape& s) { return std::holds_alternative<PolygonShape>(s); }),
      250);
}

TEST(RunWall, NothingIsEmptyNotBroken) {
  const Scene scene = sceneOf({});
  EXPECT_TRUE(scene.hits.empty());
  EXPECT_EQ(scene.summary, "0 runs");
  RunTile bare;
  bare.lossNow = nan;
  bare.speedRatio = 0;
  EXPECT_FALSE(sceneOf({bare}).shapes.empty());
}

}  // namespace
}  // namespace sojourn::present
