// SPDX-License-Identifier: GPL-3.0-or-later
// Which files of a folder belong to a dataset (SPEC 2).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/data/dataset/dataset.h"

namespace sojourn {

/// The prefixes of all datasets in a folder, in alphabetical order.
[[nodiscard]] std::vector<std::string> datasetsIn(const std::filesystem::path& folder);

/// {folder}/{prefix}_{split}.pk
[[nodiscard]] std::filesystem::path splitFile(const DatasetLocation& location, Split split);
/// {folder}/{prefix}_metadata.json
[[nodiscard]] std::filesystem::path metadataFile(const DatasetLocation& location);
/// The CSV named {stem}{suffix}.csv (suffix "_locations" or "_users") whose stem is a leading part of the prefix; the
/// longest such stem where there are several.
[[nodiscard]] std::optional<std::filesystem::path> labelFile(const DatasetLocation& location, std::string_view suffix);

/// What Dataset::fingerprint is taken over: a line for each split that was read. `digest` is the file's SHA-256.
[[nodiscard]] std::string fingerprintLine(Split split, const std::string& digest);

}  // namespace sojourn
