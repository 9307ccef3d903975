// SPDX-License-Identifier: GPL-3.0-or-later
// Shapley values (Shapley 1953): what each place, day or feature adds, averaged over all orders in which they may come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/results/explanation.h"

namespace sojourn {

class Engine;

/// Up to this many players all coalitions are asked, beyond it orders are drawn.
inline constexpr std::size_t mostExactPlayers = 10;

/// One flag a player, true where it takes part.
using Coalition = std::vector<bool>;
/// Values of many coalitions at once, in their order.
using CoalitionValues = std::function<Result<std::vector<double>>(std::span<const Coalition>)>;

struct ShapleyOptions {
  std::size_t orderPairs = 100;  ///< drawn orders, each with its reverse (antithetic); beyond mostExactPlayers
  std::uint64_t seed = 0;
};

[[nodiscard]] Result<ShapleyValues> shapleyValues(std::size_t players, const CoalitionValues& values,
                                                  const ShapleyOptions& options = {});

/// Who plays: visits of one place, of one day, or a feature of all visits. An absent place or day is hidden (SPEC 6);
/// an absent feature's embedding is zero in every visit.
enum class Players { Places, Days, Features };

struct ShapleyExplanation {
  Players players = Players::Places;
  std::vector<std::string> names;                ///< "14", "2 days ago", "weekday"
  std::vector<std::vector<std::size_t>> visits;  ///< of each player; empty for features
  ShapleyValues result;
};

/// Errors: as inspect() of the engine, a target that the model does not know, cancelled.
[[nodiscard]] Result<ShapleyExplanation> explainByShapley(const Engine& engine, const Sequence& sequence,
                                                          const ExplanationTarget& target, Players players,
                                                          const CancelToken& cancel = {});

}  // namespace sojourn
