// SPDX-License-Identifier: GPL-3.0-or-later
// Shapley values (Shapley 1953): what each place, day or feature adds, averaged over all orders in which they may come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/results/explanation.h"

namespace sojourn {

class Engine;

/// Up to this many players all coalitions are asked, beyond it orders are drawn.
inline constexpr std::size_t mostExactPlayers = 10;

/// Of a sequence no more coalitions than this are asked in drawn orders, however many players there are.
inline constexpr std::size_t mostDrawnCoalitions = 24'000;
/// Longer sequences are not explained, as by explain().
inline constexpr std::size_t mostShapleyVisits = 512;

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

/// Errors: as inspect() of the engine, a target that the model does not know, more than mostShapleyVisits, cancelled.
/// Progress counts sequences, of places and days only.
[[nodiscard]] Result<ShapleyExplanation> explainByShapley(const Engine& engine, const Sequence& sequence,
                                                          const ExplanationTarget& target, Players players,
                                                          const CancelToken& cancel = {},
                                                          const Progress& progress = {});

}  // namespace sojourn
