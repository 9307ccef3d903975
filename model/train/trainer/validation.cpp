// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/trainer/validation.h"

#include <numeric>

#include "model/evaluate/evaluate_split.h"
#include "model/evaluate/metrics.h"

namespace sojourn {

Result<Validation> validate(const Engine& engine, const SequenceSet& set, const TrainingConfig& config,
                            const CancelToken& cancel, const Progress& progress) {
  auto evaluation = evaluateSplit(engine, set, cancel, progress);
  if (!evaluation) return evaluation.error();
  std::vector<std::size_t> rows(set.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  const double loss = batchMeanLoss(set, rows, evaluation->outcomes, config.training.labelSmoothing,
                                    static_cast<std::size_t>(config.training.batchSize));
  return Validation{.metrics = evaluation->metrics, .batchMeanLoss = loss, .outcomes = std::move(evaluation->outcomes)};
}

}  // namespace sojourn
