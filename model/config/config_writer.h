// SPDX-License-Identifier: GPL-3.0-or-later
// A training configuration as YAML (what `train --config` reads back) and as JSON (what run.json and checkpoints hold).
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "model/config/training_config.h"

namespace sojourn {

/// All keys in the order of the schema; reading it back gives an equal value.
[[nodiscard]] std::string toYaml(const TrainingConfig& config);

/// {"seed": 42, "data": {...}, "model": {...}, "training": {...}}.
[[nodiscard]] nlohmann::ordered_json toJson(const TrainingConfig& config);

}  // namespace sojourn
