// SPDX-License-Identifier: GPL-3.0-or-later
// Explanations over many samples as JSON (sojourn.explanation_summary/1) and as a text table.
#pragma once

#include <string>

#include "model/results/explanation_summary.h"
#include "model/results/model_description.h"
#include "views/text/output.h"

namespace sojourn::text {

/// `location` is "prediction" or "target": what was explained of each sample.
[[nodiscard]] Json toJson(const ExplanationSummary& summary, const ModelDescription& model, const std::string& dataset,
                          const std::string& split, const std::string& location);
[[nodiscard]] std::string summaryTable(const ExplanationSummary& summary);

}  // namespace sojourn::text
