// SPDX-License-Identifier: GPL-3.0-or-later
// Explanations as JSON and as text tables: of one sample (sojourn.explanation/2), over many samples
// (sojourn.explanation_summary/2), and how far they agree between models and with models of random weights.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/data/dataset/dataset.h"
#include "model/results/explanation.h"
#include "model/results/explanation_summary.h"
#include "model/results/inspection.h"
#include "model/results/model_description.h"
#include "views/text/output.h"

namespace sojourn::text {

/// All that the command found of one sequence.
struct ExplanationReport {
  const ModelDescription& model;
  const Sequence& sequence;
  std::optional<std::size_t> index;
  const Explanation& explanation;
  std::vector<Intervention> interventions;
  std::vector<ShapleyExplanation> shapley;
};
[[nodiscard]] Json toJson(const ExplanationReport& report);
[[nodiscard]] std::string explanationTables(const ExplanationReport& report, const PlaceNames& places);

/// `location` is "prediction" or "target": what was explained of each sample.
[[nodiscard]] Json toJson(const ExplanationSummary& summary, const ModelDescription& model, const std::string& dataset,
                          const std::string& split, const std::string& location);
[[nodiscard]] std::string summaryTable(const ExplanationSummary& summary);

[[nodiscard]] Json toJson(const ModelAgreement& agreement);
[[nodiscard]] std::string agreementTable(const ModelAgreement& agreement, const PlaceNames& places);

[[nodiscard]] Json toJson(const ParameterRandomizationTest& check);
[[nodiscard]] std::string randomizationTable(const ParameterRandomizationTest& check);

[[nodiscard]] Json toJson(const RankStabilitySummary& summary);
/// `title` heads the column of methods, `share` that of the samples beyond chance.
[[nodiscard]] std::string rankStabilityTable(const RankStabilitySummary& summary, const std::string& title,
                                             const std::string& share);

}  // namespace sojourn::text
