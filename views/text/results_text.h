// SPDX-License-Identifier: GPL-3.0-or-later
// The results of trained models and of counting rules, as `sojourn results` gives them.
#pragma once

#include <span>
#include <string>

#include "model/evaluate/rule_baselines.h"
#include "model/results/model_results.h"
#include "views/text/output.h"

namespace sojourn::text {

/// {"schema":"sojourn.model_results/1","dataset","split","models":[...],"rules":[...],"not_counted"}; a spread is
/// {"mean","sd","low","high","n"}, sd null of a single run, mean null of none.
[[nodiscard]] Json resultsJson(const ResultsTable& table, std::span<const RuleRow> rules);

/// Three lines for each row: all targets, those known to training, the others.
[[nodiscard]] std::string resultsTable(const ResultsTable& table, std::span<const RuleRow> rules);

}  // namespace sojourn::text
