// SPDX-License-Identifier: GPL-3.0-or-later
// Axes that one series far from the others does not flatten, and that stay where they are while it goes on.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "views/present/chart/axis.h"

namespace sojourn::present {
namespace {

std::vector<double> falling(double from, double to, int n = 40) {
  std::vector<double> values;
  for (int i = 0; i < n; ++i) values.push_back(to + (from - to) * std::exp(-i / 6.0));
  return values;
}

TEST(RobustRange, OneSeriesGoneWildFlattensNoOther) {
  const std::vector<double> good = falling(4, 2.9), other = falling(3.9, 3.0);
  const auto calm = robustRange({{good}, {other}}, CutEnds::High);
  ASSERT_TRUE(calm);
  std::vector<double> wild;
  double highest = 0;
  for (int step = 0; step < 200; ++step) {
    wild.push_back(step < 10 ? 4 : 18.5);
    const auto range = robustRange({{good}, {wild}, {other}}, CutEnds::High);
    ASSERT_TRUE(range);
    EXPECT_DOUBLE_EQ(range->low, 2.9 + 1.1 * std::exp(-39 / 6.0));
    EXPECT_LT(range->high, 6) << step;
    highest = std::max(highest, range->high);
  }
  EXPECT_DOUBLE_EQ(robustRange({{good}, {wild}, {other}}, CutEnds::High)->high, highest) << "however long it goes on";
  // Two alone: the lower of them is the measure.
  EXPECT_LT(robustRange({{good}, {wild}}, CutEnds::High)->high, 6);
  // Where most are up there, so is the axis.
  EXPECT_GE(robustRange({{good}, {wild}, {wild}}, CutEnds::High)->high, 18.5);
}

TEST(RobustRange, RunsThatAreMerelyWorseStay) {
  // Two flat ones, seven of a hundred apart: neither is gone wild.
  const auto range = robustRange({{falling(2.75, 2.7)}, {falling(3.05, 2.97)}}, CutEnds::High);
  ASSERT_TRUE(range);
  EXPECT_GT(range->high, 3.02);
  // Before and after clipping in one chart: the clipped norm hardly moves, the other one is no stranger.
  const auto norms = robustRange({{falling(1, 0.5), std::vector<double>(40, -0.097)}}, CutEnds::Both, true);
  EXPECT_GT(norms->high, 0.8);
}

TEST(RobustRange, TheLowEndOfALossIsNeverCut) {
  const auto range = robustRange({{falling(4, 2.9)}, {falling(4, 2.8)}, {falling(4, 0.04)}}, CutEnds::High);
  ASSERT_TRUE(range);
  EXPECT_LT(range->low, 0.05);
}

TEST(RobustRange, ASpikeOfASeriesIsBeyondItsFence) {
  std::vector<double> norms(100, 1);
  for (std::size_t i = 0; i < norms.size(); ++i) norms[i] += 0.01 * static_cast<double>(i % 10);
  norms[50] = 4e7;
  EXPECT_LT(robustRange({{norms}}, CutEnds::High)->high, 1.5);
  EXPECT_EQ(robustRange({{norms}}, CutEnds::None)->high, 4e7);
}

/// Norms around one, with a spike of about `height` every `every` steps.
std::vector<double> spiking(std::mt19937& random, int steps, int every, double height) {
  std::uniform_real_distribution<double> noise(0.9, 1.1);
  std::vector<double> norms;
  for (int step = 0; step < steps; ++step) norms.push_back(noise(random) * (step % every == 0 ? height : 1));
  return norms;
}

TEST(RobustRange, RegularSpikesAreWithinTheAxis) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 200; ++trial) {
    const int every = std::uniform_int_distribution(3, 90)(random);
    const int steps = every * std::uniform_int_distribution(3, 40)(random);
    const double height = std::uniform_real_distribution(2.0, 50.0)(random);
    const std::vector<double> norms = spiking(random, steps, every, height);
    const double highest = std::ranges::max(norms);
    EXPECT_EQ(robustRange({{norms}}, CutEnds::High)->high, highest) << steps << " steps, a spike in " << every;
    std::vector<double> mirrored;
    for (const double norm : norms) mirrored.push_back(-norm);
    EXPECT_EQ(robustRange({{mirrored}}, CutEnds::Both)->low, -highest);
    // Beside others, and one of them much higher than the rest: still the same axis, but for that one.
    std::vector<double> wild = norms;
    wild[wild.size() / 2] = 1e6;
    EXPECT_LT(robustRange({{wild}}, CutEnds::High)->high, 4 * highest);
    // A run that diverges does not flatten two that do not.
    std::vector<double> diverging = norms;
    for (std::size_t i = diverging.size() / 2; i < diverging.size(); ++i) diverging[i] = std::pow(1.5, i);
    const auto together = robustRange({{norms}, {diverging}, {spiking(random, steps, every, height)}}, CutEnds::High);
    EXPECT_GE(together->high, highest);
    EXPECT_LT(together->high, 4 * highest);
  }
}

TEST(RobustRange, FewSpikesAndOneLongRiseAreBeyondTheFence) {
  std::mt19937 random(8);
  std::vector<double> rare = spiking(random, 1000, 5000, 1);
  for (const int at : {100, 300, 500, 700, 900}) rare[static_cast<std::size_t>(at)] = 1000;
  EXPECT_LT(robustRange({{rare}}, CutEnds::High)->high, 3) << "five in a thousand";
  std::vector<double> rising = spiking(random, 1000, 5000, 1);
  for (std::size_t i = 900; i < 1000; ++i) rising[i] = std::pow(1.2, i - 890);
  EXPECT_LT(robustRange({{rising}}, CutEnds::High)->high, 3) << "the end of a run that diverges";
}

TEST(RobustRange, OnLogarithmicAxesBothEndsAreCutOnTheirScale) {
  std::vector<SeriesOfRun> norms(3, SeriesOfRun(1));
  for (int i = 0; i < 60; ++i)
    for (std::size_t s = 0; s < norms.size(); ++s)
      norms[s][0].push_back(1 + 0.02 * static_cast<double>(i) + 0.1 * static_cast<double>(s));
  for (const double odd : {1e-12, 0.0, std::numeric_limits<double>::infinity()}) norms[2][0].push_back(odd);
  const ValueRange range = axisRange(norms, true, CutEnds::Both);
  EXPECT_GT(range.low, 0.1);
  EXPECT_LT(range.high, 10);
}

TEST(RobustRange, NothingAndSingleValuesHaveAWidth) {
  EXPECT_FALSE(robustRange({}, CutEnds::High));
  EXPECT_FALSE(robustRange({{{std::nan("")}}}, CutEnds::High));
  for (const auto& series : {std::vector<double>{}, {0.0}, {3.0}, {3.0, 3.0, 3.0}, {-1e308, 1e308}})
    for (const bool logarithmic : {false, true}) {
      const ValueRange range = axisRange({{series}}, logarithmic, CutEnds::High);
      EXPECT_LT(range.low, range.high);
      EXPECT_TRUE(std::isfinite(range.low) && std::isfinite(range.high));
    }
}

}  // namespace
}  // namespace sojourn::present
