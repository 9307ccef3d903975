// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of runs in words, as tables and tiles write them.
#include "views/present/runs/run_figures.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace sojourn::present {
namespace {

TEST(RunFigures, SpansReadAsClocks) {
  EXPECT_EQ(spanText(0), "0:00");
  EXPECT_EQ(spanText(257), "4:17");
  EXPECT_EQ(spanText(3723), "1:02:03");
  EXPECT_EQ(spanText(-5), "0:00");
  EXPECT_EQ(spanText(1e300), "100000:00:00");
  EXPECT_EQ(spanText(std::nullopt), "\u2013");
  EXPECT_EQ(spanText(std::numeric_limits<double>::infinity()), "\u2013");
}

TEST(RunFigures, ValuesHaveTheirDigitsAndMeansTheirSpread) {
  EXPECT_EQ(runFigureText(RunFigure::LowestLoss, 2.93149), "2.931");
  EXPECT_EQ(runFigureText(RunFigure::AccuracyAll, std::nullopt), "\u2013");
  Spread spread;
  spread.n = 3, spread.mean = 2.9314, spread.deviation = 0.0121;
  EXPECT_EQ(runMeanText(RunFigure::LowestLoss, spread), "2.931 \u00B1 0.012");
}

TEST(RunFigures, TheBestIsLowestOrHighestOrThereIsNone) {
  EXPECT_EQ(betterOf(RunFigure::LowestLoss), Better::Lower);
  EXPECT_EQ(betterOf(RunFigure::AccuracyKnown), Better::Higher);
  EXPECT_EQ(betterOf(RunFigure::Parameters), std::nullopt);
}

}  // namespace
}  // namespace sojourn::present
