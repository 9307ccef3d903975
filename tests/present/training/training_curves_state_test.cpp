// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "views/present/chart/smoothing.h"
#include "views/present/training/training_curves.h"

namespace sojourn::present {
namespace {

TEST(CurveState, ComesBackAsItWas) {
  CurveState state;
  state.options = {.x = CurveX::Relative,
                   .smoothing = 0.95,
                   .logarithmicLoss = true,
                   .grouped = true,
                   .seedLines = false,
                   .shown = {CurveMetric::GpuLoad, CurveMetric::TrainLoss},
                   .enlarged = CurveMetric::TrainLoss,
                   .cursor = 1.0 / 3,
                   .visible = CurveRange{.from = -1e-9, .to = 12345.678}};
  state.runs = {"v45-s1", "two words, 'a' \"quote\" 100%", "d\xC3\xA9j\xC3\xA0/vu"};
  const std::string text = curveStateText(state);
  for (const char sign : {'\'', '"', '\\', '$'}) EXPECT_EQ(text.find(sign), std::string::npos) << text;
  const CurveState again = curveStateFrom(text);
  EXPECT_EQ(again.options, state.options);
  EXPECT_EQ(again.runs, state.runs);
}

TEST(CurveState, WhatNobodyUnderstandsKeepsItsDefault) {
  const CurveState usual = curveStateFrom("");
  EXPECT_EQ(usual.options.shown, usualCurveMetrics());
  EXPECT_TRUE(usual.options.grouped);
  EXPECT_DOUBLE_EQ(usual.options.smoothing, usualSmoothing);
  const CurveState odd = curveStateFrom(
      "x=sideways smoothing=nan panels=,nothing, enlarged=it cursor=far range=5,1 range=1 colour=red = runs= % x");
  EXPECT_EQ(odd.options, usual.options);
  EXPECT_TRUE(odd.runs.empty());
  EXPECT_DOUBLE_EQ(curveStateFrom("smoothing=7").options.smoothing, 0.99);
  EXPECT_EQ(curveStateFrom("panels=memory,memory").options.shown, std::vector{CurveMetric::Memory});
  EXPECT_EQ(curveStateFrom("runs=a%2,b%zz,%").runs, (std::vector<std::string>{"a%2", "b%zz", "%"}));
}

}  // namespace
}  // namespace sojourn::present
