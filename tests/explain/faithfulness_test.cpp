// SPDX-License-Identifier: GPL-3.0-or-later
// The arithmetic of faithfulness, ties, chance and agreement, on cases done by hand.
#include "model/explain/faithfulness/faithfulness.h"

#include <array>
#include <cmath>
#include <limits>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/random.h"
#include "model/explain/statistics/ranking.h"

namespace sojourn {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::Pointwise;

TEST(Faithfulness, RemovalCountsAreEachBelowTheLengthOnce) {
  EXPECT_TRUE(removalCounts(1).empty());
  EXPECT_THAT(removalCounts(2), ElementsAre(1));
  EXPECT_THAT(removalCounts(3), ElementsAre(1, 2));
  EXPECT_THAT(removalCounts(5), ElementsAre(1, 2, 3));
  EXPECT_THAT(removalCounts(6), ElementsAre(1, 2, 3, 5));
  EXPECT_THAT(removalCounts(10), ElementsAre(1, 2, 3, 5));
  EXPECT_THAT(removalCounts(17), ElementsAre(1, 2, 3, 5, 9));
}

TEST(Faithfulness, AreaIsTheTrapeziumMean) {
  EXPECT_DOUBLE_EQ(areaUnder(std::vector<double>{0.7}), 0.7);
  EXPECT_DOUBLE_EQ(areaUnder(std::vector<double>{1, 0}), 0.5);
  EXPECT_DOUBLE_EQ(areaUnder(std::vector<double>{0.8, 0.4, 0.2, 0.2}), (0.6 + 0.3 + 0.2) / 3);
}

TEST(Faithfulness, FiguresOfAnOrderByHand) {
  // L = 4: k in {1, 2, 3}.
  const Faithfulness found = faithfulnessOf({0.9, 0.5, 0.3, 0.1}, {0.2, 0.6, 0.8, 0.9});
  EXPECT_NEAR(found.comprehensiveness, (0.4 + 0.6 + 0.8) / 3, 1e-15);
  EXPECT_NEAR(found.sufficiency, (0.7 + 0.3 + 0.1) / 3, 1e-15);
  EXPECT_NEAR(found.deletionAuc, (0.7 + 0.4 + 0.2) / 3, 1e-15);
  EXPECT_NEAR(found.insertionAuc, (0.4 + 0.7 + 0.85) / 3, 1e-15);

  const Faithfulness other = faithfulnessOf({0.9, 0.9, 0.9, 0.9}, {0.9, 0.9, 0.9, 0.9});
  const Faithfulness mean = meanOf(std::vector{found, other});
  EXPECT_NEAR(mean.comprehensiveness, found.comprehensiveness / 2, 1e-15);
  EXPECT_NEAR(mean.sufficiency, found.sufficiency / 2, 1e-15);
  EXPECT_NEAR(mean.deletionAuc, (found.deletionAuc + 0.9) / 2, 1e-15);
  EXPECT_THAT(mean.deletion, Pointwise(DoubleNear(1e-15), {0.9, 0.7, 0.6, 0.5}));
}

TEST(Faithfulness, RandomOrdersScatterAsTheirStandardDeviation) {
  const Faithfulness a = faithfulnessOf({0.9, 0.5, 0.1}, {0.2, 0.6, 0.9});
  const Faithfulness b = faithfulnessOf({0.9, 0.9, 0.9}, {0.8, 0.8, 0.9});
  EXPECT_FALSE(scatterOf(std::vector{a}).has_value());
  const auto scatter = scatterOf(std::vector{a, b});
  ASSERT_TRUE(scatter.has_value());
  // Of two values the deviation is their distance by the root of two.
  const double root = std::sqrt(2.0);
  EXPECT_THAT(scatter->deletion, Pointwise(DoubleNear(1e-12), {0.0, 0.4 / root, 0.8 / root}));
  EXPECT_THAT(scatter->insertion, Pointwise(DoubleNear(1e-12), {0.6 / root, 0.2 / root, 0.0}));
  const double gainA = a.insertionAuc - a.deletionAuc, gainB = b.insertionAuc - b.deletionAuc;
  EXPECT_NEAR(scatter->gain, std::abs(gainA - gainB) / root, 1e-12);
}

TEST(Ranking, HighestFirstAndNoNumbersLast) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(ordersOf(std::vector<double>{0.1, none, -3, 5}), ElementsAre(ElementsAre(3, 0, 2, 1)));
  EXPECT_EQ(tiedShare(std::vector<double>{0.1, none, -3, 5}), 0);
}

TEST(Ranking, TiesAreDrawnTwentyTimesAndOnlyTies) {
  const std::vector<double> scores{0, 7, 0, 0, 9};
  EXPECT_DOUBLE_EQ(tiedShare(scores), 0.6);
  const std::vector<VisitOrder> orders = ordersOf(scores);
  ASSERT_EQ(orders.size(), 20U);
  std::set<VisitOrder> different;
  for (const VisitOrder& order : orders) {
    EXPECT_EQ(order[0], 4U);
    EXPECT_EQ(order[1], 1U);
    different.insert(order);
  }
  EXPECT_GT(different.size(), 3U);
  EXPECT_EQ(ordersOf(scores), orders) << "the same seed, the same orders";
  EXPECT_NE(ordersOf(scores, 20, 1), orders);
}

TEST(Ranking, RandomOrdersAreEquallyLikely) {
  std::set<VisitOrder> all;
  for (const VisitOrder& order : randomOrders(4, 2'000)) all.insert(order);
  EXPECT_EQ(all.size(), 24U);
  std::array<int, 4> first{};
  for (const VisitOrder& order : randomOrders(4, 24'000)) ++first[order[0]];
  for (const int count : first) EXPECT_NEAR(count, 6000, 4 * std::sqrt(24'000 * 0.25 * 0.75));
}

TEST(Random, IsTheSameOnEveryMachine) {
  // mt19937_64's first number with seed 0 is 2947667278772165694.
  EXPECT_EQ(Random(0).below(1000), 694U);
  std::vector<int> values{0, 1, 2, 3, 4};
  Random(0).shuffle(std::span(values));
  const std::vector<int> again = values;
  std::vector<int> other{0, 1, 2, 3, 4};
  Random(0).shuffle(std::span(other));
  EXPECT_EQ(other, again);
}

TEST(Chance, CountsOrdersThatAreAsLowOrLower) {
  const std::vector<double> random{0.5, 0.2, 0.3, 0.3};
  EXPECT_DOUBLE_EQ(permutationPValue(0.1, random), 0.2);
  EXPECT_DOUBLE_EQ(permutationPValue(0.3, random), 0.8);
  EXPECT_DOUBLE_EQ(permutationPValue(0.9, random), 1);
  EXPECT_DOUBLE_EQ(permutationPValue(0, std::vector<double>(199, 1)), 1.0 / 200);
}

TEST(Agreement, TauBByHand) {
  EXPECT_DOUBLE_EQ(kendallTauB(std::vector<double>{1, 2, 3}, std::vector<double>{10, 20, 30}), 1);
  EXPECT_DOUBLE_EQ(kendallTauB(std::vector<double>{1, 2, 3}, std::vector<double>{3, 2, 1}), -1);
  // (0,1), (0,2), (0,3) agree, (1,3) does not, (1,2) is tied on the left and (2,3) on the right: 2 / sqrt(5 * 5).
  EXPECT_DOUBLE_EQ(kendallTauB(std::vector<double>{1, 2, 2, 3}, std::vector<double>{1, 3, 2, 2}), 2.0 / 5);
  EXPECT_TRUE(std::isnan(kendallTauB(std::vector<double>{1, 1, 1}, std::vector<double>{1, 2, 3})));
  EXPECT_NEAR(tauCriticalValue(10), 1.96 * std::sqrt(2 * 25.0 / (9 * 10 * 9)), 1e-15);
}

}  // namespace
}  // namespace sojourn
