// SPDX-License-Identifier: GPL-3.0-or-later
// Intervals from resampling users, and the correction of several tests.
#include "model/data/statistics/resampling.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sojourn {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::IsNan;
using ::testing::Pointwise;

TEST(Estimates, ResampleGroupsAndNotTheirMembers) {
  // Five users who agree with themselves: the mean of a resample is a multiple of 1/5, whatever the number of samples.
  std::vector<double> values(100, 0);
  std::vector<std::int32_t> users(100);
  std::fill(values.begin() + 40, values.end(), 1);
  for (std::size_t i = 0; i < 100; ++i) users[i] = static_cast<std::int32_t>(i / 20);
  const Estimate wide = estimateByGroups(values, users, 1000, 0);
  EXPECT_EQ(wide.mean, 0.6);
  EXPECT_TRUE(wide.hasInterval());
  EXPECT_NEAR(wide.low, 0.2, 1e-12);
  EXPECT_NEAR(wide.high, 1, 1e-12);
  EXPECT_EQ(wide.n, 100U);
  for (std::size_t i = 0; i < 100; ++i) users[i] = static_cast<std::int32_t>(i);
  const Estimate narrow = estimateByGroups(values, users, 1000, 0);
  EXPECT_NEAR(narrow.low, 0.5, 0.03);
  EXPECT_NEAR(narrow.high, 0.7, 0.03);
  values[7] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(estimateByGroups(values, users, 10, 0).n, 99U);
  EXPECT_TRUE(std::isnan(estimateByGroups({}, {}, 10, 0).mean));
}

TEST(Estimates, OfFewUsersHaveNoInterval) {
  const std::vector<double> values{0.1, 0.4, 0.2, 0.9, 0.3, 0.6};
  for (const std::vector<std::int32_t>& users :
       {std::vector<std::int32_t>(6, 3), std::vector<std::int32_t>{1, 2, 3, 4, 4, 4}}) {
    const Estimate estimate = estimateByGroups(values, users, 1000, 0);
    EXPECT_NEAR(estimate.mean, 2.5 / 6, 1e-12);
    EXPECT_EQ(estimate.n, 6U);
    EXPECT_FALSE(estimate.hasInterval());
    EXPECT_TRUE(std::isnan(estimate.low) && std::isnan(estimate.high)) << "not an interval of no width";
  }
  EXPECT_TRUE(estimateByGroups(values, std::vector<std::int32_t>{1, 2, 3, 4, 5, 5}, 1000, 0).hasInterval());
}

TEST(Estimates, OfSeveralRatiosShareTheDraws) {
  // Ten users; the second figure is twice the first, the third has four users only, the fourth none.
  RatioByUser once, twice, few, none;
  for (std::size_t u = 0; u < 10; ++u) {
    once.numerator.push_back(static_cast<double>(u));
    twice.numerator.push_back(2 * static_cast<double>(u));
    few.numerator.push_back(u < 4 ? 1 : 0);
    none.numerator.push_back(0);
    once.denominator.push_back(3);
    twice.denominator.push_back(3);
    few.denominator.push_back(u < 4 ? 2 : 0);
    none.denominator.push_back(0);
  }
  const auto estimates = estimateRatios(std::vector{once, twice, few, none}, 10, 500);
  ASSERT_EQ(estimates.size(), 4U);
  EXPECT_DOUBLE_EQ(estimates[0].mean, 1.5);
  EXPECT_LT(estimates[0].low, 1.2);
  EXPECT_GT(estimates[0].high, 1.8);
  EXPECT_DOUBLE_EQ(estimates[1].low, 2 * estimates[0].low);
  EXPECT_DOUBLE_EQ(estimates[1].high, 2 * estimates[0].high);
  EXPECT_DOUBLE_EQ(estimates[2].mean, 0.5);
  EXPECT_FALSE(estimates[2].hasInterval());
  EXPECT_TRUE(std::isnan(estimates[3].mean));
}

TEST(Holm, ByHand) {
  EXPECT_THAT(holmCorrected(std::vector<double>{0.01, 0.04, 0.03, 0.005}),
              Pointwise(DoubleNear(1e-15), {0.03, 0.06, 0.06, 0.02}));
  EXPECT_THAT(holmCorrected(std::vector<double>{0.9, 0.6}), ElementsAre(1, 1));
  EXPECT_TRUE(holmCorrected({}).empty());
  const double none = std::nan("");
  EXPECT_THAT(holmCorrected(std::vector<double>{0.01, none, 0.04}), ElementsAre(0.02, IsNan(), 0.04));
}

}  // namespace
}  // namespace sojourn
