// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison of models as JSON (SPEC 11) and as tables.
#pragma once

#include <string>

#include "model/results/comparison.h"
#include "views/text/output.h"

namespace sojourn::text {

/// "sojourn.comparison/1" without its split.
[[nodiscard]] Json comparisonJson(const ModelComparison& comparison);

/// Metrics of each model, then who is right and by how much, then the slices whose interval excludes 0.
/// Models are named A, B, C, ...
[[nodiscard]] std::string comparisonTables(const ModelComparison& comparison);

/// "+22.96 [9.00, 36.12], naive [21.19, 24.73]"; of few users without the first interval.
[[nodiscard]] std::string differenceText(const PairedDifference& difference);
[[nodiscard]] Json differenceJson(const PairedDifference& difference);
/// Three digits, of a small one five; a dash where there is none.
[[nodiscard]] std::string pText(double p);

}  // namespace sojourn::text
