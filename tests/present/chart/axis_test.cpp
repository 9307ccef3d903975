// SPDX-License-Identifier: GPL-3.0-or-later
// Axes and their round numbers: linear, logarithmic, durations and times of day.
#include "views/present/chart/axis.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace sojourn::present {
namespace {

std::vector<std::string> texts(const std::vector<Tick>& ticks) {
  std::vector<std::string> texts;
  for (const Tick& tick : ticks) texts.push_back(tick.text);
  return texts;
}
using Words = std::vector<std::string>;

TEST(Axis, MapsBothWays) {
  const Axis up(2, 4, 100, 0);
  EXPECT_FLOAT_EQ(up.at(2), 100);
  EXPECT_FLOAT_EQ(up.at(3), 50);
  EXPECT_FLOAT_EQ(up.at(4), 0);
  EXPECT_DOUBLE_EQ(up.valueAt(50), 3);
  const Axis log(0.01, 100, 0, 400, true);
  EXPECT_FLOAT_EQ(log.at(1), 200);
  EXPECT_FLOAT_EQ(log.at(10), 300);
  EXPECT_NEAR(log.valueAt(100), 0.1, 1e-12);
}

TEST(Axis, IsNeverInfinite) {
  for (const bool logarithmic : {false, true}) {
    const Axis axis(1, 10, 200, 0, logarithmic);
    for (const double value : {0.0, -5.0, 1e300, -1e300, std::numeric_limits<double>::infinity(),
                               -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
      EXPECT_TRUE(std::isfinite(axis.at(value))) << value;
    }
    EXPECT_LT(axis.at(1e300), -1000);
  }
  EXPECT_GT(Axis(1, 10, 200, 0, true).at(0), 1000);  // below the lowest power of ten
}

TEST(Ticks, StepsAreOneTwoFive) {
  EXPECT_DOUBLE_EQ(roundStep(0.9), 1);
  EXPECT_DOUBLE_EQ(roundStep(1), 1);
  EXPECT_DOUBLE_EQ(roundStep(1.1), 2);
  EXPECT_DOUBLE_EQ(roundStep(3), 5);
  EXPECT_DOUBLE_EQ(roundStep(6), 10);
  EXPECT_DOUBLE_EQ(roundStep(0.03), 0.05);
  EXPECT_DOUBLE_EQ(roundStep(2000), 2000);
  EXPECT_DOUBLE_EQ(roundStep(0), 1);
  EXPECT_DOUBLE_EQ(roundStep(std::numeric_limits<double>::quiet_NaN()), 1);
}

TEST(Ticks, LinearNumbers) {
  EXPECT_EQ(texts(numberTicks(Axis(2.83, 3.71, 80, 0), 18)), (Words{"3.0", "3.2", "3.4", "3.6"}));
  EXPECT_EQ(texts(numberTicks(Axis(-0.02, 0.02, 80, 0), 18)),
            (Words{"\u22120.02", "\u22120.01", "0.00", "0.01", "0.02"}));
  EXPECT_EQ(texts(numberTicks(Axis(0, 12.4, 0, 300), 26, true)), (Words{"0", "2", "4", "6", "8", "10", "12"}));
  EXPECT_EQ(texts(numberTicks(Axis(0, 1, 0, 900), 26, true)), (Words{"0", "1"}));
  EXPECT_EQ(texts(numberTicks(Axis(0, 2900, 0, 300), 64, true)), (Words{"0", "1\u2009000", "2\u2009000"}));
}

TEST(Ticks, AreWithinTheAxisAndApart) {
  for (const double from : {-1e6, -3.2, 0.0, 1e-7, 4.4, 1e12}) {
    for (const double span : {1e-6, 0.37, 1.0, 12.4, 5e4, 1e9}) {
      const Axis axis(from, from + span, 0, 240);
      const std::vector<Tick> ticks = numberTicks(axis, 30);
      for (std::size_t i = 0; i < ticks.size(); ++i) {
        EXPECT_GE(axis.at(ticks[i].value), -0.5F);
        EXPECT_LE(axis.at(ticks[i].value), 240.5F);
        if (i > 0) {
          EXPECT_GE(axis.at(ticks[i].value) - axis.at(ticks[i - 1].value), 29.5F) << from << " " << span;
        }
      }
    }
  }
}

TEST(Ticks, LogarithmicDecades) {
  EXPECT_EQ(texts(numberTicks(Axis(1e-4, 2e-2, 80, 0, true), 18)), (Words{"0.0001", "0.001", "0.01"}));
  EXPECT_EQ(texts(numberTicks(Axis(1e-6, 2e-3, 80, 0, true), 18)),
            (Words{"1e\u22126", "1e\u22125", "1e\u22124", "1e\u22123"}));
  EXPECT_EQ(texts(numberTicks(Axis(0.3, 11, 200, 0, true), 18)), (Words{"0.5", "1", "2", "5", "10"}));
  // So many that only some have room.
  const std::vector<Tick> many = numberTicks(Axis(1e-30, 1e30, 100, 0, true), 18);
  EXPECT_GE(many.size(), 3U);
  EXPECT_LE(many.size(), 7U);
}

TEST(Ticks, ALogarithmicAxisWithoutPowersOfTenHasRoundNumbers) {
  EXPECT_EQ(texts(numberTicks(Axis(2.2, 4.4, 100, 0, true), 18)), (Words{"2.5", "3.0", "3.5", "4.0"}));
}

TEST(Ticks, Durations) {
  EXPECT_EQ(texts(durationTicks(Axis(0, 75, 0, 300), 54)), (Words{"0", "15 s", "30 s", "45 s", "60 s", "75 s"}));
  EXPECT_EQ(texts(durationTicks(Axis(0, 2 * 3600, 0, 300), 54)), (Words{"0", "30 min", "60 min", "90 min", "120 min"}));
  EXPECT_EQ(texts(durationTicks(Axis(0, 10 * 3600, 0, 300), 54)), (Words{"0", "2 h", "4 h", "6 h", "8 h", "10 h"}));
  EXPECT_EQ(texts(durationTicks(Axis(0, 5 * 86400, 0, 300), 54)), (Words{"0", "1 d", "2 d", "3 d", "4 d", "5 d"}));
  EXPECT_EQ(texts(durationTicks(Axis(0, 0.5, 0, 300), 100)), (Words{"0", "0.2 s", "0.4 s"}));
}

TEST(Ticks, TimesOfDay) {
  constexpr double noon = 1763726400;  // 2025-11-21 12:00 UTC
  EXPECT_EQ(texts(clockTicks(Axis(noon, noon + 3600, 0, 300), 62)),
            (Words{"12:00", "12:15", "12:30", "12:45", "13:00"}));
  EXPECT_EQ(texts(clockTicks(Axis(noon, noon + 60, 0, 300), 62)),
            (Words{"12:00:00", "12:00:15", "12:00:30", "12:00:45", "12:01:00"}));
  EXPECT_EQ(texts(clockTicks(Axis(noon, noon + 86400, 0, 300), 62)),
            (Words{"12:00", "18:00", "22 Nov", "06:00", "12:00"}));
  EXPECT_EQ(texts(clockTicks(Axis(noon, noon + 3 * 86400, 0, 300), 62)), (Words{"22 Nov", "23 Nov", "24 Nov"}));
  // A hostile clock is a number, not a crash.
  for (const Tick& tick : clockTicks(Axis(1e18, 2e18, 0, 300), 62)) EXPECT_FALSE(tick.text.empty());
}

}  // namespace
}  // namespace sojourn::present
