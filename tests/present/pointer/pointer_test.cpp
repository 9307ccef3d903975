// SPDX-License-Identifier: GPL-3.0-or-later
// The Pointer view: a row a visit, one scale for scores, one for weights, sums that add up and stay in sight.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "tests/support/actions.h"
#include "views/present/pointer/pointer_rows.h"
#include "views/present/pointer/pointer_view.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

Scene draw(const PointerInput& input, Size size) {
  ViewContent content = pointerContent(input, {size, Theme::light(), measurer});
  return std::get<Scene>(std::move(content));
}

/// Hit areas of visit i: the row, then content, bias, score, weight, copied.
std::vector<HitArea> hitsOfVisit(const Scene& scene, std::size_t visit) {
  std::vector<HitArea> hits;
  std::ranges::copy_if(scene.hits, std::back_inserter(hits),
                       [&](const HitArea& hit) { return hit.focus.visit == visit; });
  return hits;
}

const HitArea* toggle(const Scene& scene) {
  const auto found = std::ranges::find_if(scene.hits, test::isFor<ShowSums>);
  return found == scene.hits.end() ? nullptr : &*found;
}

/// The 5 px bar inside a cell, or an empty rectangle.
Rect barIn(const Scene& scene, Rect cell) {
  for (const BoxShape& box : shapesOf<BoxShape>(scene)) {
    if (box.rect.height == 5 && box.rect.x >= cell.x - 1 && box.rect.right() <= cell.right() + 1 &&
        box.rect.y > cell.y && box.rect.bottom() < cell.bottom()) {
      return box.rect;
    }
  }
  return {};
}

TEST(Pointer, HoldsTogetherAtAllSizesAndLengths) {
  for (const Size size : {Size{440, 360}, Size{487, 430}, Size{564, 614}, Size{900, 1000}, Size{440, 120}}) {
    for (const std::size_t length : {1UL, 3UL, 14UL, 54UL}) {
      for (const std::optional<bool> open : {std::optional<bool>{}, std::optional{true}, std::optional{false}}) {
        const FixtureSample sample({.visits = length,
                                    .seed = static_cast<std::uint32_t>(length),
                                    .distinctPlaces = length,
                                    .gate = length != 3,
                                    .longNames = length == 14});
        SCOPED_TRACE(std::to_string(size.width) + " wide, " + std::to_string(length) + " visits");
        const Scene scene = draw({.sample = sample.context(), .options = {open}}, size);
        expectInsideContent(scene);
        expectTextsApart(scene, measurer);
        expectNumbersWhole(scene, measurer);
        expectDescribed(scene, "sample 3376, test");
        for (std::size_t i = 0; i < length; ++i) EXPECT_EQ(hitsOfVisit(scene, i).size(), 6U);
        ASSERT_NE(toggle(scene), nullptr);
      }
    }
  }
}

TEST(Pointer, RowsAreOldestFirstAndNumberedFromTheEnd) {
  const FixtureSample sample({.visits = 5});
  const Scene scene = draw({.sample = sample.context(), .options = {}}, {564, 614});
  for (std::size_t i = 1; i < 5; ++i) EXPECT_GT(hitsOfVisit(scene, i)[0].rect.y, hitsOfVisit(scene, i - 1)[0].rect.y);
  const auto last = textsSaying(scene, "1");
  ASSERT_FALSE(last.empty());
  EXPECT_NEAR(last.front().rect.y, hitsOfVisit(scene, 4)[0].rect.y, 0.5);
}

TEST(Pointer, ScoresShareOneScaleAndWeightsAnother) {
  FixtureSample sample({.visits = 9, .seed = 3});
  sample.inspection.positionBias[4] = -30;  // a bias may also matter
  const Inspection& in = sample.inspection;
  const Scene scene = draw({.sample = sample.context(), .options = {}}, {900, 800});
  const Scale scale = scaleAround({in.contentScore, in.positionBias, in.score});
  std::vector<double> perUnit;
  for (std::size_t i = 0; i < 9; ++i) {
    const auto hits = hitsOfVisit(scene, i);
    const std::array<float, 5> values{in.contentScore[i], in.positionBias[i], in.score[i], in.pointerWeight[i],
                                      in.copiedMass[i]};
    for (std::size_t c = 0; c < 5; ++c) {
      const Rect bar = barIn(scene, hits[c + 1].rect);
      const float axis = hits[1].rect.width - 14;
      const double unit = axis / (c < 3 ? scale.high - scale.low : 1);
      EXPECT_NEAR(bar.width, std::abs(values[c]) * unit, 0.02) << i << ", " << c;
    }
  }
}

TEST(Pointer, SumsAddUp) {
  for (const std::uint32_t seed : {1U, 2U, 3U}) {
    const FixtureSample sample({.visits = 20, .seed = seed});
    const auto sums = sumsPerPlace(sample.inspection);
    double weight = 0, copied = 0;
    std::size_t visits = 0;
    for (const PlaceSum& sum : sums) {
      weight += sum.weight, copied += sum.copied, visits += sum.visits;
      EXPECT_NEAR(sum.weight, sample.inspection.pointerMass[static_cast<std::size_t>(sum.location)], 1e-6);
    }
    EXPECT_NEAR(weight, 1, 1e-6);
    EXPECT_NEAR(copied, *sample.inspection.gate, 1e-6);
    EXPECT_EQ(visits, 20U);
    EXPECT_TRUE(std::ranges::is_sorted(sums, std::greater{}, &PlaceSum::weight));
    const Scene scene = draw({.sample = sample.context(), .options = {true}}, {564, 900});
    EXPECT_FALSE(textsSaying(scene, "1.000").empty());
    EXPECT_FALSE(textsSaying(scene, probability(*sample.inspection.gate)).empty());
  }
}

TEST(Pointer, TableHoldsTheInspectionsNumbers) {
  const FixtureSample sample({.visits = 6});
  const Scene scene = draw({.sample = sample.context(), .options = {}}, {564, 614});
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(numberIn(scene.table, i, "content score"), double{sample.inspection.contentScore[i]});
    EXPECT_EQ(numberIn(scene.table, i, "position bias"), double{sample.inspection.positionBias[i]});
    EXPECT_EQ(numberIn(scene.table, i, "weight"), double{sample.inspection.pointerWeight[i]});
    EXPECT_EQ(numberIn(scene.table, i, "copied mass"), double{sample.inspection.copiedMass[i]});
    EXPECT_EQ(numberIn(scene.table, i, "position from end"), static_cast<double>(6 - i));
  }
}

TEST(Pointer, SumsFoldWhereRowsNeedTheRoomAndStayPinned) {
  const FixtureSample sample({.visits = 40});
  const SampleContext context = sample.context();
  const Scene roomy = draw({.sample = context, .options = {}}, {564, 614});
  EXPECT_EQ(toggle(roomy)->action, Action(ShowSums{false}));
  const Scene small = draw({.sample = context, .options = {}}, {487, 320});
  EXPECT_EQ(toggle(small)->action, Action(ShowSums{true}));
  EXPECT_FALSE(textsSaying(small, "1.000").empty());  // the totals stay in the strip
  for (const Scene* scene : {&roomy, &small}) {
    EXPECT_GT(scene->scrollRange(), 0);
    EXPECT_GT(scene->pinnedTop, 0);
    EXPECT_NEAR(scene->contentSize.height - scene->pinnedBottom, toggle(*scene)->rect.y, 0.5);
  }
  const Scene chosen = draw({.sample = context, .options = {true}}, {487, 320});
  EXPECT_EQ(toggle(chosen)->action, Action(ShowSums{false}));
  const Scene folded = draw({.sample = context, .options = {false}}, {564, 614});
  EXPECT_EQ(toggle(folded)->action, Action(ShowSums{true}));
}

TEST(Pointer, RowsOfAShortSampleSpreadOverAHighDock) {
  const auto visitHeight = [](std::size_t visits, float height) {
    const FixtureSample sample({.visits = visits});
    const Scene scene = draw({.sample = sample.context(), .options = {}}, {564, height});
    EXPECT_EQ(scene.scrollRange(), 0) << visits;
    return hitsOfVisit(scene, 0)[0].rect.height;
  };
  EXPECT_EQ(visitHeight(3, 600), 38);
  EXPECT_LT(visitHeight(14, 614), 30);
}

TEST(Pointer, DaysAreParted) {
  FixtureSample sample({.visits = 4});
  auto& visits = sample.inspection.sequence.visits;
  for (std::size_t i = 0; i < 4; ++i) {
    visits[i] = {.location = 2, .weekday = 1, .startMinute = 600, .durationMinutes = 30, .daysAgo = i < 2 ? 5 : 3};
  }
  const Scene scene = draw({.sample = sample.context(), .options = {false}}, {564, 614});
  const float border = hitsOfVisit(scene, 2)[0].rect.y;
  const auto boxes = shapesOf<BoxShape>(scene);
  const auto lines = std::ranges::count_if(
      boxes, [&](const BoxShape& box) { return box.rect.height == 1 && box.rect.width > 500 && box.rect.x > 0; });
  EXPECT_EQ(lines, 1);
  EXPECT_TRUE(
      std::ranges::any_of(boxes, [&](const BoxShape& box) { return box.rect.height == 1 && box.rect.y == border; }));
}

TEST(Pointer, WithoutPointerOneSentenceWithTheModelsName) {
  FixtureSample sample({.pointer = false});
  sample.model.title = "Some other model";
  const ViewContent content =
      pointerContent({.sample = sample.context(), .options = {}}, {{564, 614}, Theme::light(), measurer});
  const auto& empty = std::get<EmptyState>(content);
  EXPECT_EQ(empty.title, "Some other model has no pointer, so nothing is copied");
  EXPECT_EQ(empty.detail, "See its attention in Attention and its output in Prediction");
  EXPECT_EQ(empty.buttonText, "Open Attention");
  EXPECT_EQ(empty.button, Action(OpenView{"attention"}));
}

TEST(Pointer, AnInspectionOfAnotherModelIsNotDrawn) {
  FixtureSample sample({.pointer = false});
  sample.model.capabilities.pointer = true;
  const ViewContent content =
      pointerContent({.sample = sample.context(), .options = {}}, {{564, 614}, Theme::light(), measurer});
  EXPECT_EQ(std::get<EmptyState>(content).title, "Inspecting this sample");
}

TEST(Pointer, NumbersThatAreNoneBreakNothing) {
  FixtureSample sample({.visits = 4});
  sample.inspection.contentScore[1] = NAN;
  sample.inspection.score[1] = INFINITY;
  sample.inspection.pointerWeight[2] = NAN;
  sample.inspection.copiedMass[2] = NAN;
  const Scene scene = draw({.sample = sample.context(), .options = {true}}, {564, 614});
  expectInsideContent(scene);
  EXPECT_TRUE(std::isnan(numberIn(scene.table, 1, "content score")));
}

TEST(Pointer, HeaderNamesTheFormulae) {
  const FixtureSample sample({});
  const Scene scene = draw({.sample = sample.context(), .options = {}}, {900, 614});
  for (const char* text : {"q·k / √d", "learned", "sum", "softmax"})
    EXPECT_EQ(textsSaying(scene, text).size(), 1U) << text;
  EXPECT_TRUE(says(scene, "× gate"));
}

TEST(ScaleAround, HoldsZeroAndAllValues) {
  const Scale scores = scaleAround({{-1.08F, 6.95F}, {0.01F}});
  EXPECT_DOUBLE_EQ(scores.low, -1.5);
  EXPECT_DOUBLE_EQ(scores.high, 7);
  EXPECT_EQ(scores.decimals, 1);
  const Scale positive = scaleAround({{3, 40}});
  EXPECT_EQ(positive.low, 0);
  EXPECT_GE(positive.high, 40);
  const Scale nothing = scaleAround({{0, 0}, {NAN}});
  EXPECT_LT(nothing.low, nothing.high);
  const Scale tiny = scaleAround({{-1e-6F, 2e-6F}});
  EXPECT_LE(tiny.low, -1e-6);
  EXPECT_GE(tiny.high, 2e-6);
}

}  // namespace
}  // namespace sojourn::present
