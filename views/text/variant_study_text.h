// SPDX-License-Identifier: GPL-3.0-or-later
// An ablation study as JSON (SPEC 11) and as a table.
#pragma once

#include <string>

#include "model/results/variant_study.h"
#include "views/text/output.h"

namespace sojourn::text {

/// "sojourn.ablation/1" without its dataset and split.
[[nodiscard]] Json studyJson(const VariantStudy& study);

/// A row for each variant; below, the runs that are not finished with their reasons.
[[nodiscard]] std::string studyTable(const VariantStudy& study);

}  // namespace sojourn::text
