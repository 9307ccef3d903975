// SPDX-License-Identifier: GPL-3.0-or-later
// The ablations of components as a picture.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/present/fake_ablations.h"
#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "tests/support/actions.h"
#include "views/present/component_ablation/component_ablation_view.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

Canvas canvas(Size size) {
  return {size, Theme::light(), measurer};
}

struct FakeAblations {
  FixtureSample sample;
  std::vector<Component> components;
  AblationTable ablationTable;
  AblationSummaryTable table;

  explicit FakeAblations(bool pointer = true)
      : sample({.visits = 14, .pointer = pointer, .gate = pointer}),
        components(fakeComponents(pointer)),
        ablationTable(fakeAblationTable(components, sample.inspection)),
        table(fakeAblationSummaries(components)) {}
  [[nodiscard]] ComponentsInput input(bool measured = true) const {
    ComponentsInput made{.sample = sample.context()};
    made.components = components;
    made.ablationTable = &ablationTable;
    made.training = 7424;
    made.table = measured ? &table : nullptr;
    made.filtered = 594;
    made.filteredText = "594 filtered of 3\u2009502 test samples";
    return made;
  }
};

TEST(ComponentsView, HoldsTogetherAtAllSizes) {
  for (const Size size : {Size{474, 260}, Size{300, 140}, Size{440, 600}, Size{900, 700}, Size{260, 150}})
    for (const bool pointer : {true, false})
      for (const bool measured : {true, false}) {
        SCOPED_TRACE(std::to_string(size.width) + " wide" + (measured ? ", measured" : ""));
        const FakeAblations made(pointer);
        const Scene scene = std::get<Scene>(componentsContent(made.input(measured), canvas(size)));
        expectInsideContent(scene);
        expectNumbersWhole(scene, measurer);
        expectTextsApart(scene, measurer);
        expectDescribed(scene, "sample 3376, test");
        EXPECT_EQ(scene.table.rows.size(), made.components.size() * 3);
      }
}

TEST(ComponentsView, HeadsAreCellsAndZeroIsSaidToBeOffTheData) {
  const FakeAblations made;
  const Scene scene = std::get<Scene>(componentsContent(made.input(false), canvas({600, 500})));
  EXPECT_TRUE(says(scene, "out of distribution"));
  EXPECT_TRUE(says(scene, "Layer 0, heads"));
  const auto headed = [](const HitArea& hit) { return hit.focus.head == HeadRef{.layer = 0, .head = 2}; };
  EXPECT_EQ(std::ranges::count_if(scene.hits, headed), 3);
  const auto found = std::ranges::find_if(scene.hits, headed);
  EXPECT_NE(found->label.find("Layer 0, head 2, zero (out of distribution): P "), std::string::npos) << found->label;
}

TEST(ComponentsView, BarsGoToTheirSideOfZeroAndTheTableHoldsTheAblations) {
  const FakeAblations made;
  const Scene scene = std::get<Scene>(componentsContent(made.input(), canvas({900, 600})));
  std::size_t less = 0, more = 0;
  for (const BoxShape& box : shapesOf<BoxShape>(scene)) {
    less += box.fill == Theme::light().less ? 1 : 0;
    more += box.fill == Theme::light().more ? 1 : 0;
  }
  std::size_t losses = 0, singles = 0;
  for (const AblationEffect& effect : made.ablationTable.effects) {
    if (effect.component.find(".head.") != std::string::npos) continue;
    ++singles;
    losses += effect.change < 0 ? 1 : 0;
  }
  EXPECT_EQ(less, losses);
  EXPECT_EQ(more, singles - losses);
  EXPECT_EQ(numberIn(scene.table, 4, "change"), made.ablationTable.effects[4].change);
  EXPECT_EQ(numberIn(scene.table, 4, "accuracy change low"), made.table.ablations[4].accuracyChange.low);
  EXPECT_TRUE(std::isnan(numberIn(scene.table, 0, "spread"))) << "zero has no donors";
}

TEST(ComponentsView, APartOfAnEvaluationLeavesTheRestOut) {
  FakeAblations made;
  made.table.ablations.resize(2);
  const Scene scene = std::get<Scene>(componentsContent(made.input(), canvas({600, 500})));
  EXPECT_EQ(numberIn(scene.table, 1, "accuracy change"), made.table.ablations[1].accuracyChange.mean);
  EXPECT_TRUE(std::isnan(numberIn(scene.table, 2, "accuracy change")));
}

TEST(ComponentsView, OfOneUserTheAccuracyHasNoInterval) {
  FakeAblations made;
  made.table.users = 1;
  for (AblationSummary& one : made.table.ablations) one.accuracyChange.low = one.accuracyChange.high = std::nan("");
  const Scene scene = std::get<Scene>(componentsContent(made.input(), canvas({900, 700})));
  expectInsideContent(scene);
  EXPECT_TRUE(says(scene, "one user: no interval"));
  for (const HitArea& area : scene.hits) EXPECT_EQ(area.label.find("95 %"), std::string::npos) << area.label;
}

TEST(ComponentsView, OfOnePlaceRatherThanAnotherTheDifferenceIsShown) {
  FakeAblations made;
  made.ablationTable =
      fakeAblationTable(made.components, made.sample.inspection, made.sample.inspection.ranking[1].location);
  const Scene scene = std::get<Scene>(componentsContent(made.input(false), canvas({900, 700})));
  EXPECT_NE(scene.caption.find(" \u2212 P("), std::string::npos) << scene.caption;
  EXPECT_TRUE(says(scene, signedProbability(made.ablationTable.value)));
  // The names of two places are long: they go before the figure does.
  const Scene narrow = std::get<Scene>(componentsContent(made.input(false), canvas({360, 500})));
  const std::string figure = "difference " + signedProbability(made.ablationTable.value);
  std::size_t found = 0;
  for (const TextShape& text : shapesOf<TextShape>(narrow))
    if (text.text.starts_with(figure)) {
      ++found;
      EXPECT_LE(measurer.width(text.text, text.font), text.rect.width);
    }
  EXPECT_EQ(found, 1U);
}

TEST(ComponentsView, OffersToMeasureTheAccuracyAndToStop) {
  const FakeAblations made;
  ComponentsInput input = made.input(false);
  const Scene offered = std::get<Scene>(componentsContent(input, canvas({600, 500})));
  const auto starts = test::actionsOf<StartComponentEvaluation>(offered);
  ASSERT_FALSE(starts.empty());
  EXPECT_EQ(starts.front().samples, 200U);
  EXPECT_FALSE(test::offers(offered, ExplainCommand::CancelComponentEvaluation));
  input.measuring = true;
  const Scene running = std::get<Scene>(componentsContent(input, canvas({600, 500})));
  EXPECT_TRUE(test::actionsOf<StartComponentEvaluation>(running).empty());
  EXPECT_TRUE(test::offers(running, ExplainCommand::CancelComponentEvaluation));
}

TEST(ComponentsView, SaysWhyThereIsNone) {
  const FakeAblations made;
  ComponentsInput input = made.input();
  input.ablationTable = nullptr;
  input.learning = true;
  input.learned = {1200, 7424};
  const auto learning = std::get<EmptyState>(componentsContent(input, canvas({474, 260})));
  EXPECT_NE(learning.detail.find("of 7\u2009424 sequences"), std::string::npos) << learning.detail;
  input.stopped = true;
  EXPECT_EQ(std::get<EmptyState>(componentsContent(input, canvas({474, 260}))).button,
            Action(ExplainCommand::ResumeComponents));
  input.failure = "geolife has no training set";
  EXPECT_EQ(std::get<EmptyState>(componentsContent(input, canvas({474, 260}))).detail, "geolife has no training set");
  input.sample.inspection = nullptr;
  EXPECT_TRUE(std::holds_alternative<EmptyState>(componentsContent(input, canvas({474, 260}))));
}

}  // namespace
}  // namespace sojourn::present
