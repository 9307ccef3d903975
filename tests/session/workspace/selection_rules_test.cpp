// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/workspace/selection_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sojourn::session {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Focus visit(std::size_t index) {
  return {.visit = index, .query = {}, .location = {}, .head = {}};
}

Sequence threeVisits() {
  Sequence sequence{.user = 1, .visits = {}, .target = 5};
  for (const LocationId location : {7, 8, 9}) sequence.visits.push_back({.location = location});
  return sequence;
}

TEST(SelectionRules, ShiftAddsAndTakesAway) {
  Selection selection = selected({}, visit(1), true);
  EXPECT_EQ(selection.selected.visit, 1U);
  selection = selected(selection, visit(2), true);
  selection = selected(selection, visit(0), true);
  EXPECT_EQ(selection.selected.visit, 1U);
  EXPECT_THAT(selection.alsoVisits, ElementsAre(2U, 0U));
  selection = selected(selection, visit(2), true);
  EXPECT_THAT(selection.alsoVisits, ElementsAre(0U));
  selection = selected(selection, visit(1), true);
  EXPECT_EQ(selection.selected.visit, 0U) << "the next one takes the place of the first";
  EXPECT_THAT(selection.alsoVisits, IsEmpty());
}

TEST(SelectionRules, AClickReplacesAll) {
  Selection selection = selected(selected({}, visit(1), false), visit(2), true);
  selection = selected(selection, visit(0), false);
  EXPECT_EQ(selection.selected, visit(0));
  EXPECT_THAT(selection.alsoVisits, IsEmpty());
}

TEST(SelectionRules, ArrowsStopAtTheEnds) {
  const Sequence sequence = threeVisits();
  EXPECT_EQ(movedAlong({}, sequence, -1).selected.visit, 2U);
  EXPECT_EQ(movedAlong({}, sequence, 1).selected.visit, 0U);
  Selection selection = movedAlong({}, sequence, -1);
  EXPECT_EQ(selection.selected.location, 9);
  selection = movedAlong(selection, sequence, 1);
  EXPECT_EQ(selection.selected.visit, 2U);
  selection = movedAlong(selection, sequence, -5);
  EXPECT_EQ(selection.selected.visit, 0U);
  EXPECT_EQ(selection.selected.location, 7);
  EXPECT_EQ(movedAlong({}, Sequence{}, 1), Selection{});
}

TEST(SelectionRules, AnotherSequenceKeepsPlaceAndHead) {
  Selection selection;
  selection.selected = {.visit = {}, .query = 2, .location = 7, .head = HeadRef{1, 3}};
  selection.alsoVisits = {0};
  selection.hovered = visit(0);
  const Selection kept = carriedOver(selection);
  EXPECT_FALSE(kept.selected.query);
  EXPECT_EQ(kept.selected.location, 7);
  EXPECT_EQ(kept.selected.head, (HeadRef{1, 3}));
  EXPECT_TRUE(kept.hovered.empty());
  EXPECT_THAT(kept.alsoVisits, IsEmpty());
  selection.selected.visit = 0;
  EXPECT_FALSE(carriedOver(selection).selected.location) << "the place was the visit's";
}

TEST(SelectionRules, AnEditKeepsWhatIsStillThere) {
  Selection selection;
  selection.selected.visit = 2;
  selection.alsoVisits = {1, 3};
  const Selection kept = within(selection, threeVisits());
  EXPECT_EQ(kept.selected.visit, 2U);
  EXPECT_THAT(kept.alsoVisits, ElementsAre(1U));
  Sequence shorter = threeVisits();
  shorter.visits.pop_back();
  EXPECT_FALSE(within(selection, shorter).selected.visit);
}

TEST(SelectionRules, AMethodIsChosenBesideTheVisit) {
  const Focus method{.visit = {}, .query = {}, .location = {}, .head = {}, .method = 8};
  const Focus visit{.visit = 2, .query = {}, .location = 5, .head = {}};
  Selection chosen = selected(selected({}, visit, false), method, false);
  EXPECT_EQ(chosen.selected.visit, 2U);
  EXPECT_EQ(chosen.selected.method, 8U);
  EXPECT_FALSE(chosen.selected.empty());
  chosen = selected(chosen, {.visit = 1, .query = {}, .location = 3, .head = {}}, false);
  EXPECT_EQ(chosen.selected.visit, 1U);
  EXPECT_EQ(chosen.selected.method, 8U) << "another visit leaves it";
  EXPECT_EQ(carriedOver(chosen).selected.method, 8U) << "and so does another sample";
  EXPECT_FALSE(selected(chosen, method, false).selected.method.has_value()) << "the same click lets it go";
  EXPECT_FALSE(method.empty());
}

}  // namespace
}  // namespace sojourn::session
