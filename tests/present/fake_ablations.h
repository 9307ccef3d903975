// SPDX-License-Identifier: GPL-3.0-or-later
// Fake components with fake effects, for the presenters' and the window's tests.
#pragma once

#include <cmath>

#include "model/results/component.h"
#include "model/results/inspection.h"

namespace sojourn::present {

/// Embeddings, a layer and its four heads; a pointer and a gate where the model has them.
[[nodiscard]] inline std::vector<Component> fakeComponents(bool pointer = true) {
  std::vector<Component> made{
      {"user_emb", "User embedding", "no_user_emb", {{.feature = VisitFeature::User}}},
      {"pos_from_end", "Position-from-end embedding", "no_pos_from_end", {{.feature = VisitFeature::PositionFromEnd}}}};
  if (pointer) {
    made.push_back({"pointer", "Pointer", "no_pointer", {{.kind = PartKind::Pointer}}});
    made.push_back({"gate", "Gate", "no_gate", {{.kind = PartKind::Gate}}});
  }
  made.push_back({"layer.0", "Layer 0", "", {{.kind = PartKind::Layer, .layer = 0}}});
  for (std::size_t h = 0; h < 4; ++h)
    made.push_back({"layer.0.head." + std::to_string(h),
                    "Layer 0, head " + std::to_string(h),
                    "",
                    {{.kind = PartKind::Head, .layer = 0, .head = h}}});
  return made;
}

/// Of the prediction, rather than another place where one is given.
[[nodiscard]] inline AblationTable fakeAblationTable(std::span<const Component> components,
                                                     const Inspection& inspection,
                                                     std::optional<LocationId> ratherThan = {}) {
  const Candidate& best = inspection.ranking.front();
  const auto own = static_cast<double>(best.probability);
  AblationTable ablationTable{.target = {.location = best.location, .ratherThan = ratherThan},
                              .probability = own,
                              .value = ratherThan ? own - 0.125 : own,
                              .rank = 1,
                              .effects = {}};
  for (const ComponentAblation& one : everyAblationOf(components)) {
    const double change = -0.3 * std::sin(static_cast<double>(ablationTable.effects.size()) + 1);
    const std::size_t first = change < -0.2 ? 1 : 0;
    ablationTable.effects.push_back({.component = one.component.name,
                                     .to = one.to,
                                     .probability = ablationTable.probability + change,
                                     .change = change,
                                     .spread = one.to == AblationMode::Resampled ? 0.05 : 0,
                                     .rank = first + 1,
                                     .top = {inspection.ranking[first].location}});
  }
  return ablationTable;
}

/// Over 200 samples.
[[nodiscard]] inline AblationSummaryTable fakeAblationSummaries(std::span<const Component> components) {
  AblationSummaryTable table{.samples = 200, .users = 9, .correct = 90, .ablations = {}};
  const auto around = [](double mean) { return Estimate{.mean = mean, .low = mean - 2, .high = mean + 2, .n = 200}; };
  for (const ComponentAblation& one : everyAblationOf(components)) {
    const double change = 10 * std::sin(static_cast<double>(table.ablations.size()));
    table.ablations.push_back({.component = one.component.name,
                               .to = one.to,
                               .correct = 80,
                               .accuracyChange = around(change),
                               .probabilityChange = around(change / 100),
                               .changedPredictions = around(0.2)});
  }
  return table;
}

}  // namespace sojourn::present
