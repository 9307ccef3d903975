// SPDX-License-Identifier: GPL-3.0-or-later
// The list of counterfactuals: a row each, one of them with its button, words that say what to change.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "views/present/samples/sample_text.h"
#include "views/present/what_if/what_if_views.h"

namespace sojourn::present {
namespace {

using ::testing::HasSubstr;

CounterfactualFindings fakeFindings(const FixtureSample& sample) {
  CounterfactualFindings found;
  found.before = sample.inspection.ranking[0].location;
  found.beforeProbability = sample.inspection.ranking[0].probability;
  const auto add = [&](std::vector<VisitChange> changes, bool impossible) {
    found.counterfactuals.push_back({.changes = std::move(changes),
                                     .sequence = sample.inspection.sequence,
                                     .first = sample.inspection.ranking[1].location,
                                     .firstProbability = 0.42F,
                                     .beforeProbability = 0.31F,
                                     .survived = 18,
                                     .impossible = impossible});
  };
  const Visit& visit = sample.inspection.sequence.visits[1];
  add({{ChangeKind::Start, 1, visit.startMinute + 30}}, false);
  add({{ChangeKind::Arrival, 1, visit.startMinute - 15}}, true);
  add({{ChangeKind::Day, 2, 5}}, false);
  add({{ChangeKind::Duration, 1, 240}}, false);
  add({{ChangeKind::Location, 0, 40}}, false);
  add({{ChangeKind::Removal, 0, 0}}, false);
  add({{ChangeKind::User, 0, 3}}, false);
  add({{ChangeKind::Removal, 0, 0}, {ChangeKind::Location, 1, 40}}, false);
  found.levels[0] = {.possible = 579, .tried = 579, .overMargin = 60, .checked = 60, .robust = 7};
  found.levels[1] = {.possible = 0, .tried = 900, .overMargin = 30, .checked = 30, .robust = 1};
  return found;
}

Scene draw(const CounterfactualsInput& input, Size size) {
  return std::get<Scene>(counterfactualsContent(input, {size, Theme::light(), measurer}));
}

TEST(CounterfactualsView, HoldsTogetherAtAllSizes) {
  for (const Size size : {Size{260, 160}, Size{304, 500}, Size{700, 900}}) {
    for (const bool longNames : {false, true}) {
      const FixtureSample sample({.visits = 14, .longNames = longNames});
      const CounterfactualFindings found = fakeFindings(sample);
      for (const std::size_t chosen : {0UL, 1UL, 7UL}) {
        SCOPED_TRACE(std::to_string(size.width));
        const Scene scene =
            draw({.sample = sample.context(), .findings = &found, .chosen = chosen, .seconds = 0.4}, size);
        expectInsideContent(scene);
        expectTextsApart(scene, measurer);
        expectDescribed(scene, "sample 3376, test");
        EXPECT_EQ(scene.table.rows.size(), 8U);
      }
    }
  }
}

TEST(CounterfactualsView, AClickChoosesAndTheButtonApplies) {
  const FixtureSample sample({.visits = 14});
  const CounterfactualFindings found = fakeFindings(sample);
  const Scene scene = draw({.sample = sample.context(), .findings = &found, .chosen = 2}, {304, 500});
  std::vector<Action> actions;
  for (const HitArea& hit : scene.hits)
    if (hit.action) actions.push_back(*hit.action);
  const std::vector<Action> expected{ChooseCounterfactual{0}, ChooseCounterfactual{1}, ApplyCounterfactual{2},
                                     ApplyCounterfactual{2},  ChooseCounterfactual{3}, ChooseCounterfactual{4},
                                     ChooseCounterfactual{5}, ChooseCounterfactual{6}, ChooseCounterfactual{7}};
  EXPECT_EQ(actions, expected);
  EXPECT_EQ(textsSaying(scene, "Apply").size(), 1U);
  EXPECT_EQ(scene.hits.front().focus.visit, 1U) << "hovering a row points at the visit";
  const Scene old = draw({.sample = sample.context(), .findings = &found, .chosen = 2, .outdated = true}, {304, 500});
  for (const HitArea& hit : old.hits) EXPECT_FALSE(hit.action);
  EXPECT_TRUE(textsSaying(old, "Apply").empty());
}

TEST(CounterfactualsView, NarrowRowsKeepWhichVisitChangesAndHow) {
  FixtureSample sample({.visits = 14});
  Visit& visit = sample.inspection.sequence.visits[1];
  visit = {.location = 3, .weekday = 4, .startMinute = 534, .durationMinutes = 30, .daysAgo = 5};
  sample.names.setName(3, "Office, Market Street");
  const CounterfactualFindings found = fakeFindings(sample);
  const ShortNames names{{"Office, Market Street", "Office"}};
  const Scene scene = std::get<Scene>(
      counterfactualsContent({.sample = sample.context(), .findings = &found, .chosen = 7},
                             {.size = {300, 500}, .theme = Theme::light(), .text = measurer, .shortNames = &names}));
  EXPECT_TRUE(says(scene, "Office Fri 08:54 +30 min"));
  EXPECT_TRUE(says(scene, "Office Fri 08:54 starts \u221215 min"));
}

TEST(CounterfactualsView, WordsSayWhatToChange) {
  const FixtureSample sample({.visits = 14});
  const CounterfactualFindings found = fakeFindings(sample);
  const SampleContext context = sample.context();
  const std::string first = visitText(context, 1), oldest = visitText(context, 0), other = placeText(context, 40);
  EXPECT_EQ(counterfactualText(context, found.counterfactuals[0]), "Move " + first + " by +30 min");
  EXPECT_EQ(counterfactualText(context, found.counterfactuals[1]), "Start " + first + " 15 min earlier, same end");
  EXPECT_THAT(counterfactualText(context, found.counterfactuals[3]), HasSubstr("to 4 h"));
  EXPECT_EQ(counterfactualText(context, found.counterfactuals[4]), "Replace " + oldest + " by " + other);
  EXPECT_EQ(counterfactualText(context, found.counterfactuals[5]), "Remove " + oldest);
  EXPECT_EQ(counterfactualText(context, found.counterfactuals[6]), "Change the user to 3");
  EXPECT_EQ(counterfactualText(context, found.counterfactuals[7]),
            "Remove " + oldest + " and replace " + first + " by " + other);
}

TEST(CounterfactualsView, WordsKeepNamesAndTheDaysOfTheScreen) {
  FixtureSample sample({.visits = 14});
  sample.inspection.sequence.visits[1] = {
      .location = 3, .weekday = 2, .startMinute = 1200, .durationMinutes = 30, .daysAgo = 5};
  sample.names.setName(3, "Marks and Spencer");
  SampleContext context = sample.context();
  context.displayOffsetMinutes = 8 * 60;
  Counterfactual counterfactual;
  counterfactual.changes = {{ChangeKind::Removal, 0, 0}, {ChangeKind::Day, 1, 4}};
  const std::string text = counterfactualText(context, counterfactual);
  EXPECT_THAT(text, HasSubstr("and move Marks and Spencer, Thu 04:00 to Fri, 3 days ago"));
}

TEST(CounterfactualsView, TheHeadSaysHowMuchWasLookedAt) {
  const FixtureSample sample({.visits = 14});
  CounterfactualFindings found = fakeFindings(sample);
  const auto summary = [&] {
    return draw({.sample = sample.context(), .findings = &found, .seconds = 0.4}, {500, 500}).summary;
  };
  EXPECT_THAT(summary(), HasSubstr("7 of 579 edits change the prediction, 1 in pairs, all tried, 0.4 s"));
  found.levels[0].checked = 50;
  found.levels[0].tried = 400;
  EXPECT_THAT(summary(), HasSubstr("At least 7 of 400 edits change the prediction, 1 in pairs, of 579, 0.4 s"));
  found.counterfactuals.clear();
  found.levels = {};
  found.to = 40;
  const Scene none = draw({.sample = sample.context(), .findings = &found}, {500, 500});
  EXPECT_EQ(textsSaying(none, "No tried edit makes the model predict " + placeText(sample.context(), 40)).size(), 1U);
}

TEST(CounterfactualsView, OffersASearchWhereThereWasNone) {
  const FixtureSample sample({.visits = 4});
  const auto empty = std::get<EmptyState>(
      counterfactualsContent({.sample = sample.context()}, {{300, 300}, Theme::light(), measurer}));
  EXPECT_EQ(empty.button, Action(SearchCounterfactuals{}));
}

}  // namespace
}  // namespace sojourn::present
