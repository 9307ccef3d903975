// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a prepared dataset and their report (PREPARE.md 4): all are complete before the first gets its name.
#pragma once

#include "model/data/prepare/output_folder.h"
#include "model/data/prepare/preparation.h"

namespace sojourn {

/// Writes into the folder what came of it: without a dataset (`refusal`) the report and the tables of stays alone. The
/// report is last. Fills in `files` and `report`. Errors: Failed; cancelled before anything got its name.
[[nodiscard]] Status writePreparation(Preparation& made, const OutputFolder& folder, const std::string& fingerprint,
                                      const CancelToken& cancel);

}  // namespace sojourn
