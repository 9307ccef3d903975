// SPDX-License-Identifier: GPL-3.0-or-later
// Debiased exponential smoothing against its definition.
#include "views/present/chart/smoothing.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace sojourn::present {
namespace {

/// The weighted mean written out: weights w^age of all finite values up to `last`.
double directMean(const std::vector<double>& values, std::size_t last, double weight) {
  double sum = 0, total = 0;
  double age = 0;
  for (std::size_t i = last + 1; i-- > 0;) {
    if (!std::isfinite(values[i])) continue;
    sum += std::pow(weight, age) * values[i];
    total += std::pow(weight, age);
    age += 1;
  }
  return sum / total;
}

TEST(Smoothing, IsTheWeightedMeanOfTheValuesSoFar) {
  std::vector<double> values;
  for (int i = 0; i < 300; ++i) values.push_back(5 * std::exp(-i / 50.0) + std::sin(i * 12.9898));
  for (const double weight : {0.3, 0.6, 0.9, 0.99}) {
    const std::vector<double> smooth = smoothed(values, weight);
    ASSERT_EQ(smooth.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(smooth[i], directMean(values, i, weight), 1e-11);
  }
}

TEST(Smoothing, HasNoPullOfItsStart) {
  const std::vector<double> constant(50, 4.25);
  for (const double value : smoothed(constant, 0.99)) EXPECT_NEAR(value, 4.25, 1e-13);
  EXPECT_DOUBLE_EQ(smoothed(std::vector<double>{7, 1}, 0.9)[0], 7);
  EXPECT_NEAR(smoothed(std::vector<double>{7, 1}, 0.9)[1], (0.9 * 7 + 1) / 1.9, 1e-14);
}

TEST(Smoothing, LeavesWhatIsNoNumberInItsPlaceAndOutOfTheMean) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> values{2, nan, 4, infinity, 6};
  const std::vector<double> smooth = smoothed(values, 0.5);
  EXPECT_DOUBLE_EQ(smooth[0], 2);
  EXPECT_TRUE(std::isnan(smooth[1]));
  EXPECT_NEAR(smooth[2], directMean(values, 2, 0.5), 1e-14);
  EXPECT_EQ(smooth[3], infinity);
  EXPECT_NEAR(smooth[4], directMean(values, 4, 0.5), 1e-14);
}

TEST(Smoothing, WeightsOutsideItsRangeAreClamped) {
  const std::vector<double> values{1, 5, 2};
  EXPECT_EQ(smoothed(values, 0), values);
  EXPECT_EQ(smoothed(values, -3), values);
  EXPECT_EQ(smoothed(values, std::numeric_limits<double>::quiet_NaN()), values);
  EXPECT_EQ(smoothed(values, 5), smoothed(values, strongestSmoothing));
  EXPECT_TRUE(smoothed({}, 0.5).empty());
}

}  // namespace
}  // namespace sojourn::present
