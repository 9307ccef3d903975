// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/schedule.h"

#include <cmath>

#include <gtest/gtest.h>

namespace sojourn {
namespace {

TEST(Schedule, WarmsUpAndFallsAsACosine) {
  const TrainingConfig::Training recipe;  // 6.5e-4, 5 of 50 epochs warm-up, down to 1e-6
  EXPECT_NEAR(learningRate(recipe, 1), 1.3e-4, 1e-12);
  EXPECT_NEAR(learningRate(recipe, 5), 6.5e-4, 1e-12);
  EXPECT_NEAR(learningRate(recipe, 6), 6.5e-4, 1e-12);
  EXPECT_NEAR(learningRate(recipe, 7), 0.0006492095343093129, 1e-15);  // the reference trajectory's
  EXPECT_NEAR(learningRate(recipe, 30), 0.00029158051366964653, 1e-15);
  EXPECT_GT(learningRate(recipe, 50), recipe.minLr);
  TrainingConfig::Training noWarmup = recipe;
  noWarmup.warmupEpochs = 0;
  EXPECT_NEAR(learningRate(noWarmup, 1), 6.5e-4, 1e-12);
  TrainingConfig::Training onlyWarmup = recipe;
  onlyWarmup.numEpochs = 5;
  EXPECT_TRUE(std::isfinite(learningRate(onlyWarmup, 6)));
}

TEST(EarlyStop, WaitsForPatienceAndTheLeastEpochs) {
  EarlyStop early(2, 4);
  EXPECT_TRUE(early.observe(3));
  EXPECT_TRUE(early.observe(2));
  EXPECT_FALSE(early.observe(2)) << "equal is not better";
  EXPECT_FALSE(early.shouldStop(3));
  EXPECT_FALSE(early.observe(2.5));
  EXPECT_EQ(early.waited(), 2);
  EXPECT_FALSE(early.shouldStop(3)) << "not before the least number of epochs";
  EXPECT_TRUE(early.shouldStop(4));
  EXPECT_FALSE(early.observe(std::nan("")));
  EXPECT_EQ(early.best(), 2);
}

}  // namespace
}  // namespace sojourn
