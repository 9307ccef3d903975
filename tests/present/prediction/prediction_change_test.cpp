// SPDX-License-Identifier: GPL-3.0-or-later
// The Prediction view beside its reference: frames, rank arrows and changes that add up, and the gate's way.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/present/compared_fixture.h"
#include "tests/present/scene_checks.h"
#include "views/present/prediction/prediction_view.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

Scene drawChange(const SampleContext& context, Size size = {344, 500}, std::optional<LocationId> rule = {}) {
  ViewContent content = predictionContent({.sample = context, .windowRule = rule}, {size, Theme::light(), measurer});
  return std::get<Scene>(std::move(content));
}

std::vector<Rect> rowRects(const Scene& scene) {
  std::vector<Rect> rects;
  for (const HitArea& hit : scene.hits) {
    if (hit.focus.location) rects.push_back(hit.rect);
  }
  return rects;
}

TEST(PredictionChange, NothingDiffersWithoutAComparableReference) {
  ComparedSample pair({.seed = 2}, {.seed = 3});
  const WholeScene plain = wholeScene(drawChange(pair.now.context()));
  pair.reference.inspection = nullptr;
  EXPECT_EQ(wholeScene(drawChange(pair.context())), plain);
  pair.reference.inspection = &pair.then.inspection;
  EXPECT_NE(wholeScene(drawChange(pair.context())), plain);
}

TEST(PredictionChange, SwitchingTheReferenceOnMovesNoRow) {
  for (const Size size : {Size{220, 400}, Size{344, 500}, Size{344, 700}, Size{600, 500}, Size{900, 900}}) {
    for (const bool pointer : {true, false}) {
      ComparedSample pair({.seed = 2, .pointer = pointer}, {.seed = 3, .pointer = pointer});
      const Scene without = drawChange(pair.now.context(), size, LocationId{3});
      const Scene with = drawChange(pair.context(), size, LocationId{3});
      SCOPED_TRACE(std::to_string(size.width) + " wide");
      EXPECT_EQ(rowRects(with), rowRects(without));
      EXPECT_EQ(with.contentSize.height, without.contentSize.height);
    }
  }
}

TEST(PredictionChange, HoldsTogether) {
  for (const Size size : {Size{220, 400}, Size{344, 500}, Size{600, 500}, Size{900, 900}}) {
    for (const std::uint32_t seed : {1U, 2U, 3U, 4U}) {
      for (const bool pointer : {true, false}) {
        ComparedSample pair({.seed = seed, .pointer = pointer, .longNames = seed == 2},
                            {.seed = seed + 10, .pointer = pointer});
        SCOPED_TRACE(std::to_string(size.width) + " wide, seed " + std::to_string(seed));
        const Scene scene = drawChange(pair.context(), size, LocationId{2});
        expectInsideContent(scene);
        expectTextsApart(scene, measurer);
        expectNumbersWhole(scene, measurer);
        expectDescribed(scene, "sample 3376, test");
      }
    }
  }
}

TEST(PredictionChange, EveryRowHasItsChangeAndTheyAddUpToNothing) {
  ComparedSample pair({.seed = 2}, {.seed = 3});
  const Scene scene = drawChange(pair.context());
  double sum = 0;
  for (std::size_t row = 0; row < scene.table.rows.size(); ++row) {
    const double change = numberIn(scene.table, row, "change");
    EXPECT_NEAR(change, numberIn(scene.table, row, "probability") - numberIn(scene.table, row, "reference probability"),
                1e-7);
    EXPECT_FALSE(textsSaying(scene, signedProbability(change)).empty()) << signedProbability(change);
    sum += change;
  }
  EXPECT_NEAR(sum, 0, 1e-5);
  EXPECT_TRUE(
      says(scene, "Probability moved " + probability(movedProbability(pair.now.inspection, pair.then.inspection))));
}

TEST(PredictionChange, FramesEndWhereTheReferenceDid) {
  ComparedSample pair({.seed = 2}, {.seed = 3});
  const Size size{600, 500};  // bars beside the words
  const Scene scene = drawChange(pair.context(), size);
  const Candidate& best = pair.now.inspection.best();
  const float was = candidateOf(pair.then.inspection, best.location).candidate->probability;
  const Rect row = rowRects(scene)[0];
  // The axis from 0 to 1 is the gate's bar.
  const auto boxes = shapesOf<BoxShape>(scene);
  const auto frame = std::ranges::find_if(boxes, [&](const BoxShape& box) {
    return box.stroke == Theme::light().text && !box.fill && row.contains({box.rect.x, box.rect.y});
  });
  ASSERT_NE(frame, boxes.end());
  const auto axis =
      std::ranges::find_if(boxes, [](const BoxShape& box) { return box.rect.height == 18 && box.stroke; });
  ASSERT_NE(axis, boxes.end());
  EXPECT_NEAR(frame->rect.width / axis->rect.width, was, 0.01);
  EXPECT_EQ(frame->rect.x, axis->rect.x);
}

TEST(PredictionChange, ArrowsPointToWhereTheRankWent) {
  ComparedSample pair({.seed = 2}, {.seed = 2});
  EXPECT_TRUE(shapesOf<PolygonShape>(drawChange(pair.context())).empty());
  std::swap(pair.then.inspection.ranking[0], pair.then.inspection.ranking[1]);
  const auto arrows = shapesOf<PolygonShape>(drawChange(pair.context()));
  ASSERT_EQ(arrows.size(), 2U);
  EXPECT_EQ(arrows[0].fill, Theme::light().more);
  EXPECT_LT(arrows[0].points[2].y, arrows[0].points[0].y);  // its tip is above
  EXPECT_EQ(arrows[1].fill, Theme::light().less);
  EXPECT_GT(arrows[1].points[2].y, arrows[1].points[0].y);
}

TEST(PredictionChange, TheGateShowsItsWay) {
  ComparedSample pair({.seed = 2}, {.seed = 2});
  pair.then.inspection.gate = 0.7F;
  pair.now.inspection.gate = 0.45F;
  const Scene scene = drawChange(pair.context(), {600, 500});
  EXPECT_EQ(textsSaying(scene, "\u22120.250").size(), 1U);
  const auto boxes = shapesOf<BoxShape>(scene);
  const auto axis =
      std::ranges::find_if(boxes, [](const BoxShape& box) { return box.rect.height == 18 && box.stroke; });
  ASSERT_NE(axis, boxes.end());
  const auto way = std::ranges::find_if(boxes, [](const BoxShape& box) { return box.fill == Theme::light().less; });
  ASSERT_NE(way, boxes.end());
  EXPECT_NEAR(way->rect.width / axis->rect.width, 0.25, 0.01);
  const auto mark = std::ranges::find_if(boxes, [](const BoxShape& box) { return box.rect.height == 24; });
  ASSERT_NE(mark, boxes.end());
  EXPECT_NEAR((mark->rect.x - axis->rect.x) / axis->rect.width, 0.7, 0.01);
  EXPECT_NE(scene.summary.find("gate change \u22120.250"), std::string::npos) << scene.summary;
}

TEST(PredictionChange, AModelWithoutAPointerHasChangesAndNoGate) {
  ComparedSample pair({.seed = 2, .pointer = false}, {.seed = 3, .pointer = false});
  const Scene scene = drawChange(pair.context());
  EXPECT_FALSE(says(scene, "gate"));
  EXPECT_EQ(textsSaying(scene, "change").size(), 1U);
  EXPECT_EQ(scene.summary.find("gate"), std::string::npos) << scene.summary;
}

}  // namespace
}  // namespace sojourn::present
