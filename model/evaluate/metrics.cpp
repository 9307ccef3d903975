// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evaluate/metrics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace sojourn {
namespace {

/// F1 per class, weighted by how often the class is a target: scikit-learn's f1_score(average="weighted",
/// zero_division=0). Classes that are only ever predicted have weight 0.
class WeightedF1 {
 public:
  void add(LocationId target, LocationId prediction) {
    ++m_counts[target].asTarget;
    ++m_counts[prediction].asPrediction;
    if (target == prediction) ++m_counts[target].right;
    ++m_n;
  }

  [[nodiscard]] double value() const {
    double sum = 0;
    for (const auto& [location, count] : m_counts) {
      // F1 = 2 TP / (2 TP + FP + FN), and TP + FN = asTarget, TP + FP = asPrediction.
      sum += static_cast<double>(count.asTarget) * 2.0 * static_cast<double>(count.right) /
             static_cast<double>(count.asTarget + count.asPrediction);
    }
    return sum / static_cast<double>(m_n);
  }

 private:
  struct Count {
    std::size_t asTarget = 0, asPrediction = 0, right = 0;
  };
  std::unordered_map<LocationId, Count> m_counts;
  std::size_t m_n = 0;
};

/// Sums over one group of targets.
class Accumulator {
 public:
  void add(const RankedPrediction& answer) {
    ++m_metrics.n;
    m_f1.add(answer.target, answer.prediction);
    if (answer.rank < 1) return;
    for (std::size_t k = 0; k < accuracyCutoffs.size(); ++k) {
      if (answer.rank <= accuracyCutoffs[k]) ++m_metrics.correct[k];
    }
    m_reciprocal += 1.0 / answer.rank;
    if (answer.rank <= 10) m_gain += 1.0 / std::log2(answer.rank + 1.0);
  }

  void addLosses(double loss, double crossEntropy) {
    ++m_losses;
    m_loss += loss;
    m_crossEntropy += crossEntropy;
  }

  [[nodiscard]] Metrics result() const {
    Metrics metrics = m_metrics;
    if (metrics.n == 0) return metrics;
    const auto n = static_cast<double>(metrics.n);
    for (std::size_t k = 0; k < accuracyCutoffs.size(); ++k) {
      metrics.accuracy[k] = 100.0 * static_cast<double>(metrics.correct[k]) / n;
    }
    metrics.mrr = 100.0 * m_reciprocal / n;
    metrics.ndcg10 = 100.0 * m_gain / n;
    metrics.f1 = m_f1.value();
    if (m_losses > 0) {
      metrics.loss = m_loss / static_cast<double>(m_losses);
      metrics.crossEntropy = m_crossEntropy / static_cast<double>(m_losses);
    }
    return metrics;
  }

 private:
  Metrics m_metrics;
  WeightedF1 m_f1;
  double m_reciprocal = 0;
  double m_gain = 0;
  std::size_t m_losses = 0;
  double m_loss = 0;
  double m_crossEntropy = 0;
};

/// The three groups that always stand side by side.
class AccumulatorsByTarget {
 public:
  template <class Add>
  void forGroupsOf(LocationId target, const Add& add) {
    add(m_all);
    if (target > unseenLocation) add(m_known);
    if (target == unseenLocation) add(m_unseen);
  }
  [[nodiscard]] MetricsByTarget result() const { return {m_all.result(), m_known.result(), m_unseen.result()}; }

 private:
  Accumulator m_all, m_known, m_unseen;
};

}  // namespace

MetricsByTarget metricsOf(std::span<const RankedPrediction> answers) {
  AccumulatorsByTarget groups;
  for (const RankedPrediction& answer : answers) {
    groups.forGroupsOf(answer.target, [&](Accumulator& group) { group.add(answer); });
  }
  return groups.result();
}

MetricsByTarget metricsOf(const SequenceSet& set, std::span<const std::size_t> rows, std::span<const Outcome> outcomes,
                          double labelSmoothing) {
  assert(rows.size() == outcomes.size());
  AccumulatorsByTarget groups;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Outcome& outcome = outcomes[i];
    const RankedPrediction answer{
        .target = set.target(rows[i]), .prediction = outcome.prediction, .rank = outcome.rank};
    const double loss = sampleLoss(outcome, labelSmoothing);
    groups.forGroupsOf(answer.target, [&](Accumulator& group) {
      group.add(answer);
      if (answer.target != paddingLocation) group.addLosses(loss, -outcome.targetLogProbability);
    });
  }
  return groups.result();
}

double sampleLoss(const Outcome& outcome, double labelSmoothing) {
  const double negativeLog = -static_cast<double>(outcome.targetLogProbability);
  // Without smoothing the mean is not touched: it may be infinite where a probability is 0.
  if (labelSmoothing <= 0) return negativeLog;
  return (1 - labelSmoothing) * negativeLog - labelSmoothing * static_cast<double>(outcome.meanLogProbability);
}

double batchMeanLoss(const SequenceSet& set, std::span<const std::size_t> rows, std::span<const Outcome> outcomes,
                     double labelSmoothing, std::size_t batchSize) {
  assert(rows.size() == outcomes.size() && batchSize > 0);
  double sumOfMeans = 0;
  std::size_t batches = 0;
  for (std::size_t first = 0; first < rows.size(); first += batchSize) {
    double sum = 0;
    std::size_t counted = 0;
    for (std::size_t i = first; i < std::min(first + batchSize, rows.size()); ++i) {
      if (set.target(rows[i]) == paddingLocation) continue;
      sum += sampleLoss(outcomes[i], labelSmoothing);
      ++counted;
    }
    if (counted == 0) continue;
    sumOfMeans += sum / static_cast<double>(counted);
    ++batches;
  }
  return batches == 0 ? std::numeric_limits<double>::quiet_NaN() : sumOfMeans / static_cast<double>(batches);
}

}  // namespace sojourn
