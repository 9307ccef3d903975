// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept of a model's answer to one of very many edited sequences: who is first, by how much, and how sure.
#pragma once

#include <cstddef>
#include <vector>

#include "model/data/dataset/sequence.h"

namespace sojourn {

struct PredictionSummary {
  LocationId first = 0;  ///< the most probable location, the smaller id of equal ones (SPEC 7.3)
  float firstProbability = 0;
  float secondProbability = 0;  ///< the largest of all others
  float gate = 0;     ///< NaN without a pointer
  float entropy = 0;  ///< of the output over all locations, nats
};

struct PredictionSummaries {
  std::vector<PredictionSummary> answers;  ///< [sequences]
  std::size_t chosen = 0;            ///< how many locations were asked for
  std::vector<float> probabilities;  ///< [sequences][chosen], in the order asked

  [[nodiscard]] float at(std::size_t sequence, std::size_t location) const {
    return probabilities[sequence * chosen + location];
  }
};

}  // namespace sojourn
