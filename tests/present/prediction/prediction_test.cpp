// SPDX-License-Identifier: GPL-3.0-or-later
// The Prediction view: stacked masses on 0 to 1, the whole probability accounted for, the target wherever it is.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "views/present/prediction/prediction_rows.h"
#include "views/present/prediction/prediction_view.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

Scene draw(const PredictionInput& input, Size size) {
  ViewContent content = predictionContent(input, {size, Theme::light(), measurer});
  return std::get<Scene>(std::move(content));
}

const HitArea* hitOfPlace(const Scene& scene, LocationId location) {
  const auto found =
      std::ranges::find_if(scene.hits, [&](const HitArea& hit) { return hit.focus.location == location; });
  return found == scene.hits.end() ? nullptr : &*found;
}

/// Width of what a row's bar fills, whatever it is made of.
struct BarWidths {
  float copied = 0, generated = 0;
};
BarWidths barOf(const Scene& scene, Rect row, float barHeight) {
  BarWidths widths;
  const Color track = Theme::light().track;
  for (const BoxShape& box : shapesOf<BoxShape>(scene)) {
    if (box.rect.height != barHeight || box.rect.y < row.y || box.rect.bottom() > row.bottom()) continue;
    if (box.fill == track) continue;
    (box.stroke || box.rect.width <= 2 ? widths.generated : widths.copied) += box.rect.width;
  }
  return widths;
}

TEST(Prediction, HoldsTogetherAtAllSizes) {
  for (const Size size :
       {Size{220, 300}, Size{239, 420}, Size{268, 614}, Size{480, 614}, Size{760, 1100}, Size{300, 90}}) {
    for (const std::uint32_t seed : {1U, 2U, 3U, 4U}) {
      for (const bool pointer : {true, false}) {
        const FixtureSample sample({.visits = 14,
                                    .seed = seed,
                                    .locations = 1187,
                                    .pointer = pointer,
                                    .gate = seed != 4,
                                    .longNames = seed == 3});
        SCOPED_TRACE(std::to_string(size.width) + " wide, seed " + std::to_string(seed));
        const Scene scene = draw({.sample = sample.context(), .windowRule = 2}, size);
        expectInsideContent(scene);
        expectTextsApart(scene, measurer);
        expectNumbersWhole(scene, measurer);
        expectDescribed(scene, "sample 3376, test");
      }
    }
  }
}

TEST(Prediction, SaysHowFarItIsFromTheTarget) {
  const FixtureSample sample({.visits = 14});
  PredictionInput input{.sample = sample.context(), .windowRule = {}};
  EXPECT_EQ(draw(input, {300, 400}).captionRight, "") << "it is not known";
  input.errorKilometres = 2.44;
  EXPECT_EQ(draw(input, {300, 400}).captionRight, "error 2.4 km");
  input.errorKilometres = 0.31;
  const Scene scene = draw(input, {300, 400});
  EXPECT_EQ(scene.captionRight, "error 0.31 km");
  EXPECT_NE(scene.summary.find("The error is 0.31 km."), std::string::npos) << scene.summary;
}

TEST(Prediction, AllRowsTogetherAreTheWholeProbability) {
  for (const std::uint32_t seed : {1U, 5U, 9U, 13U}) {
    const FixtureSample sample({.seed = seed, .locations = 1187});
    const Scene scene = draw({.sample = sample.context(), .windowRule = {}}, {268, 614});
    double copied = 0, generated = 0, probabilitySum = 0;
    for (std::size_t row = 0; row < scene.table.rows.size(); ++row) {
      copied += numberIn(scene.table, row, "copied");
      generated += numberIn(scene.table, row, "generated");
      probabilitySum += numberIn(scene.table, row, "probability");
    }
    EXPECT_NEAR(copied, *sample.inspection.gate, 1e-5);
    EXPECT_NEAR(copied + generated, 1, 1e-5);
    EXPECT_NEAR(probabilitySum, 1, 1e-5);
    EXPECT_TRUE(says(scene, "Sum 1.000"));
  }
}

TEST(Prediction, TableHoldsTheInspectionsNumbers) {
  const FixtureSample sample({.seed = 2});
  const Scene scene = draw({.sample = sample.context(), .windowRule = {}}, {600, 600});
  for (std::size_t row = 0; row < 5; ++row) {
    const Candidate& c = sample.inspection.ranking[row];
    EXPECT_EQ(numberIn(scene.table, row, "location"), c.location);
    EXPECT_EQ(numberIn(scene.table, row, "probability"), double{c.probability});
    EXPECT_EQ(numberIn(scene.table, row, "copied"), double{c.copied});
    EXPECT_NEAR(numberIn(scene.table, row, "copy share"), c.copied / (c.copied + c.generated), 1e-6);
  }
}

TEST(Prediction, BarsAreProportionalOnZeroToOne) {
  for (const Size size : {Size{268, 614}, Size{700, 614}}) {
    const FixtureSample sample({.seed = 7});
    const SampleContext context = sample.context();
    const Scene scene = draw({.sample = context, .windowRule = {}}, size);
    // The gate's frame is the whole axis.
    const auto boxes = shapesOf<BoxShape>(scene);
    const auto frame =
        std::ranges::find_if(boxes, [](const BoxShape& box) { return box.stroke && box.rect.height == 18; });
    ASSERT_NE(frame, boxes.end());
    const float axis = frame->rect.width;
    const float barHeight = size.width >= 480 ? 12 : 5;
    for (std::size_t row = 0; row < 4; ++row) {
      const Candidate& c = sample.inspection.ranking[row];
      const HitArea* hit = hitOfPlace(scene, c.location);
      ASSERT_NE(hit, nullptr);
      const BarWidths bar = barOf(scene, hit->rect, barHeight);
      EXPECT_NEAR((bar.copied + bar.generated) / axis, c.copied + c.generated, 2e-3) << row;
    }
  }
}

TEST(Prediction, TargetFarDownHasItsOwnLastRow) {
  FixtureSample sample({.seed = 1, .locations = 1187});
  sample.inspection.targetRank = 487;
  sample.inspection.sequence.target = sample.inspection.ranking[486].location;
  const Scene scene = draw({.sample = sample.context(), .windowRule = {}}, {268, 614});
  EXPECT_EQ(textsSaying(scene, "487").size(), 1U);
  const HitArea* target = hitOfPlace(scene, *sample.inspection.sequence.target);
  ASSERT_NE(target, nullptr);
  EXPECT_NE(target->label.find("the target"), std::string::npos) << target->label;
  for (const HitArea& hit : scene.hits) {
    if (hit.focus.location && &hit != target) {
      EXPECT_LT(hit.rect.bottom(), target->rect.y);
    }
  }
  EXPECT_EQ(scene.table.rows.size(), draw({.sample = sample.context(), .windowRule = {}}, {268, 614}).hits.size() - 1);
  // A target among the first rows gets no second one.
  sample.inspection.targetRank = 2;
  sample.inspection.sequence.target = sample.inspection.ranking[1].location;
  EXPECT_TRUE(textsSaying(draw({.sample = sample.context(), .windowRule = {}}, {268, 614}), "487").empty());
}

TEST(Prediction, RowsFitTheCanvas) {
  const FixtureSample sample({.seed = 1, .locations = 1187});
  const Scene scene = draw({.sample = sample.context(), .windowRule = {}}, {268, 614});
  EXPECT_FLOAT_EQ(scene.contentSize.height, 614);
  const FixtureSample few({.visits = 3, .locations = 4});
  const Scene all = draw({.sample = few.context(), .windowRule = {}}, {268, 614});
  EXPECT_FALSE(says(all, "others"));
  EXPECT_EQ(all.table.rows.size(), 4U);
}

TEST(Prediction, GateIsLabelledGateAndOnlyWhereThereIsOne) {
  const FixtureSample with({.seed = 3});
  const Scene scene = draw({.sample = with.context(), .windowRule = {}}, {268, 614});
  EXPECT_TRUE(says(scene, "gate " + probability(*with.inspection.gate)));
  EXPECT_FALSE(says(scene, "share of P"));
  for (const FixtureOptions& options : {FixtureOptions{.pointer = false}, FixtureOptions{.gate = false}}) {
    const FixtureSample sample(options);
    EXPECT_FALSE(says(draw({.sample = sample.context(), .windowRule = {}}, {268, 614}), "gate"));
  }
}

TEST(Prediction, WithoutPointerBarsAreAllGenerated) {
  const FixtureSample sample({.pointer = false});
  const Scene scene = draw({.sample = sample.context(), .windowRule = {}}, {600, 614});
  EXPECT_FALSE(says(scene, "copied"));
  EXPECT_TRUE(std::isnan(numberIn(scene.table, 0, "copied")));
  EXPECT_FALSE(says(scene, "floor"));  // this model has none
}

TEST(Prediction, FloorIsNamedWhereReached) {
  FixtureSample sample({.seed = 2, .locations = 30});
  for (std::size_t i = 5; i < 30; ++i) {
    sample.inspection.ranking[i].copied = 0;
    sample.inspection.ranking[i].generated = 0;
    sample.inspection.ranking[i].probability = 1e-10F;
    sample.inspection.ranking[i].logProbability = std::log(1e-10F);
  }
  const Scene scene = draw({.sample = sample.context(), .windowRule = {}}, {268, 900});
  EXPECT_TRUE(says(scene, "At the floor 1e-10: 25 places"));
  EXPECT_FALSE(textsSaying(scene, "floor").empty());
  EXPECT_TRUE(
      atFloor({.location = 2, .probability = 1e-10F, .logProbability = std::log(1e-10F), .copied = 0, .generated = 0}));
  // A softmax without a floor goes lower and is no floor.
  EXPECT_FALSE(atFloor(
      {.location = 2, .probability = 1e-12F, .logProbability = std::log(1e-12F), .copied = 0, .generated = 1e-12F}));
  EXPECT_FALSE(atFloor(
      {.location = 2, .probability = 1e-5F, .logProbability = std::log(1e-5F), .copied = 0, .generated = 1e-5F}));
}

TEST(Prediction, NumbersThatAreNoneBreakNothing) {
  FixtureSample sample({.seed = 2});
  sample.inspection.ranking[1].copied = NAN;
  sample.inspection.ranking[1].generated = NAN;
  sample.inspection.ranking[1].probability = NAN;
  sample.inspection.gate = NAN;
  for (const Size size : {Size{268, 614}, Size{600, 614}}) {
    expectInsideContent(draw({.sample = sample.context(), .windowRule = {}}, size));
  }
}

TEST(Prediction, WindowRuleIsMarkedAndNamed) {
  const FixtureSample sample({.seed = 2});
  const LocationId place = sample.inspection.ranking[1].location;
  const Scene scene = draw({.sample = sample.context(), .windowRule = place}, {268, 614});
  const auto icons = shapesOf<IconShape>(scene);
  EXPECT_EQ(std::ranges::count(icons, "clock", &IconShape::name), 2);  // row and legend
  EXPECT_TRUE(says(scene, "most frequent in window: " + sample.names.name(place)));
  EXPECT_NE(hitOfPlace(scene, place)->label.find("most frequent in the window"), std::string::npos);
}

TEST(PredictionRows, AccountForEveryCandidate) {
  const FixtureSample sample({.seed = 4, .locations = 200});
  for (const std::size_t places : {0UL, 1UL, 2UL, 10UL, 199UL, 200UL, 5000UL}) {
    const PredictionRows rows = choosePredictionRows(sample.inspection, places);
    EXPECT_EQ(rows.shown().size() + rows.others, 200U) << places;
    EXPECT_LE(rows.shown().size(), std::max<std::size_t>(places, 2));
    double shown = 0;
    for (const std::size_t index : rows.shown()) {
      shown += double{sample.inspection.ranking[index].copied} + sample.inspection.ranking[index].generated;
    }
    EXPECT_NEAR(shown + rows.othersProbability(), 1, 1e-5);
  }
}

TEST(Prediction, HoverTintsAndClickSelects) {
  const FixtureSample sample({.seed = 2});
  SampleContext context = sample.context();
  const LocationId place = sample.inspection.ranking[0].location;
  const auto count = [&](Color color) {
    return std::ranges::count_if(shapesOf<BoxShape>(draw({.sample = context, .windowRule = {}}, {268, 614})),
                                 [&](const BoxShape& box) { return box.fill == color; });
  };
  EXPECT_EQ(count(Theme::light().soft), 0);
  context.selection.hovered = focusOnPlace(place);
  EXPECT_EQ(count(Theme::light().soft), 1);
  EXPECT_EQ(count(Theme::light().accent), 0);
  context.selection = {};
  context.selection.selected = focusOnPlace(place);
  EXPECT_EQ(count(Theme::light().accent), 1);
}

}  // namespace
}  // namespace sojourn::present
