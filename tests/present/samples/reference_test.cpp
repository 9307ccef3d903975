// SPDX-License-Identifier: GPL-3.0-or-later
// The pinned reference: visits keep their identity through edits, and without a comparable reference nothing differs.
#include <cmath>

#include <gtest/gtest.h>

#include "tests/present/compared_fixture.h"
#include "views/present/samples/sample_context.h"

namespace sojourn::present {
namespace {

TEST(Reference, FollowsVisitsThroughRemovalInsertionAndChange) {
  // Reference visits 0 1 2 3 4; now: a new one, then 2, 0 (its start changed), 4. So 1 and 3 are removed.
  ComparedSample pair({.visits = 4}, {.visits = 5});
  pair.reference.before = {std::nullopt, 2, 0, 4};
  pair.now.inspection.sequence.visits[1] = pair.then.inspection.sequence.visits[2];
  pair.now.inspection.sequence.visits[2] = pair.then.inspection.sequence.visits[0];
  pair.now.inspection.sequence.visits[2].startMinute += 15;
  pair.now.inspection.sequence.visits[3] = pair.then.inspection.sequence.visits[4];
  const SampleContext context = pair.context();

  EXPECT_EQ(visitBefore(context, 0), std::nullopt);
  EXPECT_EQ(visitBefore(context, 1), 2U);
  EXPECT_EQ(removedVisits(context), (std::vector<std::size_t>{1, 3}));
  // 1 followed 0, which stands third now; 3 followed 2, which stands second.
  const std::vector<ComparedVisit> expected{{.now = 0, .before = std::nullopt}, {.now = 1, .before = 2},
                                            {.now = std::nullopt, .before = 3}, {.now = 2, .before = 0},
                                            {.now = std::nullopt, .before = 1}, {.now = 3, .before = 4}};
  EXPECT_EQ(comparedVisits(context), expected);
  EXPECT_TRUE(isChanged(context, 0));
  EXPECT_FALSE(isChanged(context, 1));
  EXPECT_TRUE(isChanged(context, 2));
  EXPECT_FALSE(isChanged(context, 3));
  EXPECT_EQ(changedVisits(context), 4U);  // new, moved, two removed
}

TEST(Reference, TheFirstVisitsMayBeTheRemovedOnes) {
  ComparedSample pair({.visits = 2}, {.visits = 4});
  pair.reference.before = {2, 3};
  const std::vector<ComparedVisit> expected{{.now = std::nullopt, .before = 0},
                                            {.now = std::nullopt, .before = 1},
                                            {.now = 0, .before = 2},
                                            {.now = 1, .before = 3}};
  EXPECT_EQ(comparedVisits(pair.context()), expected);
}

TEST(Reference, IndicesBeyondTheReferenceAreNewVisits) {
  ComparedSample pair({.visits = 3}, {.visits = 3});
  pair.reference.before = {0, 99, 2};
  EXPECT_EQ(visitBefore(pair.context(), 1), std::nullopt);
  EXPECT_EQ(removedVisits(pair.context()), std::vector<std::size_t>{1});
}

TEST(Reference, OneThatCannotBeComparedIsNone) {
  ComparedSample pair({.visits = 5}, {.visits = 5});
  EXPECT_TRUE(hasReference(pair.context()));
  pair.reference.before.pop_back();  // the prediction of another sequence
  EXPECT_FALSE(hasReference(pair.context()));
  pair.reference.before.emplace_back(4);
  pair.reference.inspection = nullptr;  // still computed
  EXPECT_FALSE(hasReference(pair.context()));
  const FixtureSample withoutPointer({.visits = 5, .pointer = false});
  pair.reference.inspection = &withoutPointer.inspection;  // by another model
  EXPECT_FALSE(hasReference(pair.context()));
  EXPECT_EQ(comparedVisits(pair.context()).size(), 5U);
  EXPECT_EQ(changedVisits(pair.context()), 0U);
}

TEST(Reference, MovedProbabilityIsHalfTheSummedChange) {
  ComparedSample pair({.visits = 3}, {.visits = 3});
  pair.now.inspection.logProbability = {std::log(0.7F), std::log(0.2F), std::log(0.1F)};
  pair.then.inspection.logProbability = {std::log(0.4F), std::log(0.5F), std::log(0.1F)};
  EXPECT_NEAR(movedProbability(pair.now.inspection, pair.then.inspection), 0.3, 1e-6);
  EXPECT_EQ(movedProbability(pair.now.inspection, pair.now.inspection), 0);
}

TEST(Reference, FindsCandidatesAndFlags) {
  ComparedSample pair({.visits = 4}, {.visits = 4});
  const Inspection& now = pair.now.inspection;
  const RankedCandidate third = candidateOf(now, now.ranking[2].location);
  EXPECT_EQ(third.rank, 3U);
  EXPECT_EQ(third.candidate, &now.ranking[2]);
  EXPECT_EQ(candidateOf(now, 12345).candidate, nullptr);
  const std::vector<VisitFlag> flags{{.visit = 2, .text = "begins before the visit before it ends"}};
  SampleContext context = pair.context();
  context.flags = flags;
  EXPECT_EQ(flagOf(context, 1), nullptr);
  ASSERT_NE(flagOf(context, 2), nullptr);
  EXPECT_EQ(flagOf(context, 2)->text, flags[0].text);
}

}  // namespace
}  // namespace sojourn::present
