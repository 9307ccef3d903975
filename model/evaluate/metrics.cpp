// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evaluate/metrics.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <string>
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

constexpr int minutesOfDay = 24 * 60;

/// Mean and population standard deviation in one pass (Welford).
class Moments {
 public:
  void add(double value) {
    ++m_n;
    const double difference = value - m_mean;
    m_mean += difference / static_cast<double>(m_n);
    m_squares += difference * (value - m_mean);
  }
  [[nodiscard]] std::size_t n() const { return m_n; }
  [[nodiscard]] double mean() const { return m_n > 0 ? m_mean : nan(); }
  [[nodiscard]] double deviation() const { return m_n > 0 ? std::sqrt(m_squares / static_cast<double>(m_n)) : nan(); }

 private:
  static double nan() { return std::numeric_limits<double>::quiet_NaN(); }
  std::size_t m_n = 0;
  double m_mean = 0;
  double m_squares = 0;
};

/// Lower ends of the length bins; the last one is open.
constexpr std::array<std::int64_t, 8> lengthBins{1, 3, 6, 11, 16, 21, 31, 51};

std::int64_t keyOf(SliceBy by, const SequenceSet& set, std::size_t row, const Outcome& outcome, int zoneOffsetMinutes) {
  // Minutes since Monday 00:00 of the last visit, in the shown zone.
  const auto shifted = [&] {
    constexpr int minutesOfWeek = 7 * minutesOfDay;
    const int minute = set.weekdays(row).back() * minutesOfDay + set.startMinutes(row).back() + zoneOffsetMinutes;
    return ((minute % minutesOfWeek) + minutesOfWeek) % minutesOfWeek;
  };
  switch (by) {
    case SliceBy::Correctness:
      return isCorrect(outcome) ? 1 : 0;
    case SliceBy::Hour:
      return shifted() % minutesOfDay / 60;
    case SliceBy::Weekday:
      return shifted() / minutesOfDay;
    case SliceBy::User:
      return set.user(row);
    case SliceBy::Length: {
      const auto length = static_cast<std::int64_t>(set.length(row));
      return *std::prev(std::ranges::upper_bound(lengthBins, length));
    }
  }
  return 0;
}

std::string labelOf(SliceBy by, std::int64_t key) {
  switch (by) {
    case SliceBy::Correctness:
      return key == 1 ? "Right" : "Wrong";
    case SliceBy::Hour: {
      std::array<char, 16> text{};
      std::snprintf(text.data(), text.size(), "%02d:00", static_cast<int>(key));
      return text.data();
    }
    case SliceBy::Weekday: {
      static constexpr std::array days{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
      return days[static_cast<std::size_t>(key)];
    }
    case SliceBy::User:
      return "User " + std::to_string(key);
    case SliceBy::Length: {
      const auto next = std::ranges::upper_bound(lengthBins, key);
      if (next == lengthBins.end()) return std::to_string(key) + " or more visits";
      return std::to_string(key) + "\u2013" + std::to_string(*next - 1) + " visits";
    }
  }
  return {};
}

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

std::vector<Slice> sliceBy(SliceBy by, const SequenceSet& set, std::span<const std::size_t> rows,
                           std::span<const Outcome> outcomes, int zoneOffsetMinutes) {
  assert(rows.size() == outcomes.size());
  struct Part {
    std::size_t n = 0, correct = 0;
    Moments gate;
  };
  std::map<std::int64_t, Part> parts;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Part& part = parts[keyOf(by, set, rows[i], outcomes[i], zoneOffsetMinutes)];
    ++part.n;
    if (isCorrect(outcomes[i])) ++part.correct;
    if (!std::isnan(outcomes[i].gate)) part.gate.add(outcomes[i].gate);
  }
  std::vector<Slice> slices;
  for (const auto& [key, part] : parts) {
    slices.push_back({.key = key,
                      .label = labelOf(by, key),
                      .n = part.n,
                      .correct = part.correct,
                      .accuracy = 100.0 * static_cast<double>(part.correct) / static_cast<double>(part.n),
                      .withGate = part.gate.n(),
                      .meanGate = part.gate.mean(),
                      .gateDeviation = part.gate.deviation()});
  }
  return slices;
}

GateSummary summariseGate(std::span<const Outcome> outcomes, std::size_t bins) {
  assert(bins > 0);
  GateSummary summary;
  for (std::size_t bin = 0; bin < bins; ++bin) {
    summary.bins.push_back({.from = static_cast<double>(bin) / static_cast<double>(bins),
                            .to = static_cast<double>(bin + 1) / static_cast<double>(bins)});
  }
  Moments all, right, wrong, copyShare, entropy;
  for (const Outcome& outcome : outcomes) {
    if (std::isnan(outcome.gate)) continue;
    const double gate = std::clamp(static_cast<double>(outcome.gate), 0.0, 1.0);
    GateBin& bin = summary.bins[std::min(static_cast<std::size_t>(gate * static_cast<double>(bins)), bins - 1)];
    ++(isCorrect(outcome) ? bin.right : bin.wrong);
    all.add(gate);
    (isCorrect(outcome) ? right : wrong).add(gate);
    if (!std::isnan(outcome.copyShare)) copyShare.add(outcome.copyShare);
    if (!std::isnan(outcome.pointerEntropy)) entropy.add(outcome.pointerEntropy);
  }
  summary.n = all.n();
  summary.mean = all.mean();
  summary.deviation = all.deviation();
  summary.meanRight = right.mean();
  summary.meanWrong = wrong.mean();
  summary.meanCopyShare = copyShare.mean();
  summary.meanPointerEntropy = entropy.mean();
  return summary;
}

PositionBiasSummary summarisePositionBias(std::span<const Outcome> outcomes) {
  PositionBiasSummary summary;
  Moments bias, content, divergence;
  for (const Outcome& outcome : outcomes) {
    if (std::isnan(outcome.biasDeviation) || std::isnan(outcome.biasDivergence)) continue;
    bias.add(outcome.biasDeviation);
    content.add(outcome.contentDeviation);
    divergence.add(outcome.biasDivergence);
    if (outcome.changedWithoutBias) ++summary.changed;
  }
  summary.n = bias.n();
  summary.biasDeviation = bias.mean();
  summary.contentDeviation = content.mean();
  summary.divergence = divergence.mean();
  summary.changedShare = summary.n > 0 ? 100.0 * static_cast<double>(summary.changed) / static_cast<double>(summary.n)
                                       : std::numeric_limits<double>::quiet_NaN();
  return summary;
}

std::vector<std::size_t> sequencesReaching(const SequenceSet& train, std::size_t maxLength) {
  std::vector<std::size_t> reaching(maxLength, 0);
  if (maxLength < 2) return reaching;
  for (std::size_t row = 0; row < train.size(); ++row) ++reaching[std::min(train.length(row), maxLength - 1)];
  reaching[0] = 0;
  // A sequence that reaches p has reached every smaller position too.
  for (std::size_t position = maxLength - 1; position > 1; --position) reaching[position - 1] += reaching[position];
  return reaching;
}

}  // namespace sojourn
