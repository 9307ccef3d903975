// SPDX-License-Identifier: GPL-3.0-or-later
// The rules on small cases by hand, and SPEC 10's counts on the real data.
#include "model/evaluate/rule_baselines.h"

#include <vector>

#include <gtest/gtest.h>

namespace sojourn {
namespace {

using Ids = std::vector<LocationId>;

Sequence sequenceOf(UserId user, const Ids& locations, LocationId target) {
  Sequence sequence{.user = user, .visits = {}, .target = target};
  for (const LocationId location : locations) sequence.visits.push_back({.location = location});
  return sequence;
}

TEST(RuleBaselines, WindowFrequencyBreaksTiesByTheLaterVisit) {
  EXPECT_EQ(rankByWindowFrequency(Ids{7, 9, 7, 3, 9, 4}), (Ids{9, 7, 4, 3}));
  EXPECT_EQ(windowFrequencyAnswer(sequenceOf(1, {7, 9, 7, 3, 9, 4}, 2)), 9);
  EXPECT_EQ(windowFrequencyAnswer(Sequence{}), paddingLocation);
}

TEST(RuleBaselines, RecencyListsEachLocationOnce) {
  EXPECT_EQ(rankByRecency(Ids{7, 9, 7, 3, 9, 4}), (Ids{4, 9, 3, 7}));
}

TEST(RuleBaselines, PseudonymsBreakNoTieAnotherWay) {
  SequenceSet train;
  for (const LocationId target : {9, 3, 7, 5, 8, 4, 6}) train.append(sequenceOf(1, {2}, target));
  SequenceSet shown = train;
  const auto pseudonyms = std::make_shared<const Pseudonyms>("17", 2, 12);
  shown.usePseudonyms(pseudonyms);
  Ids expected;
  for (const LocationId location : TargetCounts(train).rankByUserFrequency(1))
    expected.push_back(pseudonyms->location(location));
  EXPECT_EQ(TargetCounts(shown).rankByUserFrequency(pseudonyms->user(1)), expected);
  EXPECT_EQ(TargetCounts(shown).rankByMarkov(pseudonyms->user(1), pseudonyms->location(2)), expected);
}

TEST(RuleBaselines, MarkovFillsUpFromTheUserThenFromEverybody) {
  SequenceSet train;
  train.append(sequenceOf(1, {2, 5}, 9));  // user 1: 5 -> 9, 9, 3
  train.append(sequenceOf(1, {5}, 9));
  train.append(sequenceOf(1, {5}, 3));
  train.append(sequenceOf(1, {6}, 4));  // user 1's targets: 9 x2, 3 x1, 4 x3
  train.append(sequenceOf(1, {6}, 4));
  train.append(sequenceOf(1, {6}, 4));
  train.append(sequenceOf(2, {5}, 8));  // everybody's: 4 x3, 9 x2, then 3, 7, 8 x1 by id
  train.append(sequenceOf(2, {5}, 7));
  const TargetCounts counts(train);
  EXPECT_EQ(counts.rankByMarkov(1, 5), (Ids{9, 3, 4, 7, 8}));
  EXPECT_EQ(counts.rankByMarkov(1, 6), (Ids{4, 9, 3, 7, 8}));
  EXPECT_EQ(counts.rankByMarkov(1, 99), (Ids{4, 9, 3, 7, 8}));
  EXPECT_EQ(counts.rankByMarkov(2, 5), (Ids{7, 8, 4, 9, 3}));
  EXPECT_EQ(counts.rankByMarkov(3, 5), (Ids{4, 9, 3, 7, 8})) << "a user without training data gets everybody's";
  EXPECT_EQ(counts.rankByUserFrequency(1), (Ids{4, 9, 3, 7, 8}));
  EXPECT_EQ(counts.rankByUserFrequency(2), (Ids{7, 8, 4, 9, 3}));
}

TEST(RuleBaselines, UnlistedTargetsCountNothing) {
  SequenceSet train, test;
  train.append(sequenceOf(1, {5}, 5));
  test.append(sequenceOf(1, {5, 6}, 1));
  const auto rows = evaluateRules(test, train);
  ASSERT_TRUE(rows);
  ASSERT_EQ(rows->size(), 4U);
  for (const RuleRow& row : *rows) {
    EXPECT_EQ(row.metrics.unseen.n, 1U) << row.name;
    EXPECT_EQ(row.metrics.all.mrr, 0) << row.name;
    EXPECT_FALSE(row.metrics.all.loss) << row.name;
  }
}

TEST(RuleBaselines, CanBeStopped) {
  SequenceSet set;
  set.append(sequenceOf(1, {5}, 5));
  CancelToken cancel;
  cancel.cancel();
  const auto rows = evaluateRules(set, set, cancel);
  ASSERT_FALSE(rows);
  EXPECT_EQ(rows.error().kind, ErrorKind::Cancelled);
}

}  // namespace
}  // namespace sojourn
