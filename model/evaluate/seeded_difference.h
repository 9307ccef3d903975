// SPDX-License-Identifier: GPL-3.0-or-later
// The difference between two ways to train a model, each trained with several seeds (SPEC 11, "ablate").
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/evaluate/paired_difference.h"

namespace sojourn {

/// Mean of bySeed[s][i], the difference on sample i between the two models trained with seed s. The interval comes from
/// resampling both users and seeds with replacement, as another training and other people would differ; p and the naive
/// interval are those of the samples' means over the seeds. All lists have users.size() entries. NaN of no seed.
[[nodiscard]] PairedDifference seededDifference(std::span<const std::vector<double>> bySeed,
                                                std::span<const std::int32_t> users,
                                                const PairedDifferenceOptions& options = {});

}  // namespace sojourn
