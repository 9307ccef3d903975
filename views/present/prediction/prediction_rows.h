// SPDX-License-Identifier: GPL-3.0-or-later
// Which candidates the Prediction view shows, and what the rest adds up to.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/results/inspection.h"

namespace sojourn::present {

/// Added to every probability by the pointer models before the logarithm (SPEC 3.2): no place falls below it.
inline constexpr double probabilityFloor = 1e-10;

/// True where the floor makes up at least half of the probability: the model itself gave (next to) nothing. Never for
/// models without a floor, whose log-probabilities may be lower.
[[nodiscard]] bool atFloor(const Candidate& candidate);

struct PredictionRows {
  std::size_t first = 0;                 ///< ranks 1..first are shown
  std::optional<std::size_t> farTarget;  ///< index into the ranking of a target that is not among them
  std::size_t others = 0;                ///< candidates without a row
  double othersCopied = 0, othersGenerated = 0;
  double sum = 0;              ///< of all probabilities
  std::size_t floorCount = 0;  ///< candidates at the floor

  [[nodiscard]] double othersProbability() const { return othersCopied + othersGenerated; }
  /// Indices into the ranking, in the order of the rows.
  [[nodiscard]] std::vector<std::size_t> shown() const;
};

/// `places` is how many rows there is room for, the target's included; at least one is used.
[[nodiscard]] PredictionRows choosePredictionRows(const Inspection& inspection, std::size_t places);

}  // namespace sojourn::present
