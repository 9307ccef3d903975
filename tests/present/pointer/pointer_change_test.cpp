// SPDX-License-Identifier: GPL-3.0-or-later
// The Pointer view beside its reference: dots, changes around zero whose sum is the gate's, struck rows of lost visits.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/present/compared_fixture.h"
#include "tests/present/scene_checks.h"
#include "views/present/pointer/pointer_view.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

Scene drawChange(const SampleContext& context, Size size = {452, 440}, std::optional<bool> open = {}) {
  ViewContent content = pointerContent({.sample = context, .options = {open}}, {size, Theme::light(), measurer});
  return std::get<Scene>(std::move(content));
}

/// Rows of visits: as tall as the whole width.
std::vector<Rect> rowsOf(const Scene& scene) {
  std::vector<Rect> rects;
  for (const HitArea& hit : scene.hits) {
    if (hit.focus.visit && hit.rect.width == scene.size.width) rects.push_back(hit.rect);
  }
  return rects;
}

std::vector<CircleShape> dotsIn(const Scene& scene, Rect row) {
  std::vector<CircleShape> dots;
  for (const CircleShape& dot : shapesOf<CircleShape>(scene)) {
    if (row.contains(dot.center)) dots.push_back(dot);
  }
  return dots;
}

/// Visit 2 of the reference is gone, the last one is new.
struct EditedPair : ComparedSample {
  explicit EditedPair(std::size_t length = 9)
      : ComparedSample({.visits = length, .seed = 4}, {.visits = length, .seed = 5}) {
    for (std::size_t i = 2; i < length; ++i) reference.before[i] = i + 1 < length ? std::optional(i + 1) : std::nullopt;
  }
};

TEST(PointerChange, NothingDiffersWithoutAComparableReference) {
  ComparedSample pair({.seed = 4}, {.seed = 5});
  const WholeScene plain = wholeScene(drawChange(pair.now.context()));
  pair.reference.before.clear();
  EXPECT_EQ(wholeScene(drawChange(pair.context())), plain);
}

TEST(PointerChange, SwitchingTheReferenceOnMovesNoRow) {
  for (const Size size : {Size{440, 360}, Size{452, 440}, Size{564, 614}, Size{900, 1000}}) {
    for (const std::optional<bool> open : {std::optional<bool>{}, std::optional{true}, std::optional{false}}) {
      ComparedSample pair({.seed = 4}, {.seed = 4});
      const Scene without = drawChange(pair.now.context(), size, open), with = drawChange(pair.context(), size, open);
      EXPECT_EQ(rowsOf(with), rowsOf(without));
      EXPECT_EQ(with.contentSize.height, without.contentSize.height);
      EXPECT_EQ(with.pinnedBottom, without.pinnedBottom);
    }
  }
}

TEST(PointerChange, HoldsTogetherAtAllSizesAndLengths) {
  for (const Size size : {Size{380, 300}, Size{452, 440}, Size{564, 614}, Size{900, 1000}, Size{440, 120}}) {
    for (const std::size_t length : {1UL, 3UL, 14UL, 54UL}) {
      for (const bool open : {true, false}) {
        const auto seed = static_cast<std::uint32_t>(length);
        ComparedSample pair({.visits = length, .seed = seed, .longNames = length == 14},
                            {.visits = length + 2, .seed = seed + 1, .distinctPlaces = 12});
        pair.reference.before[length / 2] = length + 1;
        SCOPED_TRACE(std::to_string(size.width) + " wide, " + std::to_string(length) + " visits");
        const Scene scene = drawChange(pair.context(), size, open);
        expectInsideContent(scene);
        expectTextsApart(scene, measurer);
        expectNumbersWhole(scene, measurer);
        expectDescribed(scene, "sample 3376, test");
      }
    }
  }
}

TEST(PointerChange, ChangesSumToTheChangeOfTheGate) {
  const EditedPair pair;
  const Scene scene = drawChange(pair.context(), {452, 440}, false);
  const double gate = double{*pair.now.inspection.gate} - double{*pair.then.inspection.gate};
  double visits = 0, places = 0;
  for (std::size_t row = 0; row < scene.table.rows.size(); ++row) {
    const double change = numberIn(scene.table, row, "change of copied mass");
    (row < 10 ? visits : places) += change;  // nine visits and the removed one
  }
  EXPECT_NEAR(visits, gate, 1e-5);
  EXPECT_NEAR(places, gate, 1e-5);
  EXPECT_EQ(textsSaying(scene, "Sum, equals the change of gate").size(), 1U);
  EXPECT_FALSE(textsSaying(scene, signedProbability(gate)).empty());
}

TEST(PointerChange, ARemovedVisitIsAStruckRowWhereItWas) {
  const EditedPair pair;
  const Scene scene = drawChange(pair.context());
  const auto removed =
      std::ranges::find_if(scene.hits, [](const HitArea& hit) { return hit.label.starts_with("Removed: "); });
  ASSERT_NE(removed, scene.hits.end());
  const std::vector<Rect> rows = rowsOf(scene);
  ASSERT_EQ(rows.size(), 9U);
  EXPECT_EQ(removed->rect.y, rows[1].bottom());
  EXPECT_EQ(removed->rect.bottom(), rows[2].y);
  const auto texts = shapesOf<TextShape>(scene);
  EXPECT_EQ(std::ranges::count_if(texts, &TextShape::strikeOut), 2);  // place and time
  const auto dots = dotsIn(scene, removed->rect);
  ASSERT_EQ(dots.size(), 1U);  // where it was, and nothing now
  EXPECT_EQ(dots[0].fill, Theme::light().panel);
  EXPECT_NE(removed->label.find("change " + exactText(-double{pair.then.inspection.copiedMass[2]})), std::string::npos)
      << removed->label;
}

TEST(PointerChange, DotsStandAtTheirWeightsOnOneAxis) {
  ComparedSample pair({.visits = 4, .seed = 4}, {.visits = 4, .seed = 4});
  pair.then.inspection.pointerWeight = {0, 1, 0.25F, 0.5F};
  pair.now.inspection.pointerWeight = {1, 0, 0.5F, 0.5F};
  const Scene scene = drawChange(pair.context());
  const std::vector<Rect> rows = rowsOf(scene);
  const auto first = dotsIn(scene, rows[0]), second = dotsIn(scene, rows[1]), third = dotsIn(scene, rows[2]);
  ASSERT_EQ(first.size(), 2U);
  const float zero = first[0].center.x, one = first[1].center.x;
  EXPECT_GT(one, zero);
  EXPECT_EQ(second[0].center.x, one);
  EXPECT_EQ(second[1].center.x, zero);
  EXPECT_NEAR(third[0].center.x, zero + 0.25 * (one - zero), 0.1);
  EXPECT_NEAR(third[1].center.x, zero + 0.5 * (one - zero), 0.1);
  EXPECT_EQ(first[0].fill, Theme::light().panel);  // hollow: the reference
}

TEST(PointerChange, BarsOfChangesStandAroundZeroBetweenSymmetricEnds) {
  ComparedSample pair({.visits = 4, .seed = 4}, {.visits = 4, .seed = 4});
  pair.then.inspection.copiedMass = {0.1F, 0.3F, 0.1F, 0.1F};
  pair.now.inspection.copiedMass = {0.3F, 0.1F, 0.1F, 0.1F};
  for (LocationId i = 0; i < 4; ++i) {
    for (Inspection* one : {&pair.now.inspection, &pair.then.inspection})
      one->sequence.visits[static_cast<std::size_t>(i)].location = 2 + i;
  }
  const Scene scene = drawChange(pair.context());
  EXPECT_EQ(textsSaying(scene, "+0.2").size(), 1U);
  EXPECT_EQ(textsSaying(scene, "\u22120.2").size(), 1U);
  const std::vector<Rect> rows = rowsOf(scene);
  const auto barIn = [&](Rect row, Color color) -> Rect {
    for (const BoxShape& box : shapesOf<BoxShape>(scene)) {
      if (box.rect.height == 12 && box.fill == color && row.contains({box.rect.x, box.rect.y})) return box.rect;
    }
    return {};
  };
  const Rect more = barIn(rows[0], Theme::light().more), less = barIn(rows[1], Theme::light().less);
  EXPECT_GT(more.width, 0);
  EXPECT_NEAR(more.x, less.right(), 0.6);
  EXPECT_NEAR(more.width, less.width, 1.1);
  EXPECT_EQ(barIn(rows[2], Theme::light().more).width, 0);
}

TEST(PointerChange, AModelWithoutAPointerSaysSo) {
  const ComparedSample pair({.seed = 4, .pointer = false}, {.seed = 5, .pointer = false});
  const ViewContent content =
      pointerContent({.sample = pair.context(), .options = {}}, {{452, 440}, Theme::light(), measurer});
  ASSERT_TRUE(std::holds_alternative<EmptyState>(content));
  EXPECT_NE(std::get<EmptyState>(content).title.find("has no pointer"), std::string::npos);
}

}  // namespace
}  // namespace sojourn::present
