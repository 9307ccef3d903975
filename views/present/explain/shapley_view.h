// SPDX-License-Identifier: GPL-3.0-or-later
// The Shapley view: what each place, day and feature adds to the probability, averaged over all orders in which they
// may come.
#pragma once

#include <span>
#include <string>

#include "model/results/explanation.h"
#include "model/results/shapley.h"
#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

/// Pointers are borrowed and valid during one call of the presenter.
struct ShapleyInput {
  SampleContext sample;  ///< of the games, which may be an older sample for a moment
  ExplanationTarget target = {};
  std::span<const ShapleyExplanation> games = {};  ///< empty: not answered yet
  bool stopped = false;                            ///< somebody cancelled what there is none of
  std::string failure = {};                        ///< why there are none; empty: none failed
};

/// One block a game, side by side where there is room: a row a player with its signed value on a scale that all share,
/// below them the sum. A click selects the player's visits (action "selectVisits", "0,3,5").
[[nodiscard]] ViewContent shapleyContent(const ShapleyInput& input, const Canvas& canvas);

}  // namespace sojourn::present
