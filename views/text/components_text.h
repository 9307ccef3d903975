// SPDX-License-Identifier: GPL-3.0-or-later
// Ablated components as JSON (sojourn.components/1, sojourn.components_summary/1) and as text tables.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "model/data/dataset/dataset.h"
#include "model/results/component.h"
#include "model/results/model_description.h"
#include "views/text/output.h"

namespace sojourn::text {

/// What was ablated of which model; the ablations of a component stand next to each other.
struct AblatedModel {
  const ModelDescription& model;
  std::span<const Component> components;
  const ComponentReference& reference;
};

/// `index` of a sample, or nothing.
[[nodiscard]] Json toJson(const AblatedModel& ablated, const Sequence& sequence, std::optional<std::size_t> index,
                          const AblationTable& ablationTable);
[[nodiscard]] std::string ablationEffectsTable(const AblatedModel& ablated, const AblationTable& ablationTable,
                                               const PlaceNames& places);

[[nodiscard]] Json toJson(const AblatedModel& ablated, const AblationSummaryTable& table, const std::string& dataset,
                          const std::string& split);
[[nodiscard]] std::string ablationSummariesTable(const AblatedModel& ablated, const AblationSummaryTable& table);

}  // namespace sojourn::text
