// SPDX-License-Identifier: GPL-3.0-or-later
// What a configuration inside or beside a checkpoint says on the model: above all the number of heads, which no state
// dict shows. Such configurations may hold anything, so everything here is optional.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/results/model_description.h"

namespace sojourn {

struct CheckpointHyperparameters {
  std::optional<std::int64_t> heads, width, layers, feedForward, locations, users;
  /// Where a number of heads is given that is none, "nhead is \"four\""; empty else.
  std::string unusableHeads;
  std::optional<double> labelSmoothing;
  std::string ablation;  ///< "ablation_name" or model.ablation; empty where not given
};

/// Looks at the top level and in the sections config, model, training; published and other common names of the keys.
[[nodiscard]] CheckpointHyperparameters readHyperparameters(const nlohmann::ordered_json& config);

struct NeighbourConfig {
  std::filesystem::path file;
  CheckpointHyperparameters hyperparameters;
  std::string fault;  ///< why it cannot be read, though it names a number of heads; empty where it was read
};

struct NeighbourSearch {
  std::optional<NeighbourConfig> found;
  std::vector<std::filesystem::path> tooLarge;  ///< passed over
};

/// Looks for the configuration file (yaml or json) in the checkpoint's folder that names a number of heads, usable or
/// not, shares the longest name prefix with it and does not contradict `sizes` (of the state dict). Files of another
/// content are passed over, as are YAML beyond 64 kB and JSON beyond 1 MB.
[[nodiscard]] NeighbourSearch findNeighbourConfig(const std::filesystem::path& checkpoint, const ModelSizes& sizes);

/// True where a size the configuration names differs from the state dict's. More layers than a single one do not
/// count: an ablation to one layer keeps the number it had (SPEC 3.5).
[[nodiscard]] bool contradicts(const CheckpointHyperparameters& hyperparameters, const ModelSizes& sizes);

}  // namespace sojourn
