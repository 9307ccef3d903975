// SPDX-License-Identifier: GPL-3.0-or-later
// The Attribution view: columns in the set's order whatever the sample says, figures beside chance, nothing cut off.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/present/explanation_fixtures.h"
#include "tests/present/scene_checks.h"
#include "tests/support/actions.h"
#include "views/present/explain/explain_views.h"
#include "views/present/explain/explanation_context.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

Scene draw(const ExplanationContext& context, Size size, const AttributionOptions& options = {}) {
  return std::get<Scene>(attributionContent(context, options, {size, Theme::light(), measurer}));
}

/// Names of the columns from left to right, as their heads say.
std::vector<std::string> columnsOf(const Scene& scene) {
  std::vector<HitArea> heads;
  std::ranges::copy_if(scene.hits, std::back_inserter(heads),
                       [](const HitArea& hit) { return hit.rect.y == 0 && hit.focus.method && !hit.focus.visit; });
  std::ranges::sort(heads, {}, [](const HitArea& hit) { return hit.rect.x; });
  std::vector<std::string> names;
  for (const HitArea& head : heads) names.push_back(head.value);
  return names;
}

const HitArea& headOf(const Scene& scene, const std::string& name) {
  return *std::ranges::find_if(scene.hits, [&](const HitArea& hit) {
    return hit.rect.y == 0 && hit.focus.method == methodNumber(name) && !hit.focus.visit;
  });
}

const HitArea& cellOf(const Scene& scene, const std::string& name, std::size_t visit) {
  return *std::ranges::find_if(scene.hits, [&](const HitArea& hit) {
    return hit.focus.method == methodNumber(name) && hit.focus.visit == visit;
  });
}

std::vector<TextShape> textsIn(const Scene& scene, Rect rect) {
  std::vector<TextShape> texts = shapesOf<TextShape>(scene);
  std::erase_if(texts, [&](const TextShape& text) {
    return text.rect.x < rect.x || text.rect.right() > rect.right() || text.rect.y < rect.y ||
           text.rect.bottom() > rect.bottom() + 1;
  });
  return texts;
}

TEST(Attribution, HoldsTogetherAtAllSizesAndLengths) {
  for (const Size size : {Size{1118, 560}, Size{760, 420}, Size{420, 300}, Size{1600, 900}, Size{300, 160}}) {
    for (const std::size_t length : {1UL, 2UL, 14UL, 50UL}) {
      for (const bool pointer : {true, false}) {
        for (const bool evaluation : {true, false}) {
          SCOPED_TRACE(std::to_string(size.width) + " wide, " + std::to_string(length) + " visits");
          const ExplanationFixture made({.visits = length,
                                         .seed = static_cast<std::uint32_t>(length),
                                         .distinctPlaces = std::min<std::size_t>(length, 9),
                                         .pointer = pointer,
                                         .gate = pointer,
                                         .longNames = length == 14});
          const Scene scene = draw(made.context(evaluation), size);
          expectInsideContent(scene);
          expectTextsApart(scene, measurer);
          expectNumbersWhole(scene, measurer);
          expectDescribed(scene, "sample 3376, test");
        }
      }
    }
  }
}

TEST(Attribution, ColumnsKeepTheOrderOfTheSetWhateverTheSampleSays) {
  const ExplanationFixture made({.visits = 14});
  const Scene before = draw(made.context(false), {1600, 600});
  EXPECT_EQ(columnsOf(before).front(), "pointer_weight") << "the default order";
  EXPECT_TRUE(before.caption.find("default order") != std::string::npos) << before.caption;

  ExplanationContext context = made.context();
  const std::vector<std::string> order = columnsOf(draw(context, {1600, 600}));
  ASSERT_EQ(order.size(), 12U) << "random orders have no column";
  EXPECT_EQ(order.front(), "same_place");
  EXPECT_EQ(order.back(), "pointer_weight");
  EXPECT_TRUE(draw(context, {1600, 600}).caption.find("on 80 samples, masked") != std::string::npos);

  // Another sample, another order of its own figures: the columns stay.
  const ExplanationFixture other({.visits = 14, .seed = 99});
  ExplanationContext otherSample = other.context();
  otherSample.evaluation = &made.summary;
  EXPECT_EQ(columnsOf(draw(otherSample, {1600, 600})), order);

  context.removal = Removal::Removed;
  std::vector<std::string> reversed(order.rbegin(), order.rend());
  EXPECT_EQ(columnsOf(draw(context, {1600, 600})), reversed) << "the other operator's own result";
}

TEST(Attribution, WhatDoesNotBeatRandomOverTheSetIsFadedAndNothingElse) {
  const ExplanationFixture made({.visits = 14});
  const auto fadedColumns = [&](const ExplanationContext& context) {
    const Scene scene = draw(context, {1600, 600});
    std::vector<std::string> faded;
    for (const std::string& name : columnsOf(scene)) {
      const auto titles = textsIn(scene, headOf(scene, name).rect);
      if (titles.front().color == Theme::light().text3) faded.push_back(name);
    }
    return faded;
  };
  EXPECT_EQ(fadedColumns(made.context()),
            (std::vector<std::string>{"attention_rollout", "copied_mass", "pointer_weight"}));
  EXPECT_TRUE(fadedColumns(made.context(false)).empty()) << "by one sample's luck nothing is";
}

TEST(Attribution, BothOperatorsStandSideBySideAndPoorFiguresAreRed) {
  ExplanationFixture made({.visits = 14});
  MethodExplanation& method = made.explained.explanation.methods[8];
  ASSERT_EQ(method.name, "mask_one");
  const Faithfulness& random = *controlNamed(made.explained.explanation, "random")->masked;
  method.masked->insertionAuc = random.insertionAuc - 0.01;  // no better than chance
  method.masked->deletionAuc = random.deletionAuc - 0.1;
  method.removed->insertionAuc = 0.913;
  method.pValue = 0.06;
  method.pHolm = 0.71;
  const Scene scene = draw(made.context(), {1600, 600});
  const auto texts = textsIn(scene, headOf(scene, "mask_one").rect);
  const auto saying = [&](const std::string& text) {
    const auto found = std::ranges::find(texts, text, &TextShape::text);
    EXPECT_NE(found, texts.end()) << text;
    return found == texts.end() ? TextShape{} : *found;
  };
  EXPECT_EQ(saying(fixedText(method.masked->insertionAuc, 2)).color, Theme::light().err);
  EXPECT_EQ(saying(fixedText(method.masked->deletionAuc, 2)).color, Theme::light().text);
  EXPECT_EQ(saying("0.91").align, Align::Right) << "removed is at the right";
  EXPECT_EQ(saying("0.71").color, Theme::light().err) << "0.06 before the correction is chance";
  method.pValue = 0.005;
  method.pHolm = 0.06;
  const Scene undecided = draw(made.context(), {1600, 600});
  const auto heads = textsIn(undecided, headOf(undecided, "mask_one").rect);
  const auto least = std::ranges::find(heads, "\u2264 0.06", &TextShape::text);
  ASSERT_NE(least, heads.end()) << "the smallest that 199 orders can give";
  EXPECT_EQ(least->color, Theme::light().text3) << "which speaks neither for it nor against it";
  EXPECT_NE(headOf(undecided, "mask_one").label.find("from 199 random orders, the smallest"), std::string::npos);
  method.pValue = 0.02;
  method.pHolm = 0.24;
  const Scene corrected = draw(made.context(), {1600, 600});
  const auto now = textsIn(corrected, headOf(corrected, "mask_one").rect);
  const auto red = std::ranges::find(now, "0.24", &TextShape::text);
  ASSERT_NE(red, now.end());
  EXPECT_EQ(red->color, Theme::light().err) << "the corrected p decides, not the uncorrected one below 0.05";
  EXPECT_TRUE(headOf(scene, "mask_one").label.find(exactText(method.masked->insertionAuc)) != std::string::npos);
}

TEST(Attribution, WithThreeVisitsNoOrderCanBeSignificant) {
  ExplanationFixture made({.visits = 3});
  for (MethodExplanation& method : made.explained.explanation.methods)
    if (method.pValue) method.pHolm = 0.9731;
  const Scene scene = draw(made.context(), {1600, 600});
  EXPECT_TRUE(says(scene, "too few visits"));
  for (const TextShape& text : shapesOf<TextShape>(scene)) EXPECT_NE(text.text, "0.97") << "a p that says nothing";
  EXPECT_NE(headOf(scene, "mask_one").label.find("no order can be significant"), std::string::npos);
  ExplanationFixture longer({.visits = 14});
  EXPECT_FALSE(says(draw(longer.context(), {1600, 600}), "too few visits"));
}

TEST(Attribution, FiguresOfTheTwoOperatorsDoNotTouch) {
  ExplanationFixture made({.visits = 14});
  for (MethodExplanation& method : made.explained.explanation.methods) {
    if (method.masked) method.masked->deletionAuc = -0.06;
    if (method.removed) method.removed->deletionAuc = -0.09;
  }
  for (float width = 420; width <= 1600; width += 20) {
    SCOPED_TRACE(width);
    const Scene scene = draw(made.context(false), {width, 600});
    const std::vector<TextShape> masked = textsSaying(scene, "\u22120.06"), removed = textsSaying(scene, "\u22120.09");
    ASSERT_FALSE(masked.empty());
    ASSERT_EQ(masked.size(), removed.size());
    for (std::size_t i = 0; i < masked.size(); ++i) {
      const float end = masked[i].rect.x + measurer.width(masked[i].text, masked[i].font);
      const float begin = removed[i].rect.right() - measurer.width(removed[i].text, removed[i].font);
      EXPECT_GE(begin - end, 3) << "column " << i;
    }
  }
}

TEST(Attribution, SignedScoresAreLessAndMoreAndTheBestThreeBold) {
  ExplanationFixture made({.visits = 5});
  auto& scores = made.explained.explanation.methods[8].scores;
  scores = {-0.4, 0.3, 0.1, 0.2, 0.05};
  const Scene scene = draw(made.context(), {1600, 600});
  const auto inkOf = [&](std::size_t visit) {
    const auto texts = textsIn(scene, cellOf(scene, "mask_one", visit).rect);
    EXPECT_EQ(texts.size(), 1U);
    return texts.front();
  };
  EXPECT_EQ(inkOf(0).text, "\u22120.40");
  EXPECT_EQ(inkOf(1).text, "+0.30");
  for (const std::size_t visit : {1U, 2U, 3U}) EXPECT_EQ(inkOf(visit).font.weight, Weight::SemiBold);
  for (const std::size_t visit : {0U, 4U}) EXPECT_EQ(inkOf(visit).font.weight, Weight::Regular);
  const auto barOf = [&](std::size_t visit) {
    const Rect cell = cellOf(scene, "mask_one", visit).rect;
    for (const BoxShape& box : shapesOf<BoxShape>(scene))
      if (box.rect.height == 5 && cell.contains({box.rect.x + 0.5F, box.rect.y})) return *box.fill;
    return Color{};
  };
  EXPECT_EQ(barOf(0), Theme::light().less);
  EXPECT_EQ(barOf(1), Theme::light().more);
}

TEST(Attribution, ControlsHaveHeadsButNoBars) {
  const ExplanationFixture made({.visits = 6});
  const Scene scene = draw(made.context(), {1600, 600});
  for (const char* control : {"recency", "same_place"})
    for (std::size_t visit = 0; visit < 6; ++visit)
      EXPECT_TRUE(textsIn(scene, cellOf(scene, control, visit).rect).empty());
}

TEST(Attribution, NarrowWindowsTurnThePageInsteadOfSqueezing) {
  const ExplanationFixture made({.visits = 14});
  const Scene first = draw(made.context(), {620, 500});
  const std::vector<std::string> shown = columnsOf(first);
  ASSERT_LT(shown.size(), 12U);
  EXPECT_EQ(shown.front(), "same_place") << "the most faithful come first";
  const auto next = test::actionsOf<ShowMethodsFrom>(first);
  ASSERT_FALSE(next.empty());
  const Scene second = draw(made.context(), {620, 500}, {.firstColumn = next.front().column});
  EXPECT_NE(columnsOf(second), shown);
  EXPECT_EQ(columnsOf(second).size(), shown.size());
  const Scene last = draw(made.context(), {620, 500}, {.firstColumn = 999});
  EXPECT_EQ(columnsOf(last).back(), "pointer_weight");
}

TEST(Attribution, HeadsAndSumsStayWhileFiftyVisitsScroll) {
  const ExplanationFixture made({.visits = 50});
  const Scene scene = draw(made.context(), {1118, 560});
  EXPECT_GT(scene.scrollRange(), 0);
  EXPECT_GT(scene.pinnedTop, 100);
  EXPECT_GT(scene.pinnedBottom, 20);
  EXPECT_EQ(scene.table.rows.size(), 50U + 8 + 5 + 2);
  EXPECT_EQ(numberIn(scene.table, 7, "mask_one"), made.explained.explanation.methods[8].scores[7]);
}

TEST(Attribution, RowsOfAShortSampleSpreadOverAHighDock) {
  const auto visitHeight = [](std::size_t visits) {
    const ExplanationFixture made({.visits = visits});
    return cellOf(draw(made.context(), {1118, 560}), "mask_one", 0).rect.height;
  };
  EXPECT_EQ(visitHeight(3), 40);
  EXPECT_LT(visitHeight(20), 28);
}

TEST(Attribution, SaysWhyThereIsNothing) {
  const ExplanationFixture made({.visits = 5});
  ExplanationContext context = made.context();
  context.explained = nullptr;
  const auto state = std::get<EmptyState>(attributionContent(context, {}, {{600, 400}, Theme::light(), measurer}));
  EXPECT_EQ(state.title, "Explaining this sample");
  context.failure =
      EmptyState{.title = "600 visits, but at most 512 are explained", .detail = {}, .buttonText = {}, .button = {}};
  EXPECT_EQ(std::get<EmptyState>(attributionContent(context, {}, {{600, 400}, Theme::light(), measurer})).title,
            "600 visits, but at most 512 are explained");
}

TEST(Attribution, EveryFakeMethodHasLabels) {
  const ExplanationFixture made({.visits = 3});
  for (const MethodExplanation& method : made.explained.explanation.methods) {
    const MethodLabels labels = methodLabels(method.name);
    EXPECT_NE(labels.title, method.name);
    EXPECT_FALSE(labels.unit.empty()) << method.name;
  }
  EXPECT_EQ(methodLabels("lime").title, "lime");
  EXPECT_EQ(methodLabels("gradient").unit, "of log P");
  EXPECT_EQ(methodLabels("gradient", true).unit, "of log ratio");
  EXPECT_EQ(methodLabels("mask_one", true).unit, "difference");
  EXPECT_EQ(methodLabels("copied_mass", true).unit, "difference");
  EXPECT_EQ(methodLabels("recency", true).unit, "control");
  EXPECT_EQ(interventionTitle("gate_0"), "Gate to 0");
}

}  // namespace
}  // namespace sojourn::present
