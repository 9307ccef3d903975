// SPDX-License-Identifier: GPL-3.0-or-later
// Figures over a set of samples (SPEC 7.3).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sojourn {

inline constexpr std::array<int, 4> accuracyCutoffs{1, 3, 5, 10};

/// Of an empty set n is 0 and everything else says nothing (null in JSON).
struct Metrics {
  std::size_t n = 0;
  std::array<std::size_t, 4> correct{};    ///< at accuracyCutoffs
  std::array<double, 4> accuracy{};        ///< percent
  double mrr = 0;                          ///< percent, full vocabulary
  double ndcg10 = 0;                       ///< percent
  double f1 = 0;                           ///< 0..1, weighted over classes, on rank 1
  std::optional<double> loss;              ///< mean over sequences of the training criterion; absent for rules
  std::optional<double> crossEntropy;      ///< without smoothing; absent for rules
};

/// Always side by side: everybody, targets seen in training, targets that were not.
struct MetricsByTarget {
  Metrics all, known, unseen;
};

}  // namespace sojourn
