// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept of a model's answer to one sample, and of its answers to very many edited sequences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/data/dataset/sequence.h"

namespace sojourn {

struct Outcome {
  LocationId prediction = 0;  ///< rank 1
  float probability = 0;      ///< of the prediction
  float targetProbability = 0;
  float targetLogProbability = 0;   ///< after log_softmax, so the cross-entropy of this sample is its negative
  float meanLogProbability = 0;     ///< mean over all V, for label smoothing
  std::int32_t rank = 0;            ///< of the target, from 1 (SPEC 7.3)
  float gate = 0;                   ///< NaN without a pointer
  float copyShare = 0;              ///< copied / probability of the prediction; NaN without a pointer
  float pointerEntropy = 0;         ///< nats; NaN without a pointer
  float contentDeviation = 0;       ///< standard deviation of content scores within the sample; NaN without a pointer
  float biasDeviation = 0;          ///< of the position bias over the same visits; NaN without one
  float biasDivergence = 0;         ///< KL(weights, weights without bias), nats; NaN without one
  bool changedWithoutBias = false;  ///< rank 1 differs with the position bias at 0
};

struct PredictionSummary {
  LocationId first = 0;  ///< the most probable location, the smaller id of equal ones (SPEC 7.3)
  float firstProbability = 0;
  float secondProbability = 0;  ///< the largest of all others
  float gate = 0;               ///< NaN without a pointer
  float entropy = 0;            ///< of the output over all locations, nats
};

struct PredictionSummaries {
  std::vector<PredictionSummary> answers;  ///< [sequences]
  std::size_t chosen = 0;                  ///< how many locations were asked for
  std::vector<float> probabilities;        ///< [sequences][chosen], in the order asked

  [[nodiscard]] float at(std::size_t sequence, std::size_t location) const {
    return probabilities[sequence * chosen + location];
  }
};

}  // namespace sojourn
