// SPDX-License-Identifier: GPL-3.0-or-later
// Collects what the finished runs of some folders reached on the test split.
#pragma once

#include <filesystem>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/results/model_results.h"

namespace sojourn::session {

/// From run.json, results.json and the log of the runs in the folders and three levels below; no model is loaded. Runs
/// count as in the means of the Runs table: finished, not steered, of each seed the first. Errors
/// (ErrorKind::BadInput): no run counts; runs of different datasets; cancelled.
[[nodiscard]] Result<ResultsTable> resultsOfRuns(const std::vector<std::filesystem::path>& folders,
                                                 const CancelToken& cancel = {});

}  // namespace sojourn::session
