// SPDX-License-Identifier: GPL-3.0-or-later
// What an evaluation keeps of one sample: enough for every metric, the Samples table and the gate's histogram.
#pragma once

#include <cstdint>

#include "model/data/dataset/sequence.h"

namespace sojourn {

struct Outcome {
  LocationId prediction = 0;        ///< rank 1
  float probability = 0;            ///< of the prediction
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

}  // namespace sojourn
