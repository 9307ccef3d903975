// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a prepared dataset and their report (PREPARE.md 4): all are complete before the first gets its name.
#pragma once

#include "model/data/prepare/preparation.h"

namespace sojourn {

inline constexpr const char* preparationReportName = "preparation.json";

/// Writes into settings.out what came of it: without a dataset (`refusal`) the report and the tables of stays alone.
/// Fills in `files` and `report`. Errors: Failed; cancelled before anything got its name.
[[nodiscard]] Status writePreparation(Preparation& made, const std::string& fingerprint, const CancelToken& cancel);

}  // namespace sojourn
