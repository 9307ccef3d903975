// SPDX-License-Identifier: GPL-3.0-or-later
// The Attention view beside its reference: differences by identity around a fixed centre, hatched where only one of the
// sequences has a visit, and every head with its own figures.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/present/compared_fixture.h"
#include "tests/present/scene_checks.h"
#include "tests/support/actions.h"
#include "views/present/attention/attention_frame.h"
#include "views/present/attention/attention_view.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

Scene draw(const SampleContext& context, Size size = {452, 548}, const AttentionOptions& options = {}) {
  ViewContent content = attentionContent(context, options, {size, Theme::light(), measurer});
  return std::get<Scene>(std::move(content));
}

/// One layer and head over three visits; all rows uniform until a test says otherwise.
struct SmallPair : ComparedSample {
  SmallPair() : ComparedSample({.visits = 3, .layers = 1, .heads = 1}, {.visits = 3, .layers = 1, .heads = 1}) {
    now.inspection.attention.values = {0.5F, 0.3F, 0.2F, 0.2F, 0.6F, 0.2F, 0.1F, 0.1F, 0.8F};
    then.inspection.attention.values = {0.4F, 0.4F, 0.2F, 0.2F, 0.6F, 0.2F, 0.3F, 0.3F, 0.4F};
  }
};

constexpr HeadRef only{.layer = 0, .head = 0};

TEST(AttentionChange, DiffersByIdentityNotByPosition) {
  SmallPair pair;
  const AttentionChange change(pair.context(), false);
  EXPECT_NEAR(change.maps().at(0, 0, 2, 2), 0.4, 1e-6);
  EXPECT_NEAR(change.moved(only, 0), 0.1, 1e-6);
  EXPECT_NEAR(change.moved(only, 1), 0, 1e-6);
  EXPECT_NEAR(change.moved(only, 2), 0.4, 1e-6);
  EXPECT_NEAR(change.movedPerRow(only), 0.5 / 3, 1e-6);
  const AttentionChange::Cell most = change.largest(only);
  EXPECT_EQ(most.query, 2U);
  EXPECT_EQ(most.key, 2U);
  // Now the first visit shown was the last one of the reference.
  pair.reference.before = {2, 1, 0};
  const AttentionChange turned(pair.context(), false);
  EXPECT_NEAR(turned.maps().at(0, 0, 0, 0), 0.5 - 0.4, 1e-6);
  EXPECT_NEAR(turned.maps().at(0, 0, 0, 2), 0.2 - 0.3, 1e-6);
}

TEST(AttentionChange, MovedCountsWhatNewAndRemovedVisitsTook) {
  SmallPair pair;
  pair.reference.before = {0, std::nullopt, 2};  // the reference's 1 is gone, another stands there
  const AttentionChange change(pair.context(), false);
  ASSERT_EQ(change.length(), 4U);
  EXPECT_TRUE(change.absent(1) && change.absent(2));
  // Row 0: now .5 .3(new) .2, before .4 .4(removed) .2
  EXPECT_NEAR(change.moved(only, 0), (0.1 + 0.4 + 0.3 + 0) / 2, 1e-6);
  EXPECT_TRUE(std::isnan(change.moved(only, 1)));
  // Where something may not be compared it is not the largest change either.
  EXPECT_NEAR(change.largest(only, 0).change, 0.1, 1e-6);
}

TEST(AttentionChange, NothingDiffersWithoutAComparableReference) {
  ComparedSample pair({.seed = 2}, {.seed = 3});
  const WholeScene plain = wholeScene(draw(pair.now.context()));
  pair.then.inspection.attention = {};  // inspected without maps
  EXPECT_EQ(wholeScene(draw(pair.context())), plain);
}

TEST(AttentionChange, SwitchingTheReferenceOnMovesNothing) {
  for (const Size size : {Size{340, 400}, Size{452, 380}, Size{452, 548}, Size{900, 700}}) {
    for (const std::size_t length : {3UL, 14UL, 50UL}) {
      ComparedSample pair({.visits = length, .seed = 2}, {.visits = length, .seed = 3});
      const Scene without = draw(pair.now.context(), size), with = draw(pair.context(), size);
      SCOPED_TRACE(std::to_string(size.width) + " wide, " + std::to_string(length) + " visits");
      const auto images = [](const Scene& scene) {
        std::vector<Rect> rects;
        for (const ImageShape& image : shapesOf<ImageShape>(scene)) rects.push_back(image.rect);
        rects.erase(rects.begin());  // the colour bar: its ends have other words
        return rects;
      };
      EXPECT_EQ(images(with), images(without));
      EXPECT_EQ(with.contentSize.height, without.contentSize.height);
    }
  }
}

TEST(AttentionChange, HoldsTogether) {
  for (const Size size : {Size{340, 400}, Size{452, 380}, Size{452, 548}, Size{900, 700}}) {
    for (const std::size_t length : {1UL, 3UL, 14UL, 50UL}) {
      for (const bool causal : {false, true}) {
        ComparedSample pair({.visits = length, .seed = 2, .pointer = !causal, .causal = causal},
                            {.visits = length + 1, .seed = 3, .pointer = !causal, .causal = causal});
        if (length > 2) pair.reference.before[1] = std::nullopt;
        SampleContext context = pair.context();
        context.selection.selected.visit = length - 1;
        context.selection.hovered = {.visit = 0, .query = length - 1, .location = {}, .head = {}};
        SCOPED_TRACE(std::to_string(size.width) + " wide, " + std::to_string(length) + " visits");
        for (const AttentionScale scale :
             {AttentionScale::Row, AttentionScale::Head, AttentionScale::Model, AttentionScale::Uniform}) {
          AttentionOptions options;
          options.scale = scale;
          const Scene scene = draw(context, size, options);
          expectInsideContent(scene);
          expectTextsApart(scene, measurer);
          expectNumbersWhole(scene, measurer);
          expectDescribed(scene, "sample 3376, test");
        }
      }
    }
  }
}

TEST(AttentionChange, ColoursAreAroundTheCentreBetweenSymmetricPrintedEnds) {
  const SmallPair pair;
  const Scene scene = draw(pair.context());
  EXPECT_EQ(textsSaying(scene, "+0.4").size(), 1U);
  EXPECT_EQ(textsSaying(scene, "\u22120.4").size(), 1U);
  const auto images = shapesOf<ImageShape>(scene);
  const ImageShape& last = images.back();  // the last query's row
  ASSERT_EQ(last.rows, 1);
  EXPECT_EQ((*last.pixels)[2], divergingColor(Theme::light(), 1));
  const ImageShape& upper = images[images.size() - 2];
  const Color unchanged = (*upper.pixels)[3];  // row 1 did not change
  const Color centre = divergingColor(Theme::light(), 0);
  EXPECT_NEAR(unchanged.r, centre.r, 2);
  EXPECT_NEAR(unchanged.g, centre.g, 2);
  EXPECT_NEAR(unchanged.b, centre.b, 2);
}

TEST(AttentionChange, TheNoteQuotesTheChosenHead) {
  ComparedSample pair({.seed = 2}, {.seed = 3});
  SampleContext context = pair.context();
  context.selection.selected.head = HeadRef{.layer = 0, .head = 2};
  const AttentionChange change(context, false);
  const Scene scene = draw(context, {900, 700});
  EXPECT_TRUE(
      says(scene, "Layer 0, head 2: " + fixedText(change.movedPerRow({.layer = 0, .head = 2}), 3) + " moved per row"));
  EXPECT_NE(scene.summary.find("Layer 0, head 2: "), std::string::npos) << scene.summary;
}

TEST(AttentionChange, HitsCountTheVisitsShown) {
  SmallPair pair;
  pair.reference.before = {1, 2, std::nullopt};  // 0 is removed and stands first, the last one is new
  const Scene scene = draw(pair.context());
  std::size_t cells = 0, removed = 0;
  for (const HitArea& hit : scene.hits) {
    if (hit.focus.visit) {
      EXPECT_LT(*hit.focus.visit, 3U);
    }
    if (hit.label.find(" looks at ") == std::string::npos) continue;
    ++cells;
    if (hit.label.find("removed, ") != std::string::npos) ++removed;
  }
  EXPECT_EQ(cells, 16U);
  EXPECT_EQ(removed, 6U);  // its row and its column, but for the cell that the new visit's row claims
  const auto hatches = shapesOf<HatchShape>(scene);
  EXPECT_EQ(std::ranges::count_if(hatches, [](const HatchShape& hatch) { return hatch.rect.width > 100; }), 2);
  EXPECT_EQ(std::ranges::count_if(hatches, [](const HatchShape& hatch) { return hatch.rect.height > 100; }), 2);
}

TEST(AttentionChange, TheScaleCanBePinned) {
  const SmallPair pair;
  AttentionOptions options;
  options.pinnedChange = ColorScale{.diverging = true, .low = -0.8, .high = 0.8};
  const Scene scene = draw(pair.context(), {452, 548}, options);
  EXPECT_EQ(textsSaying(scene, "+0.8").size(), 1U);
  EXPECT_EQ(test::actionsOf<TogglePinnedChange>(scene).size(), 1U);
}

TEST(AttentionChange, ACausalModelIsMaskedUnlessTheOrderChanged) {
  ComparedSample pair({.visits = 6, .seed = 2, .pointer = false, .causal = true},
                      {.visits = 6, .seed = 3, .pointer = false, .causal = true});
  EXPECT_TRUE(AttentionChange(pair.context(), true).causal());
  std::swap(pair.reference.before[1], pair.reference.before[4]);
  EXPECT_FALSE(AttentionChange(pair.context(), true).causal());
}

}  // namespace
}  // namespace sojourn::present
