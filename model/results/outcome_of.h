// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept of a model's answer to one sample, from its row of scores; and scans over such a row.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/data/dataset/sequence.h"
#include "model/results/outcome.h"

namespace sojourn {

inline constexpr std::size_t scanLanes = 16;

/// The largest value; NaN is never larger.
[[nodiscard]] inline float largest(std::span<const float> row) {
  std::array<float, scanLanes> lane;
  lane.fill(row[0]);
  std::size_t i = 0;
  for (; i + scanLanes <= row.size(); i += scanLanes)
    for (std::size_t j = 0; j < scanLanes; ++j) lane[j] = row[i + j] > lane[j] ? row[i + j] : lane[j];
  float best = lane[0];
  for (const float value : lane) best = value > best ? value : best;
  for (; i < row.size(); ++i) best = row[i] > best ? row[i] : best;
  return best;
}

/// Index of the largest value, the first of equal ones.
[[nodiscard]] inline std::size_t indexOfLargest(std::span<const float> row) {
  const float best = largest(row);
  std::size_t i = 0;
  while (i + 1 < row.size() && row[i] != best) ++i;
  return i;
}

/// 1 + number of strictly better entries + number of equal ones with a smaller index (SPEC 7.3).
[[nodiscard]] inline std::int32_t rankOf(std::span<const float> row, std::size_t index) {
  const float own = row[index];
  std::int32_t rank = 1;
  for (std::size_t i = 0; i < index; ++i) rank += row[i] >= own ? 1 : 0;
  for (std::size_t i = index + 1; i < row.size(); ++i) rank += row[i] > own ? 1 : 0;
  return rank;
}

/// Sum in double precision.
[[nodiscard]] inline double sumOf(std::span<const float> row) {
  std::array<double, scanLanes / 2> lane{};
  std::size_t i = 0;
  for (; i + lane.size() <= row.size(); i += lane.size())
    for (std::size_t j = 0; j < lane.size(); ++j) lane[j] += static_cast<double>(row[i + j]);
  double sum = 0;
  for (const double value : lane) sum += value;
  for (; i < row.size(); ++i) sum += static_cast<double>(row[i]);
  return sum;
}

/// Views of one sequence's part of a batch's output, float32. Spans of parts that the model lacks are empty.
struct OutputRow {
  std::span<const float> scores;         ///< [V] what ranks: log-probabilities or logits
  double logNormaliser = 0;              ///< log(sum(exp(scores))), subtracted to give log-probabilities
  std::span<const float> generated;      ///< [V] (1 - gate) * generation; empty without a pointer
  std::span<const LocationId> window;    ///< [L]
  std::span<const float> contentScore;   ///< [L]
  std::span<const float> positionBias;   ///< [L]
  std::span<const float> pointerWeight;  ///< [L]
  float gate = 0;                        ///< only with a pointer
};

/// `scratch` is working memory that a caller keeps between rows.
[[nodiscard]] Outcome outcomeOf(const OutputRow& row, LocationId target, std::vector<float>& scratch);

}  // namespace sojourn
