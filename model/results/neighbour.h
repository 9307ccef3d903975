// SPDX-License-Identifier: GPL-3.0-or-later
// A recorded sequence that resembles another one: what a model may have learned its answer from.
#pragma once

#include <cstddef>
#include <vector>

#include "model/data/dataset/sequence.h"

namespace sojourn {

/// The measure by which two sequences are similar.
enum class SimilarityMeasure {
  Context,  ///< what the model made of them: the last layer's output at the latest visit
  Record,   ///< what was recorded: a weighted edit distance, see recordDistance()
};

struct Neighbour {
  std::size_t row = 0;  ///< of the split
  double distance = 0;  ///< by the measure; smaller is more similar
  UserId user = 0;
  std::size_t length = 0;
  LocationId target = 0;
  LocationId prediction = 0;  ///< the model's, of that sequence
  float probability = 0;      ///< of the prediction
};

struct Neighbours {
  SimilarityMeasure similarity = SimilarityMeasure::Context;
  LocationId prediction = 0;              ///< of the sequence that was asked about
  std::vector<Neighbour> nearest = {};    ///< whatever the model says of them
  std::vector<Neighbour> otherwise = {};  ///< the nearest of which it says something else
  std::size_t rows = 0;                   ///< among how many
};

}  // namespace sojourn
