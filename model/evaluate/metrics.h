// SPDX-License-Identifier: GPL-3.0-or-later
// Computes metrics from predictions: accuracy, MRR, NDCG, F1 and losses as SPEC 7.3 defines them.
#pragma once

#include <cstddef>
#include <span>

#include "model/data/dataset/sequence_set.h"
#include "model/results/metrics.h"
#include "model/results/outcome.h"

namespace sojourn {

/// How one target fared, by whichever model.
struct RankedPrediction {
  LocationId target = 0;
  LocationId prediction = 0;  ///< rank 1; paddingLocation where nothing was answered
  std::int32_t rank = 0;      ///< of the target, from 1; 0 where the answer does not list it
};

/// Metrics without losses, of rules and other answers that have no probabilities. A target that is not listed counts 0
/// towards MRR and NDCG.
[[nodiscard]] MetricsByTarget metricsOf(std::span<const RankedPrediction> answers);

/// Metrics of outcomes[i], which belongs to row rows[i] of `set`. `labelSmoothing` is that of the training criterion;
/// targets 0 (padding) are ignored by both losses, as the criterion does.
[[nodiscard]] MetricsByTarget metricsOf(const SequenceSet& set, std::span<const std::size_t> rows,
                                        std::span<const Outcome> outcomes, double labelSmoothing);

/// The training criterion of one sample: (1 - s) * -log p(target) + s * mean over V of -log p.
[[nodiscard]] double sampleLoss(const Outcome& outcome, double labelSmoothing);

/// Training's validation loss: the mean of the means of consecutive batches; the last one may be smaller
/// (`batch_mean_loss`, SPEC 7.3). NaN of an empty set.
[[nodiscard]] double batchMeanLoss(const SequenceSet& set, std::span<const std::size_t> rows,
                                   std::span<const Outcome> outcomes, double labelSmoothing, std::size_t batchSize);

}  // namespace sojourn
