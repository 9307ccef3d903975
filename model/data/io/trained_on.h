// SPDX-License-Identifier: GPL-3.0-or-later
// Which dataset a checkpoint was trained on, as far as its run or its configuration say, and whether another one is
// that.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "model/data/dataset/dataset.h"

namespace sojourn {

/// What tells datasets apart that have equally many places and users.
struct DatasetIdentity {
  std::string prefix;               ///< empty where unknown
  std::vector<std::string> splits;  ///< names of those that the fingerprint is over
  std::string fingerprint;          ///< as Dataset has it; empty where unknown
};

[[nodiscard]] DatasetIdentity identityOf(const Dataset& dataset);
/// Reads the split files, at most 256 MB; without a fingerprint where one of the splits is not there or they are
/// larger.
[[nodiscard]] DatasetIdentity identityOf(const DatasetLocation& location, const std::vector<std::string>& splits);

/// By run.json over the checkpoint's folder `checkpoints`, else by the dataset's prefix in the configuration that the
/// checkpoint holds. Empty where neither says anything.
[[nodiscard]] DatasetIdentity trainedOn(const std::filesystem::path& checkpoint,
                                        const nlohmann::ordered_json& metadata);

/// A warning where both are known and differ: by their fingerprints where those are over the same splits, else by their
/// prefixes. `model` is the checkpoint's name.
[[nodiscard]] std::optional<Problem> datasetMismatch(const std::string& model, const DatasetIdentity& trained,
                                                     const DatasetIdentity& here);

}  // namespace sojourn
