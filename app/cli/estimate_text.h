// SPDX-License-Identifier: GPL-3.0-or-later
// A mean with its interval, as JSON and in a table.
#pragma once

#include <string>

#include "app/cli/output.h"
#include "model/results/explanation_summary.h"

namespace sojourn::cli {

/// Null where nothing stands behind it.
[[nodiscard]] Json estimateJson(const Estimate& estimate);

/// "0.312 [0.280, 0.350]".
[[nodiscard]] std::string withInterval(const Estimate& estimate, int digits);

}  // namespace sojourn::cli
