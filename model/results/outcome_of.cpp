// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/results/outcome_of.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sojourn {
namespace {

constexpr float none = std::numeric_limits<float>::quiet_NaN();

/// Standard deviation of the values themselves (divided by n): they are the whole window, no sample of one.
float deviation(std::span<const float> values) {
  const double n = static_cast<double>(values.size());
  double mean = 0;
  for (const float value : values) mean += static_cast<double>(value) / n;
  double squares = 0;
  for (const float value : values) squares += (static_cast<double>(value) - mean) * (static_cast<double>(value) - mean);
  return static_cast<float>(std::sqrt(squares / n));
}

float entropy(std::span<const float> weights) {
  double sum = 0;
  for (const float weight : weights)
    if (weight > 0) sum -= static_cast<double>(weight) * std::log(static_cast<double>(weight));
  return static_cast<float>(sum);
}

/// What the position bias does: fills biasDeviation, biasDivergence, changedWithoutBias.
void measureBias(const OutputRow& row, std::vector<float>& scratch, Outcome& outcome) {
  outcome.biasDeviation = deviation(row.positionBias);

  const double top = static_cast<double>(*std::ranges::max_element(row.contentScore));
  std::vector<double> unbiased(row.window.size());
  double sum = 0;
  for (std::size_t i = 0; i < unbiased.size(); ++i) {
    unbiased[i] = std::exp(static_cast<double>(row.contentScore[i]) - top);
    sum += unbiased[i];
  }
  double divergence = 0;
  for (std::size_t i = 0; i < unbiased.size(); ++i) {
    unbiased[i] /= sum;
    const double weight = static_cast<double>(row.pointerWeight[i]);
    if (weight > 0 && unbiased[i] > 0) divergence += weight * std::log(weight / unbiased[i]);
  }
  outcome.biasDivergence = static_cast<float>(std::max(divergence, 0.0));

  scratch.assign(row.generated.begin(), row.generated.end());
  for (std::size_t i = 0; i < unbiased.size(); ++i)
    scratch[static_cast<std::size_t>(row.window[i])] += static_cast<float>(static_cast<double>(row.gate) * unbiased[i]);
  outcome.changedWithoutBias = static_cast<LocationId>(indexOfLargest(scratch)) != outcome.prediction;
}

}  // namespace

Outcome outcomeOf(const OutputRow& row, LocationId target, std::vector<float>& scratch) {
  const std::size_t best = indexOfLargest(row.scores);
  const double count = static_cast<double>(row.scores.size());
  const auto logProbability = [&](std::size_t y) { return static_cast<double>(row.scores[y]) - row.logNormaliser; };
  const auto y = static_cast<std::size_t>(target);

  Outcome outcome;
  outcome.prediction = static_cast<LocationId>(best);
  outcome.probability = static_cast<float>(std::exp(logProbability(best)));
  outcome.targetLogProbability = static_cast<float>(logProbability(y));
  outcome.targetProbability = static_cast<float>(std::exp(logProbability(y)));
  outcome.meanLogProbability = static_cast<float>(sumOf(row.scores) / count - row.logNormaliser);
  outcome.rank = rankOf(row.scores, y);
  outcome.gate = outcome.copyShare = outcome.pointerEntropy = outcome.contentDeviation = none;
  outcome.biasDeviation = outcome.biasDivergence = none;
  if (row.pointerWeight.empty()) return outcome;

  outcome.gate = row.gate;
  float pointer = 0;
  for (std::size_t i = 0; i < row.window.size(); ++i)
    if (row.window[i] == outcome.prediction) pointer += row.pointerWeight[i];
  const float copied = row.gate * pointer;
  outcome.copyShare = copied / (copied + row.generated[best]);
  outcome.pointerEntropy = entropy(row.pointerWeight);
  outcome.contentDeviation = deviation(row.contentScore);
  if (!row.positionBias.empty()) measureBias(row, scratch, outcome);
  return outcome;
}

}  // namespace sojourn
