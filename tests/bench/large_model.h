// SPDX-License-Identifier: GPL-3.0-or-later
// A model that is as large as people's own: what the studio must show without waiting.
#pragma once

#include <filesystem>

#include "model/core/result.h"

namespace sojourn::test {

inline constexpr int largeModelHeads = 8;

/// Writes FOLDER/data (100,000 places with coordinates, validation windows of 150 visits) and FOLDER/model.pt, a new
/// Pointer V45 of 8 layers for it.
[[nodiscard]] Status writeLargeModel(const std::filesystem::path& folder);

}  // namespace sojourn::test
