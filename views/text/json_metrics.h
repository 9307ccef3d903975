// SPDX-License-Identifier: GPL-3.0-or-later
// The outcome of an evaluation: figures as JSON (the M of SPEC 9) and as a table, and one line of CSV a sample.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/data/dataset/sequence_set.h"
#include "model/evaluate/compare_models.h"
#include "model/results/metrics.h"
#include "model/results/outcome.h"
#include "views/text/output.h"

namespace sojourn::text {

/// {"all":M,"known":M,"unseen":M}, numbers that are not finite as null.
[[nodiscard]] Json toJson(const MetricsByTarget& metrics);

/// A row for each name and group of targets.
[[nodiscard]] std::string metricsTable(const std::vector<std::pair<std::string, MetricsByTarget>>& rows);

/// Columns as SPEC 9 has them; booleans 0 and 1, empty where not applicable. outcomes[i] belongs to row rows[i].
[[nodiscard]] std::string perSampleCsv(const SequenceSet& set, std::span<const std::size_t> rows,
                                       std::span<const Outcome> outcomes);

/// A line for each sample with prediction, correctness, rank and probability of every model.
[[nodiscard]] std::string comparisonCsv(const SequenceSet& set, std::span<const std::size_t> rows,
                                        std::span<const ModelAnswers> models);

}  // namespace sojourn::text
