// SPDX-License-Identifier: GPL-3.0-or-later
// A dataset that a tiny model learns within a few epochs, and the configuration of such a model.
#pragma once

#include "model/config/training_config.h"
#include "model/data/dataset/dataset.h"

namespace sojourn::test {

/// The target is always the place of the first visit: a pointer can learn that, a frequency cannot.
[[nodiscard]] Dataset ruledDataset();
[[nodiscard]] TrainingConfig tinyConfig();

}  // namespace sojourn::test
