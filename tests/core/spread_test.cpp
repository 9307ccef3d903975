// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/spread.h"

#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace sojourn {
namespace {

TEST(Spread, IsTheMeanAndTheSampleDeviation) {
  // The seeds' own test accuracies; by hand: 152.62 / 3, sqrt((2.0668^2 + 0.2132^2 + 1.8732^2) / 2).
  const std::array accuracy{52.94, 50.66, 49.00};
  const Spread spread = spreadOf(accuracy);
  EXPECT_EQ(spread.n, 3U);
  EXPECT_NEAR(spread.mean, 50.866667, 1e-6);
  ASSERT_TRUE(spread.deviation);
  EXPECT_NEAR(*spread.deviation, 1.978114, 1e-5);
  EXPECT_EQ(spread.lowest, 49.00);
  EXPECT_EQ(spread.highest, 52.94);
}

TEST(Spread, KeepsItsDigitsFarFromZero) {
  const std::array values{1e9 + 1, 1e9 + 2, 1e9 + 3};
  EXPECT_DOUBLE_EQ(*spreadOf(values).deviation, 1.0);
  EXPECT_DOUBLE_EQ(spreadOf(values).mean, 1e9 + 2);
}

TEST(Spread, OfOneValueHasNoDeviationAndOfNoneNothing) {
  const std::array one{3.5};
  EXPECT_EQ(spreadOf(one), (Spread{.n = 1, .mean = 3.5, .deviation = {}, .lowest = 3.5, .highest = 3.5}));
  EXPECT_EQ(spreadOf({}).n, 0U);
}

TEST(Spread, LeavesOutWhatIsNoNumber) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::array values{std::nan(""), 2.0, infinity, 4.0, -infinity};
  const Spread spread = spreadOf(values);
  EXPECT_EQ(spread.n, 2U);
  EXPECT_DOUBLE_EQ(spread.mean, 3);
  EXPECT_DOUBLE_EQ(*spread.deviation, std::sqrt(2.0));
}

}  // namespace
}  // namespace sojourn
