// SPDX-License-Identifier: GPL-3.0-or-later
// The Attention view over sizes, lengths and head counts: geometry, exact values, scales, masks.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "tests/support/actions.h"
#include "views/present/attention/attention_frame.h"
#include "views/present/attention/attention_view.h"
#include "views/present/samples/sample_text.h"

namespace sojourn::present {
namespace {

Scene attentionOf(const SampleContext& context, const AttentionOptions& options, Size size,
                  const Theme& theme = Theme::light()) {
  ViewContent content = attentionContent(context, options, {size, theme, measurer});
  EXPECT_TRUE(std::holds_alternative<Scene>(content));
  return std::get<Scene>(std::move(content));
}

/// The hit area of a cell of the large map.
const HitArea* cellOf(const Scene& scene, std::size_t query, std::size_t key) {
  for (const HitArea& hit : scene.hits) {
    if (hit.focus.query == query && hit.focus.visit == key && hit.label.find(" look") != std::string::npos) return &hit;
  }
  return nullptr;
}

TEST(Entropy, CountsUniformVisitsOnce) {
  const std::vector<float> uniform(14, 1.0F / 14);
  EXPECT_NEAR(entropy(uniform), std::log(14), 1e-6);
  EXPECT_NEAR(effectiveCount(uniform), 14, 1e-5);
  EXPECT_DOUBLE_EQ(effectiveCount(std::vector<float>{0, 1, 0}), 1);
  EXPECT_DOUBLE_EQ(effectiveCount(std::vector<float>{}), 0);
  EXPECT_TRUE(std::isnan(entropy(std::vector<float>{0.5F, std::numeric_limits<float>::quiet_NaN()})));
}

TEST(Attention, StaysInsideAtEverySizeLengthAndHeadCount) {
  constexpr std::array sizes{Size{340, 400}, Size{452, 548}, Size{795, 540}, Size{1000, 1300}};
  struct Heads {
    std::size_t layers, heads;
  };
  for (const std::size_t visits : {1, 2, 3, 7, 14, 41, 54}) {
    for (const Heads heads : {Heads{1, 1}, Heads{2, 4}, Heads{2, 8}, Heads{3, 5}, Heads{8, 8}}) {
      for (const bool causal : {false, true}) {
        const FixtureSample sample({.visits = visits, .layers = heads.layers, .heads = heads.heads, .causal = causal});
        for (const Size size : sizes) {
          SCOPED_TRACE(std::to_string(visits) + " visits, " + std::to_string(heads.layers) + "x" +
                       std::to_string(heads.heads) + (causal ? " causal" : "") + " at " + std::to_string(size.width));
          const Scene scene = attentionOf(sample.context(), {}, size);
          expectInsideContent(scene);
          EXPECT_FLOAT_EQ(scene.contentSize.width, size.width);
          ASSERT_NE(cellOf(scene, visits - 1, visits - 1), nullptr);
        }
      }
    }
  }
}

TEST(Attention, TextsDoNotRunIntoEachOther) {
  for (const bool longNames : {false, true}) {
    for (const std::size_t visits : {3, 14, 30, 41}) {
      const FixtureSample sample({.visits = visits, .longNames = longNames});
      for (const Size size : {Size{340, 400}, Size{452, 548}, Size{1000, 1300}}) {
        SCOPED_TRACE(std::to_string(visits) + " visits at " + std::to_string(size.width));
        const Scene scene = attentionOf(sample.context(), {}, size);
        expectTextsApart(scene, measurer);
        expectDescribed(scene, "sample 3376, test, epoch 8");
      }
    }
  }
}

TEST(Attention, TheReadoutOfASelectedVisitLeavesTheWordsBelowALowMapFree) {
  const FixtureSample sample({.visits = 22});
  SampleContext context = sample.context();
  context.selection.selected.visit = 6;
  bool shown = false;
  for (const float width : {380.0F, 460.0F, 620.0F, 900.0F}) {
    for (float height = 240; height <= 700; height += 20) {
      SCOPED_TRACE(std::to_string(width) + "x" + std::to_string(height));
      const Scene scene = attentionOf(context, {}, {width, height});
      expectTextsApart(scene, measurer);
      shown = shown || says(scene, "Selected");
    }
  }
  EXPECT_TRUE(shown);
}

TEST(Attention, CellsAreWholePixelsAndTheLastRowStandsApart) {
  const FixtureSample sample({.visits = 14});
  const Scene scene = attentionOf(sample.context(), {}, {452, 548});
  const float side = cellOf(scene, 0, 0)->rect.width;
  EXPECT_FLOAT_EQ(side, std::floor(side));
  EXPECT_GE(side, smallestLabelledCell);
  for (std::size_t query = 0; query + 2 < 14; ++query) {
    EXPECT_FLOAT_EQ(cellOf(scene, query + 1, 3)->rect.y, cellOf(scene, query, 3)->rect.bottom());
  }
  EXPECT_FLOAT_EQ(cellOf(scene, 13, 3)->rect.y, cellOf(scene, 12, 3)->rect.bottom() + lastRowGap);
  for (const ImageShape& image : shapesOf<ImageShape>(scene)) {
    ASSERT_EQ(image.pixels->size(), static_cast<std::size_t>(image.columns) * static_cast<std::size_t>(image.rows));
    if (image.rows == 1) continue;  // the colour bar and the last row
    EXPECT_FLOAT_EQ(std::fmod(image.rect.width, static_cast<float>(image.columns)), 0);
  }
}

TEST(Attention, CellsSayTheExactValueInWords) {
  FixtureSample sample({.visits = 5, .layers = 1, .heads = 1});
  sample.inspection.attention.values[4 * 5 + 2] = 0.12434F;
  const SampleContext context = sample.context();
  const Scene scene = attentionOf(context, {}, {452, 548});
  const HitArea* cell = cellOf(scene, 4, 2);
  ASSERT_NE(cell, nullptr);
  EXPECT_EQ(cell->label, visitText(context, 4) + " looks at " + visitText(context, 2) + ": 0.1243, uniform 0.2000");
  EXPECT_EQ(cell->value, "0.12434");
  EXPECT_EQ(cell->focus.location, sample.inspection.sequence.visits[2].location);
  EXPECT_EQ(cell->focus.head, (HeadRef{.layer = 0, .head = 0}));
  const Point middle{cell->rect.x + cell->rect.width / 2, cell->rect.y + cell->rect.height / 2};
  EXPECT_EQ(scene.hitAt(middle), cell);
}

TEST(Attention, TableHoldsTheChosenHeadUnrounded) {
  const FixtureSample sample({.visits = 9, .layers = 2, .heads = 3, .causal = true});
  SampleContext context = sample.context();
  context.selection.selected.head = HeadRef{.layer = 1, .head = 2};
  const Scene scene = attentionOf(context, {}, {452, 548});
  const AttentionMaps& maps = sample.inspection.attention;
  ASSERT_EQ(scene.table.rows.size(), 9);
  for (std::size_t query = 0; query < 9; ++query) {
    for (std::size_t key = 0; key < 9; ++key) {
      const double value = numberIn(scene.table, query, std::to_string(key) + ": " + visitText(context, key));
      if (key > query) {
        EXPECT_TRUE(std::isnan(value));
      } else {
        EXPECT_EQ(value, static_cast<double>(maps.at(1, 2, query, key)));
      }
    }
    EXPECT_DOUBLE_EQ(numberIn(scene.table, query, "Effective visits"),
                     effectiveCount(std::span(maps.map(1, 2) + query * 9, query + 1)));
    EXPECT_EQ(numberIn(scene.table, query, "Visits it may read"), static_cast<double>(query + 1));
  }
}

TEST(Attention, EveryHeadHasAThumbnailThatCanBeClicked) {
  const FixtureSample sample({.visits = 50, .layers = 8, .heads = 8});
  for (const float width : {340.0F, 452.0F, 800.0F}) {
    const Scene scene = attentionOf(sample.context(), {}, {width, 600});
    std::size_t found = 0;
    for (const HitArea& hit : scene.hits) {
      if (hit.focus.head && !hit.focus.query && !hit.focus.visit) {
        ++found;
        EXPECT_EQ(scene.hitAt({hit.rect.x + hit.rect.width / 2, hit.rect.y + hit.rect.height / 2}), &hit);
      }
    }
    EXPECT_EQ(found, 64U);
  }
}

TEST(Attention, ThumbnailsFoldIntoButtonsWhereTheMapWouldNotBeSeenWhole) {
  const FixtureSample sample({.visits = 46, .layers = 2, .heads = 8, .causal = true});
  // Images beside the large map's two (its last row stands apart) and the colour bar are thumbnails.
  const auto thumbnails = [](const Scene& scene) { return shapesOf<ImageShape>(scene).size() - 3; };
  const Scene low = attentionOf(sample.context(), {}, {364, 470});
  EXPECT_EQ(thumbnails(low), 0U);
  EXPECT_FLOAT_EQ(low.contentSize.height, 470);
  const Scene high = attentionOf(sample.context(), {}, {452, 900});
  EXPECT_EQ(thumbnails(high), 16U);
  for (const Scene* scene : {&low, &high}) {
    expectInsideContent(*scene);
    expectTextsApart(*scene, measurer);
    const auto heads = std::count_if(scene->hits.begin(), scene->hits.end(), [](const HitArea& hit) {
      return hit.focus.head && !hit.focus.query && !hit.focus.visit;
    });
    EXPECT_EQ(heads, 16);
  }
}

TEST(Attention, ZoomsFromWhatFitsInStepsAndBack) {
  const FixtureSample sample({.visits = 46});
  const Size size{364, 400};
  const Scene fitted = attentionOf(sample.context(), {}, size);
  const float smallest = cellOf(fitted, 0, 0)->rect.width;
  ASSERT_TRUE(fitted.zoom.in);
  EXPECT_FALSE(fitted.zoom.out);
  EXPECT_FALSE(fitted.zoom.fit);

  AttentionOptions options;
  Scene scene = fitted;
  float cell = smallest;
  while (scene.zoom.in) {
    ASSERT_TRUE(scene.zoom.in->as<ZoomAttention>());
    options.zoomedCell = scene.zoom.in->as<ZoomAttention>()->cell;
    scene = attentionOf(sample.context(), options, size);
    ASSERT_GT(cellOf(scene, 0, 0)->rect.width, cell);
    cell = cellOf(scene, 0, 0)->rect.width;
    expectInsideContent(scene);
    if (cell >= smallestLabelledCell) expectTextsApart(scene, measurer);
  }
  EXPECT_FLOAT_EQ(cell, largestCell);
  EXPECT_GT(scene.contentSize.width, size.width);
  const auto texts = shapesOf<TextShape>(scene);  // the words are back, upwards over every column
  EXPECT_GE(std::count_if(texts.begin(), texts.end(), [](const TextShape& text) { return text.upwards; }), 46);
  EXPECT_EQ(scene.zoom.fit, Action(ZoomAttention{0}));
  while (scene.zoom.out) {
    options.zoomedCell = scene.zoom.out->as<ZoomAttention>()->cell;
    scene = attentionOf(sample.context(), options, size);
    ASSERT_LT(cellOf(scene, 0, 0)->rect.width, cell);
    cell = cellOf(scene, 0, 0)->rect.width;
  }
  EXPECT_FLOAT_EQ(cell, smallest);
  EXPECT_FLOAT_EQ(scene.contentSize.width, size.width);
}

TEST(Attention, AnEnlargedMapKeepsTheHeadsInReach) {
  const auto heads = [](const Scene& scene) {
    std::set<std::pair<std::size_t, std::size_t>> shown;
    for (const HitArea& hit : scene.hits) {
      if (!hit.focus.head || hit.focus.query || hit.focus.visit) continue;
      EXPECT_LE(hit.rect.bottom(), scene.pinnedTop) << "stays while the map scrolls";
      shown.emplace(hit.focus.head->layer, hit.focus.head->head);
    }
    return shown.size();
  };
  AttentionOptions options;
  options.zoomedCell = static_cast<int>(largestCell);
  const FixtureSample few({.visits = 30, .layers = 2, .heads = 4});
  EXPECT_EQ(heads(attentionOf(few.context(), options, {452, 548})), 8U);
  // Where their buttons would leave the map no room there are at least the neighbours.
  const FixtureSample many({.visits = 30, .layers = 8, .heads = 8});
  EXPECT_EQ(heads(attentionOf(many.context(), options, {364, 300})), 2U);
}

TEST(Attention, MaskedCellsAreHatchedAndSaySo) {
  const FixtureSample sample({.visits = 14, .layers = 1, .heads = 1, .causal = true});
  const Scene scene = attentionOf(sample.context(), {}, {452, 548});
  const HitArea* masked = cellOf(scene, 3, 9);
  ASSERT_NE(masked, nullptr);
  EXPECT_NE(masked->label.find("cannot look at"), std::string::npos);
  EXPECT_TRUE(masked->value.empty());
  EXPECT_NE(cellOf(scene, 3, 3)->label.find("uniform 0.2500"), std::string::npos);
  EXPECT_FALSE(shapesOf<LineShape>(scene).empty());
  const FixtureSample open({.visits = 14, .layers = 1, .heads = 1});
  EXPECT_TRUE(shapesOf<LineShape>(attentionOf(open.context(), {}, {452, 548})).empty());
}

TEST(Attention, HatchStaysOnMaskedCells) {
  Scene scene;
  constexpr float cell = 7;
  constexpr std::size_t length = 11;
  hatchMasked(scene, {100, 50}, cell, length, {});
  ASSERT_FALSE(scene.shapes.empty());
  for (const LineShape& line : shapesOf<LineShape>(scene)) {
    for (int i = 1; i < 40; ++i) {
      const float t = static_cast<float>(i) / 40;
      const float x = (line.points[0].x + (line.points[1].x - line.points[0].x) * t - 100) / cell;
      const float y = (line.points[0].y + (line.points[1].y - line.points[0].y) * t - 50) / cell;
      EXPECT_LE(x, static_cast<float>(length) + 1e-3F);
      EXPECT_GE(y, -1e-3F);
      EXPECT_GE(std::floor(x + 1e-3F), std::floor(y) + 1) << x << ", " << y;
    }
  }
}

TEST(Attention, ScalesReachOverRowHeadAndModel) {
  FixtureSample sample({.visits = 2, .layers = 1, .heads = 2});
  sample.inspection.attention.values = {0.6F, 0.4F, 0.7F,  0.3F,    // head 0
                                        0.1F, 0.9F, 0.55F, 0.45F};  // head 1
  const AttentionMaps& maps = sample.inspection.attention;
  const HeadRef head{.layer = 0, .head = 0};
  const auto high = [&](AttentionScale scope) {
    return attentionColorScale(maps, false, {.scale = scope, .pinned = {}}, head).high;
  };
  EXPECT_NEAR(high(AttentionScale::Row), 0.7, 1e-6);
  EXPECT_NEAR(high(AttentionScale::Head), 0.7, 1e-6);
  EXPECT_NEAR(high(AttentionScale::Model), 0.9, 1e-6);
  const AttentionColors rows(maps, false, {.scale = AttentionScale::Row, .pinned = {}}, Theme::light());
  EXPECT_NEAR(rows.scale(head, 0).high, 0.6, 1e-6);

  const ColorScale uniform = attentionColorScale(maps, false, {.scale = AttentionScale::Uniform, .pinned = {}}, head);
  EXPECT_TRUE(uniform.diverging);
  EXPECT_DOUBLE_EQ(uniform.low, -uniform.high);
  EXPECT_DOUBLE_EQ(uniform.high, std::log(2));  // a visit of two cannot be read more than twice as much as uniform
}

TEST(Attention, UniformAttentionHasTheColourOfTheCentre) {
  FixtureSample sample({.visits = 4, .layers = 1, .heads = 1, .causal = true});
  const AttentionMaps& maps = sample.inspection.attention;
  const AttentionColors colors(maps, true, {.scale = AttentionScale::Uniform, .pinned = {}}, Theme::light());
  const ColorScale scale = colors.scale({}, 2);
  const Color centre = colors.color(scale, 2, 1.0F / 3);  // query 2 of a causal model reads three visits
  EXPECT_NEAR(centre.r, 0xFF, 3);
  EXPECT_NEAR(centre.b, 0xFF, 3);
  EXPECT_GT(colors.color(scale, 2, 0.9F).r, colors.color(scale, 2, 0.9F).b);
  EXPECT_LT(colors.color(scale, 2, 0.01F).r, colors.color(scale, 2, 0.01F).b);
}

TEST(Attention, APinnedScaleStaysUnlessItIsOfTheOtherKind) {
  const FixtureSample sample({.visits = 6});
  const AttentionMaps& maps = sample.inspection.attention;
  const ColorScale pinned{.diverging = false, .low = 0, .high = 0.5};
  for (const AttentionScale scope : {AttentionScale::Row, AttentionScale::Head, AttentionScale::Model}) {
    EXPECT_EQ(attentionColorScale(maps, false, {.scale = scope, .pinned = pinned}, {}), pinned);
  }
  EXPECT_TRUE(attentionColorScale(maps, false, {.scale = AttentionScale::Uniform, .pinned = pinned}, {}).diverging);
  const Scene scene = attentionOf(sample.context(), {.scale = AttentionScale::Model, .pinned = pinned}, {452, 548});
  EXPECT_FALSE(textsSaying(scene, "0.5").empty());
}

TEST(Attention, ControlsNameTheirActions) {
  const FixtureSample sample({.visits = 6});
  for (const float width : {340.0F, 452.0F}) {
    const Scene scene = attentionOf(sample.context(), {}, {width, 548});
    EXPECT_EQ(test::actionsOf<SetAttentionScale>(scene),
              (std::vector<SetAttentionScale>{
                  {AttentionScale::Row}, {AttentionScale::Head}, {AttentionScale::Model}, {AttentionScale::Uniform}}));
    EXPECT_TRUE(test::offers(scene, TogglePin{}));
  }
}

TEST(Attention, HoveringAPlaceTintsTheRowsOfItsVisits) {
  const FixtureSample sample({.visits = 14, .distinctPlaces = 3});
  SampleContext context = sample.context();
  const LocationId place = sample.inspection.sequence.visits[0].location;
  context.selection.hovered.location = place;
  const auto visits = std::ranges::count(sample.inspection.sequence.visits, place, &Visit::location);
  const auto grounds =
      shapesOf<BoxShape>(attentionOf(context, {.scale = AttentionScale::Uniform, .pinned = {}}, {452, 548}));
  EXPECT_EQ(std::ranges::count_if(grounds,
                                  [](const BoxShape& box) { return box.fill == Theme::light().soft && !box.stroke; }),
            visits);
}

TEST(Attention, ThumbnailsUseTheWidthThereIs) {
  const FixtureSample sample({.visits = 20});
  const AttentionGrid wide = layoutGrid(sample.inspection.attention, 700, 4);
  EXPECT_FLOAT_EQ(wide.side, 80);
  EXPECT_FALSE(wide.valueBelow);
  const FixtureSample many({.visits = 50, .layers = 8, .heads = 8});
  const AttentionGrid wrapped = layoutGrid(many.inspection.attention, 320, 4);
  EXPECT_EQ(wrapped.perRow, 4U);
  EXPECT_GE(wrapped.side, 36);
  EXPECT_LE(wrapped.size.width, 320);
}

TEST(Attention, ForeignSelectionsAreIgnored) {
  const FixtureSample sample({.visits = 3, .layers = 1, .heads = 2});
  SampleContext context = sample.context();
  context.selection.selected = {.visit = 40, .query = 41, .location = {}, .head = HeadRef{.layer = 5, .head = 7}};
  context.selection.hovered = {.visit = 42, .query = 43, .location = {}, .head = HeadRef{.layer = 9, .head = 0}};
  context.selection.alsoVisits = {99};
  const Scene scene = attentionOf(context, {}, {1000, 548});
  expectInsideContent(scene);
  EXPECT_TRUE(says(scene, "Layer 0, head 0"));
}

TEST(Attention, NotANumberStaysVisibleAndHarmless) {
  FixtureSample sample({.visits = 5, .layers = 1, .heads = 1});
  for (float& weight : sample.inspection.attention.values) weight = std::numeric_limits<float>::quiet_NaN();
  for (const AttentionScale scope :
       {AttentionScale::Row, AttentionScale::Head, AttentionScale::Model, AttentionScale::Uniform}) {
    const Scene scene = attentionOf(sample.context(), {.scale = scope, .pinned = {}}, {452, 548});
    expectInsideContent(scene);
    EXPECT_NE(cellOf(scene, 1, 1)->label.find("\u2013"), std::string::npos);
    EXPECT_EQ(scene.summary.find("nan"), std::string::npos);
  }
}

TEST(Attention, SaysHowEvenTheLastQueryIs) {
  FixtureSample sample({.visits = 10, .layers = 1, .heads = 1});
  for (float& weight : sample.inspection.attention.values) weight = 0.1F;
  const Scene scene = attentionOf(sample.context(), {}, {1000, 700});
  EXPECT_TRUE(says(scene, "10.0 effective visits of 10"));
  EXPECT_TRUE(says(scene, "compare the Uniform scale"));
  EXPECT_TRUE(says(scene, "not measured here"));
}

TEST(Attention, WithoutMapsOneSentence) {
  const FixtureSample none({.visits = 5, .heads = 0});
  const ViewContent content = attentionContent(none.context(), {}, {{452, 548}, Theme::light(), measurer});
  ASSERT_TRUE(std::holds_alternative<EmptyState>(content));
  EXPECT_NE(std::get<EmptyState>(content).title.find("no attention"), std::string::npos);
  SampleContext nothing;
  EXPECT_TRUE(
      std::holds_alternative<EmptyState>(attentionContent(nothing, {}, {{452, 548}, Theme::light(), measurer})));
}

}  // namespace
}  // namespace sojourn::present
