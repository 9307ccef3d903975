// SPDX-License-Identifier: GPL-3.0-or-later
// An explanation as JSON (sojourn.explanation/1) and as text tables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/data/dataset/dataset.h"
#include "model/results/explanation.h"
#include "model/results/inspection.h"
#include "model/results/model_description.h"
#include "model/results/shapley.h"
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

}  // namespace sojourn::text
