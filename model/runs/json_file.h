// SPDX-License-Identifier: GPL-3.0-or-later
// The small JSON files of a run directory, in one bounded read.
#pragma once

#include <cstdint>
#include <filesystem>

#include "model/core/result.h"
#include "model/formats/json_fields.h"

namespace sojourn {

/// Reads a file of at most `maxBytes` that holds one JSON object. Errors as readFile() and parseJsonObject().
[[nodiscard]] Result<nlohmann::ordered_json> readJsonObject(const std::filesystem::path& file,
                                                            std::uint64_t maxBytes = 1'000'000);

}  // namespace sojourn
