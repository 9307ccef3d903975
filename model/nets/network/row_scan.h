// SPDX-License-Identifier: GPL-3.0-or-later
// Scans over one row of scores, written in lanes so that the compiler vectorises them without loosened arithmetic.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

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

}  // namespace sojourn
