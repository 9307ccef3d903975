// SPDX-License-Identifier: GPL-3.0-or-later
// A mean with its interval, as JSON and in a table.
#pragma once

#include <string>

#include "model/results/explanation_summary.h"
#include "views/text/output.h"

namespace sojourn::text {

/// Null where nothing stands behind it.
[[nodiscard]] Json estimateJson(const Estimate& estimate);

/// "0.312 [0.280, 0.350]"; the mean alone where too few users are behind it.
[[nodiscard]] std::string withInterval(const Estimate& estimate, int digits);

/// "with 95 % intervals from resampling users", "without intervals, which need 5 users".
[[nodiscard]] std::string intervalsOver(std::size_t users);

}  // namespace sojourn::text
