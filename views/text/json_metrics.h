// SPDX-License-Identifier: GPL-3.0-or-later
// Figures as JSON (the M of SPEC 9) and as a table.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/results/metrics.h"
#include "views/text/output.h"

namespace sojourn::text {

/// {"n","correct@1",...,"cross_entropy"}: percentages 0..100, f1 0..1; of an empty set n is 0 and the rest null.
[[nodiscard]] Json toJson(const Metrics& metrics);
/// {"all":M,"known":M,"unseen":M}
[[nodiscard]] Json toJson(const MetricsByTarget& metrics);

/// A row for each name and group of targets.
[[nodiscard]] std::string metricsTable(const std::vector<std::pair<std::string, MetricsByTarget>>& rows);

}  // namespace sojourn::text
