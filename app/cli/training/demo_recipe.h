// SPDX-License-Identifier: GPL-3.0-or-later
// How the demo is made: the city, the model's size and its training.
#pragma once

#include <filesystem>

#include "model/config/training_config.h"
#include "model/core/cancel.h"
#include "model/core/result.h"

namespace sojourn::cli {

/// The GeoLife recipe, changed as far as a small city needs it.
[[nodiscard]] TrainingConfig demoRecipe();

/// Invents the city, trains the model with a fixed seed and a fixed number of threads, and writes all files of the demo
/// into a folder. Prints the model's figures beside those of the window-frequency rule. Errors: cannot be written,
/// cancelled.
[[nodiscard]] Status regenerateDemo(const std::filesystem::path& folder, const CancelToken& cancel);

}  // namespace sojourn::cli
