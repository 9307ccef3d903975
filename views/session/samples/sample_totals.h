// SPDX-License-Identifier: GPL-3.0-or-later
// Totals beside the Samples table: filtered and whole, all targets and known ones, growing with the pass.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace sojourn::session {

/// Figures of a set of samples of which the model has reached some.
class RankTotals {
 public:
  void addSample() { ++m_samples; }
  /// `rank` of the target, from 1.
  void addRank(std::int32_t rank);

  [[nodiscard]] std::size_t samples() const { return m_samples; }      ///< n, reached or not
  [[nodiscard]] std::size_t evaluated() const { return m_evaluated; }  ///< those the figures below are of
  /// Percent right within the first k, k in 1, 3, 5, 10; absent while nothing is evaluated.
  [[nodiscard]] std::optional<double> accuracy(int k) const;
  [[nodiscard]] std::size_t correct(int k) const;
  /// Percent, full vocabulary.
  [[nodiscard]] std::optional<double> mrr() const;

 private:
  std::size_t m_samples = 0;
  std::size_t m_evaluated = 0;
  std::array<std::size_t, 4> m_correct{};
  double m_reciprocalRanks = 0;
};

struct SampleTotals {
  RankTotals filtered, filteredKnown, whole, wholeKnown;
};

}  // namespace sojourn::session
