// SPDX-License-Identifier: GPL-3.0-or-later
// The two curves that learning rates follow.
#pragma once

#include <cstdint>

#include "model/config/training_config.h"

namespace sojourn {

/// The epoch at which the schedule has come down.
[[nodiscard]] std::int64_t scheduleEpochs(const TrainingConfig::Training& training);

/// For epoch 1, 2, ...: a linear warm-up to the base rate, then half a cosine down to minLr at the schedule's end (SPEC
/// 7.1).
[[nodiscard]] double warmupCosineRate(const TrainingConfig::Training& training, std::int64_t epoch);

/// For the step after `steps` finished ones: linearly from 0 to the base rate over the warm-up, then linearly to 0 at
/// the schedule's end (SPEC 7.2).
[[nodiscard]] double linearRate(const TrainingConfig::Training& training, std::int64_t steps,
                                std::int64_t stepsPerEpoch);

}  // namespace sojourn
