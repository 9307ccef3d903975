// SPDX-License-Identifier: GPL-3.0-or-later
// Row scans and outcomes on numbers that can be followed by hand.
#include "model/results/outcome_of.h"

#include <cmath>

#include <gtest/gtest.h>

namespace sojourn {
namespace {

TEST(RowScan, LargestAndItsFirstIndex) {
  for (const std::size_t size : {1UL, 2UL, 15UL, 16UL, 17UL, 40UL}) {
    for (std::size_t top = 0; top < size; ++top) {
      std::vector<float> row(size, -3.0F);
      row[top] = -1.0F;
      EXPECT_EQ(largest(row), -1.0F);
      EXPECT_EQ(indexOfLargest(row), top);
      row.back() = -1.0F;
      EXPECT_EQ(indexOfLargest(row), top) << "equal ones: the first";
    }
  }
}

TEST(RowScan, RankCountsBetterOnesAndEqualOnesBefore) {
  const std::vector<float> row{2, 5, 2, 7, 2};
  EXPECT_EQ(rankOf(row, 3), 1);
  EXPECT_EQ(rankOf(row, 1), 2);
  EXPECT_EQ(rankOf(row, 0), 3);
  EXPECT_EQ(rankOf(row, 2), 4);
  EXPECT_EQ(rankOf(row, 4), 5);
}

TEST(RowScan, SumsInDoublePrecision) {
  const std::vector<float> row(10'000, 0.1F);
  EXPECT_NEAR(sumOf(row), 1000.0, 1e-4);
}

TEST(OutcomeOf, FollowsTheDefinitions) {
  // Two visits to places 1 and 2; weights 0.75 and 0.25 come from scores log(3) + 0 and 0 + 0, all of it bias.
  const float bias[] = {std::log(3.0F), 0.0F};
  const float content[] = {0.0F, 0.0F};
  const float weight[] = {0.75F, 0.25F};
  const LocationId window[] = {1, 2};
  const float gate = 0.8F;
  const std::vector<float> generated{0.05F, 0.0F, 0.1F, 0.05F};
  std::vector<float> scores = generated;
  scores[1] += gate * weight[0];
  scores[2] += gate * weight[1];
  for (float& p : scores) p = std::log(p);
  std::vector<float> scratch;
  const Outcome outcome = outcomeOf({.scores = scores,
                                     .logNormaliser = 0,
                                     .generated = generated,
                                     .window = window,
                                     .contentScore = content,
                                     .positionBias = bias,
                                     .pointerWeight = weight,
                                     .gate = gate},
                                    3, scratch);
  EXPECT_EQ(outcome.prediction, 1);
  EXPECT_NEAR(outcome.probability, 0.6, 1e-6);
  EXPECT_EQ(outcome.rank, 4);  // 0.6, 0.3, then 0.05 at the smaller id
  EXPECT_NEAR(outcome.targetProbability, 0.05, 1e-6);
  EXPECT_NEAR(outcome.meanLogProbability, (std::log(0.05) * 2 + std::log(0.6) + std::log(0.3)) / 4, 1e-5);
  EXPECT_NEAR(outcome.copyShare, 1.0, 1e-6);
  EXPECT_NEAR(outcome.pointerEntropy, -(0.75 * std::log(0.75) + 0.25 * std::log(0.25)), 1e-6);
  EXPECT_NEAR(outcome.contentDeviation, 0, 1e-7);
  EXPECT_NEAR(outcome.biasDeviation, std::log(3.0) / 2, 1e-6);
  EXPECT_NEAR(outcome.biasDivergence, 0.75 * std::log(1.5) + 0.25 * std::log(0.5), 1e-6);
  // Without the bias both weights are a half: 0.4 for place 1, 0.5 for place 2.
  EXPECT_TRUE(outcome.changedWithoutBias);
}

TEST(OutcomeOf, ModelsWithoutAPointerSayNothingOfOne) {
  const std::vector<float> logits{1, 3, 2};
  std::vector<float> scratch;
  const double normaliser = std::log(std::exp(1.0) + std::exp(3.0) + std::exp(2.0));
  const Outcome outcome = outcomeOf({.scores = logits,
                                     .logNormaliser = normaliser,
                                     .generated = {},
                                     .window = {},
                                     .contentScore = {},
                                     .positionBias = {},
                                     .pointerWeight = {}},
                                    2, scratch);
  EXPECT_EQ(outcome.prediction, 1);
  EXPECT_EQ(outcome.rank, 2);
  EXPECT_NEAR(outcome.targetLogProbability, 2 - normaliser, 1e-6);
  EXPECT_TRUE(std::isnan(outcome.gate));
  EXPECT_TRUE(std::isnan(outcome.biasDivergence));
  EXPECT_FALSE(outcome.changedWithoutBias);
}

}  // namespace
}  // namespace sojourn
