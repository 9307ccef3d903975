// SPDX-License-Identifier: GPL-3.0-or-later
// Figures against values worked out by hand, by scikit-learn 1.9 and by torch.nn.functional.cross_entropy.
#include "model/evaluate/metrics.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace sojourn {
namespace {

/// A set with the given targets and one visit each.
SequenceSet setWithTargets(const std::vector<LocationId>& targets) {
  SequenceSet set;
  for (const LocationId target : targets) set.append({.user = 1, .visits = {Visit{.location = 2}}, .target = target});
  return set;
}

Outcome outcomeOf(LocationId prediction, std::int32_t rank, float targetLog, float meanLog) {
  Outcome outcome;
  outcome.prediction = prediction;
  outcome.rank = rank;
  outcome.targetLogProbability = targetLog;
  outcome.meanLogProbability = meanLog;
  return outcome;
}

TEST(Metrics, RanksByHand) {
  // Ranks 1, 2, 4, 11 and one target that is not listed.
  const std::vector<RankedPrediction> answers{{5, 5, 1}, {6, 5, 2}, {7, 5, 4}, {1, 5, 11}, {8, 5, 0}};
  const MetricsByTarget metrics = metricsOf(answers);
  EXPECT_EQ(metrics.all.n, 5U);
  EXPECT_EQ(metrics.all.correct, (std::array<std::int64_t, 4>{1, 2, 3, 3}));
  EXPECT_DOUBLE_EQ(metrics.all.accuracy[0], 20);
  EXPECT_DOUBLE_EQ(metrics.all.accuracy[3], 60);
  EXPECT_DOUBLE_EQ(metrics.all.mrr, 100 * (1 + 0.5 + 0.25 + 1.0 / 11) / 5);
  EXPECT_DOUBLE_EQ(metrics.all.ndcg10, 100 * (1 + 1 / std::log2(3) + 1 / std::log2(5)) / 5);
  EXPECT_FALSE(metrics.all.loss) << "a rule has no probabilities";
  EXPECT_FALSE(metrics.all.crossEntropy);
  EXPECT_EQ(metrics.known.n, 4U);
  EXPECT_DOUBLE_EQ(metrics.known.accuracy[0], 25);
  EXPECT_EQ(metrics.unseen.n, 1U);
  EXPECT_DOUBLE_EQ(metrics.unseen.mrr, 100.0 / 11);
  EXPECT_DOUBLE_EQ(metrics.unseen.ndcg10, 0);
}

TEST(Metrics, TenIsInsideNdcgAndElevenIsNot) {
  EXPECT_DOUBLE_EQ(metricsOf(std::vector<RankedPrediction>{{5, 4, 10}}).all.ndcg10, 100 / std::log2(11));
  EXPECT_DOUBLE_EQ(metricsOf(std::vector<RankedPrediction>{{5, 4, 11}}).all.ndcg10, 0);
}

TEST(Metrics, AnEmptyGroupSaysNothing) {
  const MetricsByTarget metrics = metricsOf(std::vector<RankedPrediction>{{5, 5, 1}});
  EXPECT_EQ(metrics.unseen.n, 0U);
  EXPECT_FALSE(metrics.unseen.loss);
  EXPECT_EQ(metricsOf(std::vector<RankedPrediction>{}).all.n, 0U);
}

TEST(Metrics, F1AgreesWithScikitLearn) {
  std::uint64_t state = 12345;
  const auto next = [&] {
    state = (state * 1103515245 + 12345) % (std::uint64_t{1} << 31);
    return static_cast<LocationId>(state >> 8);
  };
  std::vector<RankedPrediction> answers;
  for (int i = 0; i < 200; ++i) {
    const LocationId target = next() % 7 + 1;
    const LocationId prediction = next() % 9 + 1;
    answers.push_back({target, prediction, target == prediction ? 1 : 2});
  }
  // f1_score(t, p, average="weighted", zero_division=0)
  const MetricsByTarget metrics = metricsOf(answers);
  EXPECT_NEAR(metrics.all.f1, 0.09613928552859885, 1e-15);
  EXPECT_EQ(metrics.known.n, 172U);
  EXPECT_NEAR(metrics.known.f1, 0.09415119715356793, 1e-15);
  EXPECT_EQ(metrics.unseen.n, 28U);
  EXPECT_NEAR(metrics.unseen.f1, 0.25, 1e-15);
}

// Logits [[.5,-1,2,.25],[1.5,0,-.5,-2],[.1,.2,.3,.4]] and F.cross_entropy of them.
constexpr float log0 = -0.36927899844825335F, log1 = -3.828341289025725F, log2 = -1.4425355294551627F;
constexpr float mean0 = -1.9317789984482534F, mean1 = -2.078341289025725F, mean2 = -1.3925355294551627F;

TEST(Metrics, LossesAgreeWithTorch) {
  const SequenceSet set = setWithTargets({2, 3, 1});
  const std::vector<std::size_t> rows{0, 1, 2};
  const std::vector<Outcome> outcomes{outcomeOf(2, 1, log0, mean0), outcomeOf(0, 4, log1, mean1),
                                      outcomeOf(3, 3, log2, mean2)};
  const MetricsByTarget smooth = metricsOf(set, rows, outcomes, 0.1);
  EXPECT_NEAR(*smooth.all.loss, 1.8721352723097138, 1e-6);
  EXPECT_NEAR(*smooth.all.crossEntropy, (0.36927899844825335 + 3.828341289025725 + 1.4425355294551627) / 3, 1e-6);
  EXPECT_NEAR(*smooth.unseen.crossEntropy, 1.4425355294551627, 1e-6);
  EXPECT_NEAR(batchMeanLoss(set, rows, outcomes, 0.1, 2), 1.763485336596076, 1e-6);
  EXPECT_NEAR(batchMeanLoss(set, rows, outcomes, 0.1, 100), 1.8721352723097138, 1e-6);
}

TEST(Metrics, PaddingTargetsAreIgnoredByTheLossAndInNeitherGroup) {
  const SequenceSet set = setWithTargets({2, 3, 0});
  const std::vector<std::size_t> rows{0, 1, 2};
  const std::vector<Outcome> outcomes{outcomeOf(2, 1, log0, mean0), outcomeOf(0, 4, log1, mean1),
                                      outcomeOf(3, 4, -1.5425355294551628F, mean2)};
  const MetricsByTarget metrics = metricsOf(set, rows, outcomes, 0.1);
  EXPECT_NEAR(*metrics.all.loss, 2.0894351437369894, 1e-6);
  EXPECT_NEAR(*metrics.all.crossEntropy, 2.0988101437369893, 1e-6);
  EXPECT_EQ(metrics.all.n, 3U);
  EXPECT_EQ(metrics.known.n + metrics.unseen.n, 2U);
  EXPECT_NEAR(batchMeanLoss(set, rows, outcomes, 0.1, 2), 2.0894351437369894, 1e-6)
      << "a batch of padding counts nothing";
}

TEST(Metrics, WithoutSmoothingAnInfiniteMeanDoesNoHarm) {
  const Outcome outcome = outcomeOf(2, 1, -0.5F, -INFINITY);
  EXPECT_DOUBLE_EQ(sampleLoss(outcome, 0), 0.5);
  EXPECT_TRUE(std::isinf(sampleLoss(outcome, 0.1)));
}

TEST(Metrics, RowsChooseTheTargets) {
  const SequenceSet set = setWithTargets({2, 3, 1});
  const std::vector<std::size_t> rows{2};
  const MetricsByTarget metrics = metricsOf(set, rows, std::vector<Outcome>{outcomeOf(1, 1, log2, mean2)}, 0);
  EXPECT_EQ(metrics.unseen.n, 1U);
  EXPECT_EQ(metrics.known.n, 0U);
}

}  // namespace
}  // namespace sojourn
