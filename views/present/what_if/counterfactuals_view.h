// SPDX-License-Identifier: GPL-3.0-or-later
// The Counterfactuals view: the smallest edits that change the prediction, what the model predicts then, and what
// probability its first prediction keeps.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "model/results/counterfactual.h"
#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

struct CounterfactualsInput {
  SampleContext sample;                              ///< of the sequence that was searched
  const CounterfactualFindings* findings = nullptr;  ///< null: none yet
  std::size_t chosen = 0;                            ///< the row that shows its button
  bool outdated = false;                             ///< of the sequence before: nothing can be applied
  double seconds = 0;                                ///< what the search took
};

/// A click on a row is the action "chooseFlip", its button (and a click on the chosen row) "applyFlip", each with the
/// row's number.
[[nodiscard]] ViewContent counterfactualsContent(const CounterfactualsInput& input, const Canvas& canvas);

/// "Move Office, Thu 10:06 by +30 min", "Shorten Office, Thu 10 h to 4 h", "Replace Office, Wed 08:10 by Gym".
[[nodiscard]] std::string changeText(const SampleContext& context, const VisitChange& change);
/// All changes of a counterfactual, joined.
[[nodiscard]] std::string counterfactualText(const SampleContext& context, const Counterfactual& counterfactual);

}  // namespace sojourn::present
