// SPDX-License-Identifier: GPL-3.0-or-later
// Figures over samples: accuracy, MRR, NDCG, F1 and losses as SPEC 7.3 defines them, and the gate and the position bias
// over parts of a set.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/data/dataset/sequence_set.h"
#include "model/results/metrics.h"
#include "model/results/outcome.h"
#include "model/results/slices.h"

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

/// A sample is right where its target has rank 1.
[[nodiscard]] inline bool isCorrect(const Outcome& outcome) {
  return outcome.rank == 1;
}

/// Parts in ascending order of their key, empty ones left out. outcomes[i] belongs to row rows[i] of `set`.
/// Hours and weekdays are moved by `zoneOffsetMinutes` (the zone that times are shown in), which changes no model
/// input.
[[nodiscard]] std::vector<Slice> sliceBy(SliceBy by, const SequenceSet& set, std::span<const std::size_t> rows,
                                         std::span<const Outcome> outcomes, int zoneOffsetMinutes = 0);

/// Histogram of the gate, right and wrong apart, and its means. Samples without a gate (NaN) are left out.
[[nodiscard]] GateSummary summariseGate(std::span<const Outcome> outcomes, std::size_t bins = 40);

/// Means of what Outcome keeps of the position bias. Samples without one (NaN) are left out.
[[nodiscard]] PositionBiasSummary summarisePositionBias(std::span<const Outcome> outcomes);

/// How many sequences of `train` taught the bias at each position from end: entry p counts those that reach position
/// p, p = 1 .. maxLength - 1 (longer ones are clamped to the last, SPEC 3.2); entry 0 is padding's and stays 0.
[[nodiscard]] std::vector<std::size_t> sequencesReaching(const SequenceSet& train, std::size_t maxLength);

}  // namespace sojourn
