// SPDX-License-Identifier: GPL-3.0-or-later
// Seeds and random weights as a picture, and as marks over the columns of Attribution.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/present/explanation_fixtures.h"
#include "tests/present/scene_checks.h"
#include "tests/support/actions.h"
#include "views/present/explain/explain_views.h"

namespace sojourn::present {
namespace {

struct Stays {
  ExplanationFixture fixture;
  ModelAgreement seeds;
  ParameterRandomizationTest randomization;
  RankStabilitySummary over;

  explicit Stays(const FixtureOptions& options = {.visits = 14})
      : fixture(options),
        seeds(fakeAgreement(fixture.explained.explanation)),
        randomization(fakeRandomization(fixture.explained.explanation)),
        over{.samples = 80, .users = 9, .methods = {}} {
    for (std::size_t m = 0; m < seeds.methods.size(); ++m) {
      const double stable = 0.1 * static_cast<double>(m % 10);
      over.methods.push_back({.method = seeds.methods[m].method,
                              .tau = {.mean = 0.5, .low = 0.4, .high = 0.6, .n = 80},
                              .beyondChance = {.mean = stable, .low = stable / 2, .high = (1 + stable) / 2, .n = 80}});
    }
  }
  [[nodiscard]] RankStabilityInput input(bool withSeeds = true, bool withRandomization = true) const {
    RankStabilityInput made{.context = fixture.context()};
    if (withSeeds) made.context.seeds = &seeds;
    if (withRandomization) made.context.randomization = &randomization;
    made.others = withSeeds ? 4 : 0;
    made.over = {.summary = withSeeds ? &over : nullptr,
                 .asked = 80,
                 .models = 5,
                 .possible = withSeeds,
                 .filtered = 594,
                 .filteredText = "594 filtered of 3 502 test samples"};
    return made;
  }
};

TEST(RankStabilityView, HoldsTogetherAtAllSizes) {
  for (const bool pointer : {true, false})
    for (const bool known : {true, false})
      for (const Size size : {Size{480, 280}, Size{300, 140}, Size{440, 620}, Size{900, 400}, Size{1300, 500}}) {
        SCOPED_TRACE(std::to_string(size.width) + " wide" + (known ? ", known" : ""));
        const Stays made({.visits = 14, .pointer = pointer, .gate = pointer});
        const Scene scene = std::get<Scene>(rankStabilityContent(made.input(known, known), lightCanvas(size)));
        expectInsideContent(scene);
        expectTextsApart(scene, measurer);
        if (known) expectDescribed(scene, "sample 3376, test");
      }
}

TEST(RankStabilityView, MarksWhatSpeaksAgainstAMethodAndTheTableHoldsAll) {
  const Stays made;
  const Scene scene = std::get<Scene>(rankStabilityContent(made.input(), lightCanvas({1200, 400})));
  const auto unstable = std::ranges::count_if(made.seeds.methods, [](const auto& one) { return !one.stable; });
  const auto surviving =
      std::ranges::count_if(made.randomization.methods, [](const auto& one) { return one.survives; });
  ASSERT_GT(unstable, 0);
  ASSERT_GT(surviving, 0);
  EXPECT_EQ(textsSaying(scene, "unstable").size(), static_cast<std::size_t>(unstable));
  EXPECT_EQ(textsSaying(scene, "survives").size(), static_cast<std::size_t>(surviving));
  EXPECT_EQ(scene.table.rows.size(), made.seeds.methods.size() * 4 + made.randomization.methods.size() * 3);
  EXPECT_TRUE(test::offers(scene, WindowCommand::AskSeeds));
  EXPECT_TRUE(test::offers(scene, ExplainCommand::TestRandomization));
}

TEST(RankStabilityView, NamesThePartsOfTheModelInWholeWords) {
  const Stays made;
  for (const Size size : {Size{300, 140}, Size{464, 600}, Size{1200, 400}}) {
    const Scene scene = std::get<Scene>(rankStabilityContent(made.input(), lightCanvas(size)));
    for (const char* head : {"gate", "layer 0", "embeddings"}) {
      const auto found = textsSaying(scene, head);
      ASSERT_EQ(found.size(), 1U) << head << " in " << size.width;
      EXPECT_TRUE(found[0].upwards);
      EXPECT_LE(measurer.width(head, found[0].font), found[0].rect.height) << head << " in " << size.width;
    }
  }
}

TEST(RankStabilityView, SaysInHowManyOfTheSamplesAMethodIsUnstable) {
  const Stays made;
  RankStabilityInput input = made.input();
  const Scene scene = std::get<Scene>(rankStabilityContent(input, lightCanvas({1200, 700})));
  // Stable in 0, 10, 20, ... per cent: the interval turns round with the share.
  EXPECT_EQ(textsSaying(scene, "100 % (50\u2013100)").size(), 1U);
  EXPECT_EQ(textsSaying(scene, "80 % (40\u201390)").size(), 1U);
  EXPECT_TRUE(says(scene, "80 of 594 filtered of 3 502 test samples, random"));
  EXPECT_FALSE(says(scene, "stopped before"));
  const auto row = std::ranges::find_if(scene.table.rows, [&](const auto& cells) {
    return std::get<std::string>(cells[0]) == made.over.methods[0].method &&
           std::get<std::string>(cells[1]).ends_with("aggregate evaluation");
  });
  ASSERT_NE(row, scene.table.rows.end());
  EXPECT_EQ(std::get<double>((*row)[4]), 1);
  EXPECT_EQ(std::get<double>((*row)[5]), 0.5);
  ASSERT_FALSE(test::actionsOf<StartSeedEvaluation>(scene).empty());
  EXPECT_FALSE(test::offers(scene, ExplainCommand::CancelSeedEvaluation));

  RankStabilitySummary few = made.over;
  few.users = 1;
  for (MethodRankStability& method : few.methods) method.beyondChance.low = method.beyondChance.high = std::nan("");
  input.over.summary = &few;
  const Scene alone = std::get<Scene>(rankStabilityContent(input, lightCanvas({1200, 700})));
  std::string words;
  for (const TextShape& text : shapesOf<TextShape>(alone)) words += text.text + " ";
  EXPECT_NE(words.find("one user: no interval"), std::string::npos) << "over as many lines as it takes";
  EXPECT_EQ(textsSaying(alone, "100 %").size(), 1U);
  EXPECT_TRUE(says(alone, "unstable, %")) << "over the axis, which ends with";
  EXPECT_EQ(textsSaying(alone, "100").size(), 1U);
  for (const HitArea& area : alone.hits) EXPECT_EQ(area.label.find("95 %"), std::string::npos) << area.label;
  input.over.summary = &made.over;

  input.over.asked = 200;
  EXPECT_TRUE(says(std::get<Scene>(rankStabilityContent(input, lightCanvas({1200, 700}))), "stopped before 200"));
  input.over.running = true;
  const Scene running = std::get<Scene>(rankStabilityContent(input, lightCanvas({1200, 700})));
  EXPECT_TRUE(says(running, "80 of 200 evaluated"));
  EXPECT_TRUE(test::offers(running, ExplainCommand::CancelSeedEvaluation));
  EXPECT_TRUE(test::actionsOf<StartSeedEvaluation>(running).empty());
  EXPECT_FALSE(says(running, "stopped before"));
  input.over = {};
  EXPECT_TRUE(
      test::actionsOf<StartSeedEvaluation>(std::get<Scene>(rankStabilityContent(input, lightCanvas({1200, 700}))))
          .empty())
      << "without another seed there is nothing to measure";
}

TEST(RankStabilityView, OffersToBeginAndToStop) {
  const Stays made;
  RankStabilityInput input = made.input(false, false);
  const Scene empty = std::get<Scene>(rankStabilityContent(input, lightCanvas({480, 280})));
  EXPECT_TRUE(test::offers(empty, WindowCommand::AskSeeds));
  EXPECT_TRUE(test::offers(empty, ExplainCommand::TestRandomization));
  input.checking = true;
  const Scene running = std::get<Scene>(rankStabilityContent(input, lightCanvas({480, 280})));
  EXPECT_TRUE(test::offers(running, ExplainCommand::CancelRandomization));
  EXPECT_FALSE(test::offers(running, ExplainCommand::TestRandomization));
  input.seedsFailure = "seed3.pt cannot be asked";
  EXPECT_TRUE(says(std::get<Scene>(rankStabilityContent(input, lightCanvas({480, 280}))), input.seedsFailure));
}

TEST(RankStabilityView, AttributionMarksTheHeadsOnlyWhereItIsKnown) {
  const Stays made;
  const auto marks = [&](const ExplanationContext& context) {
    const Scene scene = std::get<Scene>(attributionContent(context, {}, lightCanvas({1118, 620})));
    expectTextsApart(scene, measurer);
    return std::ranges::count_if(shapesOf<IconShape>(scene), [](const IconShape& icon) { return icon.name == "warn"; });
  };
  EXPECT_EQ(marks(made.input(false, false).context), 0);
  const auto unstable = std::ranges::count_if(made.seeds.methods, [](const auto& one) { return !one.stable; });
  const auto surviving =
      std::ranges::count_if(made.randomization.methods, [](const auto& one) { return one.survives; });
  EXPECT_EQ(marks(made.input(true, false).context), unstable);
  EXPECT_EQ(marks(made.input().context), unstable + surviving);
}

}  // namespace
}  // namespace sojourn::present
