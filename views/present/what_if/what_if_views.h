// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the What if workspace.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "model/results/counterfactual.h"
#include "model/results/slices.h"
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

/// The smallest edits that change the prediction, what the model predicts then, and what probability its first
/// prediction keeps. A click on a row is the action "chooseFlip", its button (and a click on the chosen row)
/// "applyFlip", each with the row's number.
[[nodiscard]] ViewContent counterfactualsContent(const CounterfactualsInput& input, const Canvas& canvas);

/// "Move Office, Thu 10:06 by +30 min", "Shorten Office, Thu 10 h to 4 h", "Replace Office, Wed 08:10 by Gym".
[[nodiscard]] std::string changeText(const SampleContext& context, const VisitChange& change);
/// All changes of a counterfactual, joined.
[[nodiscard]] std::string counterfactualText(const SampleContext& context, const Counterfactual& counterfactual);

struct FeatureSweepInput {
  SampleContext sample;                      ///< of the sequence that was swept
  const FeatureSweep* sweep = nullptr;       ///< null: none yet
  std::optional<std::size_t> recorded = {};  ///< the point that the reference has; none where it has no such visit
  bool outdated = false;                     ///< of the sequence before: its points do nothing
  double seconds = 0;                        ///< what the sweep took
};

/// One feature of a visit over its whole range as step lines, who is first below them, then the gate and how often
/// training held each value, all on one x axis. A click on a value is ApplySweep, the pointer on it PreviewSweep.
[[nodiscard]] ViewContent featureSweepContent(const FeatureSweepInput& input, const Canvas& canvas);

struct NearestInput {
  SampleContext sample;  ///< of the sequence that was asked about
  const Neighbours* neighbours = nullptr;
  std::optional<std::size_t> selected = {};  ///< row of the training split that is marked
};

/// Recorded sequences that are similar to the current one, and the nearest ones for which the model predicts another
/// place. A click on a row is SelectTraining, a double click OpenTraining.
[[nodiscard]] ViewContent nearestContent(const NearestInput& input, const Canvas& canvas);

struct EditRulesInput {
  const RuleEffect* effect = nullptr;  ///< null: none yet
  bool running = false;
  std::string samples;                           ///< of what: "test, 3,502 filtered samples"
  bool outdated = false;                         ///< the filter shows other samples by now
  std::function<std::string(LocationId)> place;  ///< names, safe to draw
};

/// Accuracy, gate and predictions of many samples before and after one rule.
[[nodiscard]] ViewContent editRulesContent(const EditRulesInput& input, const Canvas& canvas);

}  // namespace sojourn::present
