// SPDX-License-Identifier: GPL-3.0-or-later
// The other pictures of the Explain workspace: curves, samples, agreement, interventions.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/present/explanation_fixtures.h"
#include "tests/present/scene_checks.h"
#include "tests/support/actions.h"
#include "views/present/explain/explain_views.h"
#include "views/present/explain/explanation_context.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

void expectSound(const Scene& scene, std::string_view scope) {
  expectInsideContent(scene);
  expectNumbersWhole(scene, measurer);
  expectDescribed(scene, scope);
}

TEST(ExplanationViews, HoldTogetherAtAllSizesAndLengths) {
  for (const Size size : {Size{474, 560}, Size{300, 260}, Size{748, 250}, Size{1000, 900}, Size{260, 150}})
    for (const std::size_t length : {2UL, 14UL, 50UL})
      for (const bool pointer : {true, false})
        for (const Removal removal : {Removal::Masked, Removal::Removed}) {
          SCOPED_TRACE(std::to_string(size.width) + " wide, " + std::to_string(length) + " visits");
          const ExplanationFixture made({.visits = length,
                                         .seed = static_cast<std::uint32_t>(length),
                                         .distinctPlaces = std::min<std::size_t>(length, 9),
                                         .pointer = pointer,
                                         .gate = pointer});
          ExplanationContext context = made.context();
          context.removal = removal;
          const Scene curves = std::get<Scene>(faithfulnessCurvesContent(context, lightCanvas(size)));
          expectSound(curves, "sample 3376, test");
          const Scene over = std::get<Scene>(aggregateFaithfulnessContent(context, lightCanvas(size)));
          expectSound(over, "80 of 594 filtered of 3\u2009502 test samples, random");
          const Scene agreement = std::get<Scene>(agreementContent(context, lightCanvas(size)));
          expectSound(agreement, "sample 3376, test");
          expectTextsApart(agreement, measurer);
          const ViewContent interventions = interventionsContent(context, lightCanvas(size));
          ASSERT_EQ(std::holds_alternative<Scene>(interventions), pointer);
          const ViewContent effects = effectsContent(context, lightCanvas(size));
          ASSERT_EQ(std::holds_alternative<Scene>(effects), pointer);
          if (!pointer) continue;
          expectSound(std::get<Scene>(interventions), "sample 3376, test");
          expectSound(std::get<Scene>(effects), "sample 3376, test");
        }
}

/// Lines of the width that a curve has while nothing, or something, emphasises it.
std::size_t linesAsThickAs(const Scene& scene, float width) {
  const auto lines = shapesOf<LineShape>(scene);
  return static_cast<std::size_t>(std::ranges::count(lines, width, &LineShape::width));
}

TEST(FaithfulnessCurves, TheMethodThatIsPointedAtIsThickInBothPanels) {
  ExplanationFixture made({.visits = 14});
  ExplanationContext context = made.context();
  EXPECT_EQ(linesAsThickAs(std::get<Scene>(faithfulnessCurvesContent(context, lightCanvas({474, 560}))), 2.5F), 0U);
  context.sample.selection.hovered = focusOnMethod("gradient");
  const Scene scene = std::get<Scene>(faithfulnessCurvesContent(context, lightCanvas({474, 560})));
  EXPECT_EQ(linesAsThickAs(scene, 2.5F), 2U);
  for (const LineShape& line : shapesOf<LineShape>(scene))
    if (line.width == 2.5F) {
      EXPECT_EQ(line.color, Theme::light().accent);
      EXPECT_EQ(line.points.size(), 14U);
    }
}

TEST(FaithfulnessCurves, EveryCurveHasANameAndRandomOrdersABand) {
  const ExplanationFixture made({.visits = 14});
  const Scene scene = std::get<Scene>(faithfulnessCurvesContent(made.context(), lightCanvas({474, 700})));
  for (const MethodExplanation& method : made.explained.explanation.methods) {
    const std::string name =
        method.name == "random" ? std::string("Random \u00b1 1 sd") : methodLabels(method.name).shortTitle;
    EXPECT_EQ(textsSaying(scene, name).size(), 2U) << name;
  }
  EXPECT_EQ(shapesOf<PolygonShape>(scene).size(), 2U);
  EXPECT_EQ(scene.table.rows.size(), 28U);
  EXPECT_EQ(numberIn(scene.table, 3, "mask_one"), made.explained.explanation.methods[8].masked->deletion[3]);
  EXPECT_EQ(numberIn(scene.table, 14 + 3, "mask_one"), made.explained.explanation.methods[8].masked->insertion[3]);
}

TEST(FaithfulnessCurves, FollowTheOperator) {
  const ExplanationFixture made({.visits = 8});
  ExplanationContext context = made.context();
  context.removal = Removal::Removed;
  const Scene scene = std::get<Scene>(faithfulnessCurvesContent(context, lightCanvas({474, 560})));
  EXPECT_EQ(numberIn(scene.table, 3, "mask_one"), made.explained.explanation.methods[8].removed->deletion[3]);
  EXPECT_EQ(scene.captionRight, "visits removed");
}

TEST(FaithfulnessCurves, OfALongWindowFollowTheScores) {
  ExplanationFixture made({.visits = 70});
  Explanation& explanation = made.explained.explanation;
  explanation.scatterMasked.reset();
  explanation.scatterRemoved.reset();
  for (std::vector<MethodExplanation>* list : {&explanation.methods, &explanation.controls})
    for (MethodExplanation& method : *list) {
      method.masked.reset();
      method.removed.reset();
    }
  made.explained.milliseconds = 3790;
  const ViewContent curves = faithfulnessCurvesContent(made.context(), lightCanvas({474, 560}));
  ASSERT_TRUE(std::holds_alternative<EmptyState>(curves));
  EXPECT_EQ(std::get<EmptyState>(curves).detail.substr(0, 9), "70 visits");
  const Scene scores = std::get<Scene>(attributionContent(made.context(), {}, lightCanvas({900, 560})));
  EXPECT_EQ(scores.captionRight, "scores alone so far, 3.79 s");
}

TEST(FaithfulnessCurves, ASingleVisitHasNone) {
  const ExplanationFixture made({.visits = 1, .distinctPlaces = 1});
  EXPECT_TRUE(std::holds_alternative<EmptyState>(faithfulnessCurvesContent(made.context(), lightCanvas({474, 560}))));
  EXPECT_TRUE(std::holds_alternative<EmptyState>(agreementContent(made.context(), lightCanvas({474, 560}))));
}

TEST(AggregateFaithfulness, OffersToMeasureShowsItsProgressAndCanBeStopped) {
  const ExplanationFixture made({.visits = 14});
  ExplanationContext context = made.context(false);
  const auto offer = std::get<EmptyState>(aggregateFaithfulnessContent(context, lightCanvas({748, 250})));
  EXPECT_EQ(offer.button, Action(StartEvaluation{80}));
  EXPECT_NE(offer.detail.find("A random 80 of "), std::string::npos) << offer.detail;
  context.filtered = 33;
  EXPECT_EQ(std::get<EmptyState>(aggregateFaithfulnessContent(context, lightCanvas({748, 250}))).detail.find("A random"),
            std::string::npos)
      << "all of them are evaluated";
  EXPECT_EQ(std::get<EmptyState>(aggregateFaithfulnessContent(context, lightCanvas({748, 250}))).button,
            Action(StartEvaluation{33}));
  context.filtered = 0;
  EXPECT_TRUE(std::get<EmptyState>(aggregateFaithfulnessContent(context, lightCanvas({748, 250}))).buttonText.empty());
  context.filtered = 594;
  context.evaluating = true;
  EXPECT_EQ(std::get<EmptyState>(aggregateFaithfulnessContent(context, lightCanvas({748, 250}))).button,
            Action(ExplainCommand::CancelEvaluation));

  context.evaluation = &made.summary;
  const Scene running = std::get<Scene>(aggregateFaithfulnessContent(context, lightCanvas({748, 250})));
  EXPECT_TRUE(test::offers(running, ExplainCommand::CancelEvaluation));
  EXPECT_TRUE(says(running, "80 of 80 evaluated, random order"));
  context.evaluating = false;
  const Scene done = std::get<Scene>(aggregateFaithfulnessContent(context, lightCanvas({748, 250})));
  for (const std::size_t size : {80, 200, 500, 0}) EXPECT_TRUE(test::offers(done, StartEvaluation{size})) << size;
  EXPECT_FALSE(test::offers(done, ExplainCommand::CancelEvaluation));
}

TEST(AggregateFaithfulness, PlantedCausesHaveTheirPanelsOnlyWhereThereAreSome) {
  ExplanationFixture made({.visits = 14});
  EXPECT_FALSE(says(std::get<Scene>(aggregateFaithfulnessContent(made.context(), lightCanvas({900, 300}))), "Causes found"));
  made.summary.withCauses = 40;
  for (MethodSummary& method : made.summary.methods)
    method.causePrecision = method.causeRank = {.mean = 0.6, .low = 0.5, .high = 0.7, .n = 40};
  const Scene scene = std::get<Scene>(aggregateFaithfulnessContent(made.context(), lightCanvas({900, 300})));
  EXPECT_TRUE(says(scene, "Causes found"));
  EXPECT_EQ(scene.captionRight, "40 with planted causes");
  EXPECT_EQ(numberIn(scene.table, 0, "cause_precision low"), 0.5);
}

TEST(AggregateFaithfulness, TheArrowStaysAtEveryTitle) {
  ExplanationFixture made({.visits = 14});
  made.summary.withCauses = 40;
  for (MethodSummary& method : made.summary.methods)
    method.causePrecision = method.causeRank = {.mean = 0.6, .low = 0.5, .high = 0.7, .n = 40};
  for (const float width : {464.0F, 640.0F, 900.0F}) {
    const Scene scene = std::get<Scene>(aggregateFaithfulnessContent(made.context(), lightCanvas({width, 500})));
    std::size_t arrows = 0;
    for (const TextShape& text : shapesOf<TextShape>(scene)) {
      if (!text.text.ends_with("\u2191") && !text.text.ends_with("\u2193")) continue;
      ++arrows;
      EXPECT_LE(measurer.width(text.text, text.font), text.rect.width) << text.text << " in " << width;
    }
    EXPECT_EQ(arrows, 6U) << width;
  }
}

TEST(AggregateFaithfulness, AxesKeepTheirDigitsAtEveryWidth) {
  ExplanationFixture made({.visits = 14});
  made.summary.withCauses = 40;
  for (MethodSummary& method : made.summary.methods)
    method.causePrecision = method.causeRank = {.mean = 0.001, .low = -0.021, .high = 0.019, .n = 40};
  for (float width = 380; width <= 1200; width += 20) {
    SCOPED_TRACE(width);
    const Scene scene = std::get<Scene>(aggregateFaithfulnessContent(made.context(), lightCanvas({width, 400})));
    expectNumbersWhole(scene, measurer);
    // Where there is room for one, an axis that begins below 0 says so.
    if (width >= 1000) {
      EXPECT_TRUE(says(scene, "\u22120.0"));
    }
  }
}

TEST(AggregateFaithfulness, OfFewUsersDrawsNoIntervalAndSaysSo) {
  ExplanationFixture made({.visits = 14});
  const auto lines = [](const Scene& scene) {
    return std::ranges::count_if(shapesOf<BoxShape>(scene),
                                 [](const BoxShape& box) { return box.rect.height == 1.5F; });
  };
  EXPECT_GT(lines(std::get<Scene>(aggregateFaithfulnessContent(made.context(), lightCanvas({748, 300})))), 0);
  for (const auto& [users, text] : {std::pair<std::size_t, std::string>{1, "one user: no interval"},
                                    std::pair<std::size_t, std::string>{4, "4 users: no interval"}}) {
    keepFewUsers(made.summary, users);
    const Scene scene = std::get<Scene>(aggregateFaithfulnessContent(made.context(), lightCanvas({748, 300})));
    expectSound(scene, "80 of 594 filtered");
    EXPECT_EQ(lines(scene), 0) << users;
    EXPECT_NE(scene.caption.find(text), std::string::npos) << scene.caption;
    EXPECT_EQ(scene.caption.find("95 %"), std::string::npos) << scene.caption;
    EXPECT_TRUE(says(scene, text));
    for (const HitArea& area : scene.hits) EXPECT_EQ(area.label.find("95 %"), std::string::npos) << area.label;
    EXPECT_FALSE(shapesOf<CircleShape>(scene).empty()) << "the means stay";
    for (const ShownMethod& shown : shownMethods(made.context()))
      EXPECT_TRUE(beatsRandom(shown.summary, Removal::Masked)) << "nothing fades on one user";
  }
}

TEST(AggregateFaithfulness, RowsStandInTheOrderOfTheColumns) {
  const ExplanationFixture made({.visits = 14});
  const Scene scene = std::get<Scene>(aggregateFaithfulnessContent(made.context(), lightCanvas({748, 400})));
  std::vector<std::string> names;
  for (const auto& row : scene.table.rows)
    if (const auto& name = std::get<std::string>(row.front()); names.empty() || names.back() != name)
      names.push_back(name);
  std::vector<std::string> columns;
  for (const ShownMethod& shown : shownMethods(made.context())) columns.push_back(shown.method->name);
  std::erase(names, "random");
  EXPECT_EQ(names, columns);
}

TEST(AgreementView, WhatChanceWouldGiveIsGreyed) {
  ExplanationFixture made({.visits = 14});
  for (Agreement& one : made.explained.explanation.agreements) {
    one.tau = 0.3;
    one.significant = false;
  }
  made.explained.explanation.agreements.front().tau = 0.9;
  made.explained.explanation.agreements.front().significant = true;
  made.explained.explanation.agreements.back().tau = std::nan("");
  const Scene scene = std::get<Scene>(agreementContent(made.context(), lightCanvas({440, 400})));
  std::size_t grey = 0, colored = 0;
  for (const BoxShape& box : shapesOf<BoxShape>(scene)) (box.fill == Theme::light().track ? grey : colored) += 1;
  EXPECT_EQ(grey, 65U);
  EXPECT_EQ(colored, 1U);
  EXPECT_EQ(textsSaying(scene, "0.9").size(), 1U);
  EXPECT_EQ(textsSaying(scene, "\u2013").size(), 1U) << "a method that ties all visits";
}

TEST(InterventionsView, BarsGoToTheirSideOfZeroAndTheFirstPlaceIsNamed) {
  const ExplanationFixture made({.visits = 14});
  const Scene scene = std::get<Scene>(interventionsContent(made.context(), lightCanvas({474, 300})));
  std::size_t less = 0, more = 0;
  float leastRight = 1e9F, mostLeft = 0;
  for (const BoxShape& box : shapesOf<BoxShape>(scene)) {
    if (box.fill == Theme::light().less) {
      ++less;
      mostLeft = std::max(mostLeft, box.rect.right());
    } else if (box.fill == Theme::light().more) {
      ++more;
      leastRight = std::min(leastRight, box.rect.x);
    }
  }
  EXPECT_EQ(less, 5U);
  EXPECT_EQ(more, 3U);
  EXPECT_LE(mostLeft, leastRight + 0.01F);
  EXPECT_TRUE(says(scene, "Gate to 0"));
  EXPECT_EQ(scene.table.rows.size(), 8U);
  const ExplanationFixture without({.visits = 14, .pointer = false, .gate = false});
  EXPECT_NE(std::get<EmptyState>(interventionsContent(without.context(), lightCanvas({474, 300}))).title.find("no pointer"),
            std::string::npos);
}

TEST(InterventionsView, OfOnePlaceRatherThanAnotherTheDifferenceIsShown) {
  const FixtureSample sample({.visits = 14});
  const ExplanationTarget target{.location = sample.inspection.ranking[0].location,
                                 .ratherThan = sample.inspection.ranking[1].location};
  ExplanationFixture made({.visits = 14});
  made.explained = fakeExplained(made.sample.inspection, target);
  const Scene scene = std::get<Scene>(interventionsContent(made.context(), lightCanvas({474, 300})));
  EXPECT_NE(scene.caption.find(" \u2212 P("), std::string::npos) << scene.caption;
  EXPECT_TRUE(says(scene, signedProbability(made.explained.explanation.value)));
  EXPECT_TRUE(says(scene, signedProbability(made.explained.interventions.front().value)));
  EXPECT_FALSE(says(scene, "P now"));
  EXPECT_EQ(numberIn(scene.table, 0, "value"), made.explained.interventions.front().value);
}

TEST(EffectsView, TheDecompositionAddsUpToP) {
  ExplanationFixture made({.visits = 3});
  Explanation& explanation = made.explained.explanation;
  explanation.probability = 0.47;
  explanation.decomposition = {.copied = {0.3, 0, 0.1}, .generated = 0.07, .gate = 0.6, .copyShare = 0.4 / 0.47};
  explanation.effects = {{.total = 0.2, .direct = 0.3, .indirect = -0.1}, {}, {.total = 0.05, .direct = 0.05}};
  const Scene scene = std::get<Scene>(effectsContent(made.context(), lightCanvas({474, 300})));
  EXPECT_TRUE(says(scene, "copied 0.400 + generated 0.070 = P 0.470"));
  EXPECT_TRUE(says(scene, "copy share 85.1 %; the gate is 0.600"));
  EXPECT_EQ(numberIn(scene.table, 0, "indirect"), -0.1);
  EXPECT_TRUE(says(scene, "\u22120.100"));
}

}  // namespace
}  // namespace sojourn::present
