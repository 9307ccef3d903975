// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evaluate/evaluate_split.h"

#include <chrono>
#include <numeric>

#include "model/evaluate/metrics.h"

namespace sojourn {

Result<Evaluation> evaluateSplit(const Engine& engine, const SequenceSet& set, const CancelToken& cancel,
                                 const Progress& progress) {
  if (set.empty()) return Error{ErrorKind::BadInput, "", "the split holds no sequence", "choose another split"};
  if (const Status status = engine.accepts(set); !status) return status.error();
  std::vector<std::size_t> rows(set.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  const auto begin = std::chrono::steady_clock::now();
  auto outcomes = engine.evaluate(set, rows, cancel, progress);
  if (!outcomes) return outcomes.error();
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  MetricsByTarget metrics = metricsOf(set, rows, *outcomes, engine.description().labelSmoothing);
  return Evaluation{.outcomes = std::move(*outcomes), .metrics = std::move(metrics), .seconds = spent.count()};
}

}  // namespace sojourn
