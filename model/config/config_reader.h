// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a training configuration strictly: what is not understood is refused with what would be.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "model/config/training_config.h"
#include "model/core/result.h"

namespace sojourn {

/// Reads a YAML file of at most 64 kB and applies `overrides` ("training.batch_size=64", later ones win). Keys left
/// out keep the values of recipeFor(model.name).
/// Errors (ErrorKind::BadInput unless said): no YAML, unknown or repeated keys, wrong types, values out of range,
/// aliases of anything but a scalar, more than one document, sizes that do not fit together. Each names the key, the
/// value and what is allowed. A malformed override is ErrorKind::BadUsage.
[[nodiscard]] Result<TrainingConfig> readTrainingConfig(const std::filesystem::path& file,
                                                        std::span<const std::string> overrides = {});

/// The same for a text that is already in memory; `where` names it in errors.
[[nodiscard]] Result<TrainingConfig> parseTrainingConfig(std::string_view yaml, const std::string& where,
                                                         std::span<const std::string> overrides = {});

/// Combinations that no single range can exclude: heads that do not divide the width, ablations of a model that has
/// none, ... `where` names the source in the error.
[[nodiscard]] Status checkCombination(const TrainingConfig& config, const std::string& where);

}  // namespace sojourn
