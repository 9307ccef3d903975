// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics over a set of samples (SPEC 7.3), and their members in JSON (the M of SPEC 9).
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

namespace sojourn {

inline constexpr std::array<int, 4> accuracyCutoffs{1, 3, 5, 10};

/// Of an empty set n is 0 and everything else is undefined (null in JSON). What another program writes may lack the
/// number of samples (n is `unknown`) and single metrics (NaN), and so may predictions that end before a rank
/// (`unknown` in `correct`).
struct Metrics {
  static constexpr std::int64_t unknown = -1;
  std::int64_t n = 0;
  std::array<std::int64_t, 4> correct{};    ///< at accuracyCutoffs
  std::array<double, 4> accuracy{};         ///< percent
  double mrr = 0;                           ///< percent, full vocabulary
  double ndcg10 = 0;                        ///< percent
  double f1 = 0;                            ///< 0..1, weighted over classes, on rank 1
  std::optional<double> loss = {};          ///< mean over sequences of the training criterion; absent for rules
  std::optional<double> crossEntropy = {};  ///< without smoothing; absent for rules

  static void fields(auto& json, auto& metrics) {
    const auto take = [&](const char* key, auto& value, bool present, auto missing) {
      if constexpr (!std::is_const_v<std::remove_reference_t<decltype(value)>>) {
        if (!json.has(key)) value = missing;
        present = json.has(key);
      }
      json.orNull(key, value, present);
    };
    take("n", metrics.n, metrics.n != unknown, unknown);
    const auto count = [&](const char* key, auto& value) {
      if (metrics.n == 0) return json.orNull(key, value, false);
      take(key, value, metrics.n > 0 && value != unknown, unknown);
    };
    const auto real = [&](const char* key, auto& value) {
      if (metrics.n == 0) return json.orNull(key, value, false);
      take(key, value, !std::isnan(value), std::numeric_limits<double>::quiet_NaN());
    };
    count("correct@1", metrics.correct[0]);
    count("correct@3", metrics.correct[1]);
    count("correct@5", metrics.correct[2]);
    count("correct@10", metrics.correct[3]);
    real("acc@1", metrics.accuracy[0]);
    real("acc@3", metrics.accuracy[1]);
    real("acc@5", metrics.accuracy[2]);
    real("acc@10", metrics.accuracy[3]);
    real("mrr", metrics.mrr);
    real("ndcg@10", metrics.ndcg10);
    real("f1", metrics.f1);
    json.orNull("loss", metrics.loss, metrics.n != 0);
    json.orNull("cross_entropy", metrics.crossEntropy, metrics.n != 0);
  }

  bool operator==(const Metrics&) const = default;
};

/// What predictions that end after `ranks` ranks do not tell becomes undefined: whether the target comes later.
inline void keepFirstRanks(Metrics& metrics, std::size_t ranks) {
  constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t k = 0; k < accuracyCutoffs.size(); ++k)
    if (ranks < static_cast<std::size_t>(accuracyCutoffs[k])) {
      metrics.correct[k] = Metrics::unknown;
      metrics.accuracy[k] = undefined;
    }
  metrics.mrr = undefined;
  if (ranks < 10) metrics.ndcg10 = undefined;
}

/// Always side by side: all targets, targets seen in training, targets that were not.
struct MetricsByTarget {
  Metrics all, known, unseen;

  static void fields(auto& json, auto& metrics) {
    json("all", metrics.all);
    json.orDefault("known", metrics.known);
    json.orDefault("unseen", metrics.unseen);
  }

  bool operator==(const MetricsByTarget&) const = default;
};

}  // namespace sojourn
