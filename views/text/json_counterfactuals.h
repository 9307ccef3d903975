// SPDX-License-Identifier: GPL-3.0-or-later
// Counterfactuals as JSON and as text tables.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "model/data/dataset/dataset.h"
#include "model/results/counterfactual.h"
#include "model/results/model_description.h"
#include "views/text/output.h"

namespace sojourn::text {

/// What `sojourn counterfactuals` says of one sequence.
struct CounterfactualReport {
  ModelDescription model;
  Sequence sequence;
  std::optional<std::size_t> index;
  CounterfactualFindings findings;
  double cpuSeconds = 0;
};

/// What it says of many samples that the model gets right.
struct CounterfactualSetReport {
  ModelDescription model;
  std::string dataset, split;
  std::size_t mostChanges = 1;
  std::size_t samples = 0, right = 0;     ///< looked at; how many the model gets right in the split
  std::array<std::size_t, 3> have{};      ///< samples with a robust counterfactual of exactly so many changes, minimal
  std::array<std::size_t, 3> smallest{};  ///< samples whose smallest counterfactual has so many
  std::array<std::size_t, 3> counterfactuals{};  ///< robust counterfactuals in all
  std::array<std::size_t, 3> confirmed{};        ///< of those, that an inspection of their own says as well
  std::size_t none = 0;                          ///< samples without any
  std::size_t budgetSpent = 0;                   ///< samples for which the budget did not last
  std::size_t tried = 0, forwards = 0;           ///< single changes; sequences that went through the model
  double cpuSeconds = 0;                         ///< of the searches
  /// The plain loop over all single changes, where it was asked for.
  struct Exhaustive {
    std::size_t counterfactuals = 0;  ///< robust counterfactuals of one change
    std::size_t missed = 0;           ///< of those, that the search did not find
    std::size_t beyond = 0;           ///< that only the search found
    std::size_t samplesWith = 0;      ///< samples that have one
    std::size_t samplesMissed = 0;    ///< of those, for which the search found none
    double cpuSeconds = 0;
  };
  std::optional<Exhaustive> exhaustive = {};
};

/// "Move 14 Office, Thu 10:06 to 10:36 (+30 min)".
[[nodiscard]] std::string changeText(const VisitChange& change, const Sequence& sequence, const PlaceNames& places);

[[nodiscard]] Json toJson(const CounterfactualReport& report);
[[nodiscard]] Json toJson(const CounterfactualSetReport& report);
[[nodiscard]] std::string counterfactualTable(const CounterfactualReport& report, const PlaceNames& places);
[[nodiscard]] std::string counterfactualSetTable(const CounterfactualSetReport& report);

}  // namespace sojourn::text
