// SPDX-License-Identifier: GPL-3.0-or-later
// One inspection as JSON (sojourn.inspection/1) and as tables.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "model/data/dataset/place_names.h"
#include "model/results/inspection.h"
#include "model/results/model_description.h"
#include "views/text/output.h"

namespace sojourn::text {

/// How many candidates are listed (or V where that is smaller).
inline constexpr std::size_t shownCandidates = 10;

/// `index` is the row in its split, absent for a sequence of its own. Attention only where `maps` is set.
[[nodiscard]] Json toJson(const Inspection& inspection, const ModelDescription& model, std::optional<std::size_t> index,
                          bool maps);

[[nodiscard]] std::string inspectionTables(const Inspection& inspection, const PlaceNames& places);

}  // namespace sojourn::text
