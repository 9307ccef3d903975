// SPDX-License-Identifier: GPL-3.0-or-later
// Edit rules: figures before and after, places that gain and lose.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "views/present/what_if/what_if_views.h"

namespace sojourn::present {
namespace {

using ::testing::HasSubstr;

RuleEffect fake(std::size_t places) {
  RuleEffect effect;
  effect.rule = "Drop the last visit";
  effect.asked = effect.samples = 2000;
  effect.leftAlone = 12;
  effect.changed = 500;
  effect.before = {2000, 1000, 1500, 1600};
  effect.after = {2000, 900, 1500, 1700};
  effect.beforeKnown = {1900, 1000, 1500, 1600};
  effect.afterKnown = {1900, 900, 1500, 1700};
  effect.gateBefore = 0.8;
  effect.gateAfter = 0.75;
  for (std::size_t i = 0; i < places; ++i) {
    const auto location = static_cast<LocationId>(2 + i);
    effect.gainers.push_back({location, 10, 40 - i});
    effect.losers.push_back({location + 100, 1'000 - i, 900});
  }
  return effect;
}

EditRulesInput input(const RuleEffect* effect) {
  return {.effect = effect,
          .running = false,
          .samples = "test, 2 000 samples",
          .outdated = false,
          .place = [](LocationId location) { return "Place " + std::to_string(location); }};
}

TEST(EditRulesView, HoldsTogetherAtAllSizes) {
  for (const Size size : {Size{300, 200}, Size{425, 340}, Size{900, 700}}) {
    for (const std::size_t places : {0UL, 1UL, 10UL}) {
      const RuleEffect effect = fake(places);
      const Scene scene = std::get<Scene>(editRulesContent(input(&effect), {size, Theme::light(), measurer}));
      expectInsideContent(scene);
      expectTextsApart(scene, measurer);
      expectDescribed(scene, "test, 2 000 samples");
      EXPECT_EQ(scene.table.rows.size(), 9 + 2 * places);
    }
  }
}

TEST(EditRulesView, SaysWhatBecameOfThem) {
  const RuleEffect effect = fake(2);
  const Scene scene = std::get<Scene>(editRulesContent(input(&effect), {{600, 600}, Theme::light(), measurer}));
  EXPECT_EQ(scene.table.rows[0], (std::vector<Table::Cell>{"Acc@1 %, all, 2\u2009000", 50.0, 45.0, -5.0}));
  EXPECT_EQ(scene.table.rows[2], (std::vector<Table::Cell>{"Acc@10 %, all", 80.0, 85.0, 5.0}));
  EXPECT_EQ(std::get<double>(scene.table.rows[7][2]), 500.0);
  EXPECT_EQ(scene.table.rows[9], (std::vector<Table::Cell>{"Predicted: Place 2", 10.0, 40.0, 30.0}));
  EXPECT_EQ(scene.table.rows[11], (std::vector<Table::Cell>{"Predicted: Place 102", 1000.0, 900.0, -100.0}));
  EXPECT_THAT(scene.summary, HasSubstr("accuracy at 1 50.0 % before, 45.0 % after; 500 predictions changed"));
}

TEST(EditRulesView, TellsWhatItIsNotOf) {
  RuleEffect effect = fake(1);
  effect.samples = 512;
  EditRulesInput given = input(&effect);
  EXPECT_EQ(std::get<Scene>(editRulesContent(given, {{600, 600}, Theme::light(), measurer})).captionRight,
            "stopped after 512 of 2\u2009000");
  effect.samples = 2000;
  given.outdated = true;
  EXPECT_EQ(std::get<Scene>(editRulesContent(given, {{600, 600}, Theme::light(), measurer})).captionRight,
            "from another filter");
  effect.gateBefore = effect.gateAfter = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(std::get<Scene>(editRulesContent(given, {{600, 600}, Theme::light(), measurer})).table.rows.size(), 10U)
      << "without a pointer there is no gate";
  EXPECT_TRUE(
      std::holds_alternative<EmptyState>(editRulesContent(input(nullptr), {{600, 600}, Theme::light(), measurer})));
}

}  // namespace
}  // namespace sojourn::present
