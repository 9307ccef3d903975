// SPDX-License-Identifier: GPL-3.0-or-later
// Figures as JSON (the M of SPEC 9) and as a table.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/results/metrics.h"
#include "views/text/output.h"

namespace sojourn::text {

/// {"all":M,"known":M,"unseen":M}, numbers that are not finite as null.
[[nodiscard]] Json toJson(const MetricsByTarget& metrics);

/// A row for each name and group of targets.
[[nodiscard]] std::string metricsTable(const std::vector<std::pair<std::string, MetricsByTarget>>& rows);

}  // namespace sojourn::text
