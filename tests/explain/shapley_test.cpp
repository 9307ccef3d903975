// SPDX-License-Identifier: GPL-3.0-or-later
// Shapley values on games done by hand, their axioms on a model, and the drawn ones against the exact.
#include "model/explain/attribution/shapley.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/explain/small_engine.h"

namespace sojourn {
namespace {

using namespace test;
using ::testing::DoubleNear;
using ::testing::Pointwise;

/// A game given by a function of one coalition.
template <class Value>
CoalitionValues game(const Value& value) {
  return [value](std::span<const Coalition> coalitions) -> Result<std::vector<double>> {
    std::vector<double> values;
    for (const Coalition& coalition : coalitions) values.push_back(value(coalition));
    return values;
  };
}

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

TEST(Shapley, TheGloveGame) {
  // Player 0 has the left glove, 1 and 2 a right one each; a pair is worth 1.
  const auto found = shapleyValues(3, game([](const Coalition& c) { return c[0] && (c[1] || c[2]) ? 1.0 : 0.0; }));
  ASSERT_TRUE(found.ok());
  EXPECT_THAT(found->values, Pointwise(DoubleNear(1e-15), {2.0 / 3, 1.0 / 6, 1.0 / 6}));
  EXPECT_TRUE(found->exact);
  EXPECT_TRUE(found->errors.empty());
}

/// Votes of 12 players with weights 1..12, worth the square of the sum: the exact value is w_i * (sum of w).
double squareGame(const Coalition& coalition) {
  double votes = 0;
  for (std::size_t p = 0; p < coalition.size(); ++p) votes += coalition[p] ? static_cast<double>(p + 1) : 0;
  return votes * votes;
}

TEST(Shapley, DrawnValuesAgreeWithinTheirError) {
  const auto found = shapleyValues(12, game(squareGame));
  ASSERT_TRUE(found.ok());
  EXPECT_FALSE(found->exact);
  EXPECT_NEAR(sum(found->values), 78 * 78, 1e-9);
  // An order and its reverse together give exactly the mean in a game of pairs.
  for (std::size_t p = 0; p < 12; ++p) {
    EXPECT_NEAR(found->values[p], static_cast<double>(p + 1) * 78, 1e-9);
    EXPECT_NEAR(found->errors[p], 0, 1e-6);
  }
  const auto cubes = shapleyValues(11, game([](const Coalition& c) { return std::pow(squareGame(c), 1.5); }));
  const auto many = shapleyValues(11, game([](const Coalition& c) { return std::pow(squareGame(c), 1.5); }),
                                  {.orderPairs = 4000, .seed = 5});
  for (std::size_t p = 0; p < 11; ++p) {
    EXPECT_GT(cubes->errors[p], 0);
    EXPECT_NEAR(cubes->values[p], many->values[p], 4 * (cubes->errors[p] + many->errors[p]));
  }
}

TEST(Shapley, ExactEqualsAllOrders) {
  const auto odd = [](const Coalition& c) {
    double value = 0.3;
    for (std::size_t p = 0; p < c.size(); ++p) value = c[p] ? value * (1.7 - static_cast<double>(p)) + 0.1 : value;
    return value;
  };
  const auto found = shapleyValues(5, game(odd));
  std::vector<std::size_t> order(5);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<double> expected(5, 0);
  do {
    Coalition coalition(5, false);
    for (const std::size_t player : order) {
      const double before = odd(coalition);
      coalition[player] = true;
      expected[player] += (odd(coalition) - before) / 120;
    }
  } while (std::ranges::next_permutation(order).found);
  EXPECT_THAT(found->values, Pointwise(DoubleNear(1e-12), expected));
}

TEST(Shapley, PlacesAndDaysShareOutTheProbability) {
  const CheckpointFile checkpoint = smallPointerV45();
  const auto engine = engineOf(checkpoint);
  const Sequence sequence = fakeSequences({9}).front();
  const ExplanationTarget target{.location = 4};
  for (const Players players : {Players::Places, Players::Days}) {
    const auto found = explainByShapley(*engine, sequence, target, players);
    ASSERT_TRUE(found.ok()) << found.error().sentence();
    EXPECT_TRUE(found->result.exact);
    EXPECT_NEAR(found->result.whole, plainProbability(checkpoint, sequence, 4), 1e-10);
    EXPECT_NEAR(found->result.empty, plainProbability(checkpoint, sequence, 4, std::vector<bool>(9, true)), 1e-10);
    EXPECT_NEAR(sum(found->result.values), found->result.whole - found->result.empty, 1e-12);
    std::vector<bool> seen(9, false);
    for (std::size_t p = 0; p < found->visits.size(); ++p)
      for (const std::size_t visit : found->visits[p]) {
        EXPECT_FALSE(seen[visit]);
        seen[visit] = true;
        const Visit &own = sequence.visits[visit], &first = sequence.visits[found->visits[p].front()];
        EXPECT_TRUE(players == Players::Places ? own.location == first.location : own.daysAgo == first.daysAgo);
      }
    EXPECT_TRUE(std::ranges::all_of(seen, [](bool is) { return is; }));
  }
}

TEST(Shapley, FeaturesShareItOutToo) {
  const Sequence sequence = fakeSequences({6}).front();
  const ExplanationTarget target{.location = 4, .ratherThan = 7};
  const auto pointer = explainByShapley(*engineOf(smallPointerV45()), sequence, target, Players::Features);
  ASSERT_TRUE(pointer.ok()) << pointer.error().sentence();
  EXPECT_EQ(pointer->names.size(), 7U);
  EXPECT_NEAR(sum(pointer->result.values), pointer->result.whole - pointer->result.empty, 1e-12);
  EXPECT_NEAR(pointer->result.whole,
              plainProbability(smallPointerV45(), sequence, 4) - plainProbability(smallPointerV45(), sequence, 7),
              1e-10);
  CheckpointFile blank = smallPointerV45();
  for (NamedArray& tensor : blank.tensors)
    if (tensor.name.ends_with("_emb.weight"))
      tensor.array = makeArray(tensor.array.shape, std::vector<float>(tensor.array.toFloats().size(), 0.0F));
  EXPECT_NEAR(pointer->result.empty, plainProbability(blank, sequence, 4) - plainProbability(blank, sequence, 7),
              1e-10);
  EXPECT_EQ(explainByShapley(*engineOf(smallMhsa()), sequence, target, Players::Features)->names.size(), 4U);
}

TEST(Shapley, CancelledAndRefused) {
  const auto engine = engineOf(smallPointerV45());
  const Sequence sequence = fakeSequences({9}).front();
  const CancelToken cancel;
  cancel.cancel();
  const auto cancelled = explainByShapley(*engine, sequence, {.location = 4}, Players::Places, cancel);
  ASSERT_FALSE(cancelled.ok());
  EXPECT_EQ(cancelled.error().kind, ErrorKind::Cancelled);
  EXPECT_FALSE(explainByShapley(*engine, sequence, {.location = 99}, Players::Places).ok());
  EXPECT_FALSE(explainByShapley(*engine, sequence, {.location = 99}, Players::Features).ok());
  EXPECT_FALSE(explainByShapley(*engine, {}, {.location = 9}, Players::Places).ok());
}

}  // namespace
}  // namespace sojourn
