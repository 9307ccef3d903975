// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a training configuration strictly, where what is not understood is refused with what would be; and writes it as
// YAML (what `train --config` reads back) and as JSON (what run.json and checkpoints hold).
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "model/config/training_config.h"
#include "model/core/result.h"

namespace sojourn {

/// Reads a YAML file of at most 64 kB and applies `overrides` ("training.batch_size=64", later ones win). Keys left
/// out keep the values of recipeFor(model.name).
/// Errors (ErrorKind::BadInput unless said): empty, not UTF-8, no YAML, unknown or repeated keys, wrong types, values
/// out of range, aliases of anything but a scalar, more than one document, sizes that do not fit together. Each names
/// the key, the value and what is allowed. A malformed override is ErrorKind::BadUsage.
[[nodiscard]] Result<TrainingConfig> readTrainingConfig(const std::filesystem::path& file,
                                                        std::span<const std::string> overrides = {});

/// The same for a text that is already in memory; `where` names it in errors.
[[nodiscard]] Result<TrainingConfig> parseTrainingConfig(std::string_view yaml, const std::string& where,
                                                         std::span<const std::string> overrides = {});

/// A combination of values that cannot be, each of them being within its range.
struct CombinationProblem {
  std::string key;     ///< the field to change
  std::string what;    ///< names both keys and their values
  std::string remedy;  ///< values that would do
};

/// What no single range can exclude: heads that do not divide the width, ablations of a model that has none, ...
[[nodiscard]] std::vector<CombinationProblem> combinationProblems(const TrainingConfig& config);

/// What is allowed and hardly meant: a warm-up that is longer than the training.
[[nodiscard]] std::vector<CombinationProblem> combinationWarnings(const TrainingConfig& config);

/// All keys in the order of the schema; reading it back gives an equal value.
[[nodiscard]] std::string toYaml(const TrainingConfig& config);

/// {"seed": 42, "data": {...}, "model": {...}, "training": {...}}.
[[nodiscard]] nlohmann::ordered_json toJson(const TrainingConfig& config);

}  // namespace sojourn
