// SPDX-License-Identifier: GPL-3.0-or-later
// Nearest training samples: two lists of rows, a click opens the sample.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "views/present/samples/sample_text.h"
#include "views/present/what_if/what_if_views.h"

namespace sojourn::present {
namespace {

using ::testing::HasSubstr;

Neighbours fakeNeighbours(const FixtureSample& sample, std::size_t count) {
  Neighbours found{
      .similarity = SimilarityMeasure::Context, .prediction = sample.inspection.best().location, .rows = 7424};
  for (std::size_t k = 0; k < count; ++k) {
    const LocationId target = sample.inspection.ranking[k % 3].location;
    found.nearest.push_back({.row = 100 + k,
                             .distance = 0.5 + 0.1 * static_cast<double>(k),
                             .user = 4,
                             .length = 12,
                             .target = target,
                             .prediction = found.prediction,
                             .probability = 0.6F});
    found.otherwise.push_back(found.nearest.back());
    found.otherwise.back().row += 1000;
    found.otherwise.back().prediction = sample.inspection.ranking[1].location;
  }
  return found;
}

TEST(NearestView, HoldsTogetherAtAllSizes) {
  for (const Size size : {Size{260, 160}, Size{304, 500}, Size{700, 900}}) {
    for (const bool longNames : {false, true}) {
      for (const std::size_t count : {1UL, 8UL}) {
        const FixtureSample sample({.visits = 14, .longNames = longNames});
        const Neighbours found = fakeNeighbours(sample, count);
        const Scene scene =
            std::get<Scene>(nearestContent({sample.context(), &found}, {size, Theme::light(), measurer}));
        expectInsideContent(scene);
        expectTextsApart(scene, measurer);
        expectDescribed(scene, "sample 3376, test");
        EXPECT_EQ(scene.table.rows.size(), 2 * count);
      }
    }
  }
}

TEST(NearestView, NamesAreWholeBeforeThereAreMoreFigures) {
  const FixtureSample sample({.visits = 14});
  const Neighbours found = fakeNeighbours(sample, 3);
  for (const float width : {250.0F, 304.0F, 500.0F}) {
    const Scene scene =
        std::get<Scene>(nearestContent({sample.context(), &found}, {{width, 500}, Theme::light(), measurer}));
    for (const Neighbour& one : found.nearest)
      EXPECT_TRUE(says(scene, placeText(sample.context(), one.target))) << width;
    EXPECT_EQ(textsSaying(scene, "P").size(), width >= 300 ? 2U : 0U) << width;
    EXPECT_EQ(textsSaying(scene, "visits").size(), width >= 420 ? 2U : 0U) << width;
  }
}

TEST(NearestView, AClickSelectsAndADoubleClickOpensTheTrainingSample) {
  const FixtureSample sample({.visits = 14});
  const Neighbours found = fakeNeighbours(sample, 2);
  const Scene scene =
      std::get<Scene>(nearestContent({sample.context(), &found}, {{304, 500}, Theme::light(), measurer}));
  ASSERT_EQ(scene.hits.size(), 4U);
  EXPECT_EQ(scene.hits[0].action, Action(SelectTraining{100}));
  EXPECT_EQ(scene.hits[0].open, Action(OpenTraining{100}));
  EXPECT_EQ(scene.hits[2].open, Action(OpenTraining{1100}));
  EXPECT_EQ(scene.hits[1].focus.location, found.nearest[1].target);
  EXPECT_THAT(scene.hits[0].label,
              HasSubstr("training sample 100: target " + placeText(sample.context(), found.nearest[0].target)));
  EXPECT_THAT(scene.captionRight, HasSubstr("training samples"));
}

TEST(NearestView, SaysWhatItWaitsForAndWhatThereIsNotToShow) {
  const FixtureSample sample({.visits = 4});
  const auto empty =
      std::get<EmptyState>(nearestContent({sample.context(), nullptr}, {{300, 300}, Theme::light(), measurer}));
  EXPECT_THAT(empty.title, HasSubstr("Reading the training split"));
  const Neighbours alone = fakeNeighbours(sample, 0);
  const auto none =
      std::get<EmptyState>(nearestContent({sample.context(), &alone}, {{300, 300}, Theme::light(), measurer}));
  EXPECT_THAT(none.title, HasSubstr("no other"));
  Neighbours certain = fakeNeighbours(sample, 2);
  certain.otherwise.clear();
  const Scene scene =
      std::get<Scene>(nearestContent({sample.context(), &certain}, {{300, 300}, Theme::light(), measurer}));
  EXPECT_EQ(textsSaying(scene, "None").size(), 1U);
}

}  // namespace
}  // namespace sojourn::present
