// SPDX-License-Identifier: GPL-3.0-or-later
// From one row of a network's output to the Outcome that is kept of it.
#pragma once

#include <span>
#include <vector>

#include "model/data/dataset/sequence.h"
#include "model/results/outcome.h"

namespace sojourn {

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
