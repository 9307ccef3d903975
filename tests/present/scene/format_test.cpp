// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers, times and days as the visual rules want them written.
#include "views/present/scene/format.h"

#include <limits>

#include <gtest/gtest.h>

namespace sojourn::present {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Format, Probability) {
  EXPECT_EQ(probability(0.4707), "0.471");
  EXPECT_EQ(probability(1), "1.000");
  EXPECT_EQ(probability(0), "0");
  EXPECT_EQ(probability(0.0005), "0.001");
  EXPECT_EQ(probability(0.00049), "<0.001");
  EXPECT_EQ(probability(1e-30), "<0.001");
  EXPECT_EQ(probability(nan), "–");
}

TEST(Format, ShortProbability) {
  EXPECT_EQ(shortProbability(0.272), ".27");
  EXPECT_EQ(shortProbability(0.0051), ".01");
  EXPECT_EQ(shortProbability(0.0049), "");
  EXPECT_EQ(shortProbability(0.994), ".99");
  EXPECT_EQ(shortProbability(0.996), "1.0");
  EXPECT_EQ(shortProbability(nan), "");
}

TEST(Format, ExactKeepsSixDigits) {
  EXPECT_EQ(exactText(0.2716834567), "0.271683");
  EXPECT_EQ(exactText(-1.0641234), "−1.06412");
  EXPECT_EQ(exactText(1e-10), "1e-10");
  EXPECT_EQ(exactText(0), "0");
  EXPECT_EQ(exactText(nan), "–");
}

TEST(Format, Offset) {
  EXPECT_EQ(offsetText(480), "+08:00");
  EXPECT_EQ(offsetText(-210), "−03:30");
  EXPECT_EQ(offsetText(0), "");
}

TEST(Format, ScoresAndBiasCarryTheTrueMinus) {
  EXPECT_EQ(scoreText(-1.064), "−1.06");
  EXPECT_EQ(scoreText(17.5), "17.50");
  EXPECT_EQ(scoreText(-0.004), "0.00");
  EXPECT_EQ(biasText(-0.0564), "−0.056");
  EXPECT_EQ(biasText(-0.0001), "0.000");
  EXPECT_EQ(scoreText(-infinity), "−∞");
  EXPECT_EQ(scoreText(nan), "–");
}

TEST(Format, SignedProbability) {
  EXPECT_EQ(signedProbability(0.0784), "+0.078");
  EXPECT_EQ(signedProbability(-0.115), "−0.115");
  EXPECT_EQ(signedProbability(0.0004), "0");
  EXPECT_EQ(signedProbability(nan), "–");
}

TEST(Format, Duration) {
  EXPECT_EQ(durationText(44), "44 min");
  EXPECT_EQ(durationText(84), "1.4 h");
  EXPECT_EQ(durationText(2880), "2.0 d");
  EXPECT_EQ(durationText(nan), "–");
}

TEST(Format, ClockWrapsIntoTheDay) {
  EXPECT_EQ(clockText(490), "08:10");
  EXPECT_EQ(clockText(1440), "00:00");
  EXPECT_EQ(clockText(-15), "23:45");
}

TEST(Format, Weekday) {
  EXPECT_EQ(weekdayText(0), "Mon");
  EXPECT_EQ(weekdayText(6), "Sun");
  EXPECT_EQ(weekdayText(7), "day 7");
  EXPECT_EQ(weekdayText(-1), "day -1");
}

}  // namespace
}  // namespace sojourn::present
