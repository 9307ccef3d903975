// SPDX-License-Identifier: GPL-3.0-or-later
// The sets that trainings are timed on where no recorded data is, and the recipe of a large model.
#pragma once

#include "model/config/training_config.h"
#include "model/data/dataset/dataset.h"

namespace sojourn::test {

struct SetSizes {
  std::size_t rows = 0;  ///< of training
  std::int32_t locations = 0, users = 0;
  double meanLength = 0;
  std::size_t longest = 0;
};

inline constexpr SetSizes geolifeSizes{
    .rows = 7424, .locations = 1187, .users = 46, .meanLength = 18, .longest = 51};
inline constexpr SetSizes largeSizes{
    .rows = 12800, .locations = 7038, .users = 693, .meanLength = 24, .longest = 60};

/// Train and validation. Visits have no pattern, but lengths and places are distributed as in recorded data: many short
/// sequences, and a few places with most of the visits.
[[nodiscard]] Dataset madeDataset(const SetSizes& sizes);

/// Pointer V45 of width 128 with 4 heads, 3 layers and a feed-forward part of 256.
[[nodiscard]] TrainingConfig largeRecipe();

}  // namespace sojourn::test
