// SPDX-License-Identifier: GPL-3.0-or-later
// The Stability and sanity checks view: whether the ranking of each method stays the same for models of other seeds,
// as it should, and with randomized weights, as it should not.
#pragma once

#include <cstddef>
#include <string>

#include "views/present/explain/explanation_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

/// The comparison of seeds over the filtered samples.
struct AggregateStability {
  const RankStabilitySummary* summary = nullptr;  ///< null: not measured yet
  std::size_t asked = 0;                          ///< samples; more than the summary's while it runs or was stopped
  std::size_t models = 0;
  bool running = false;
  bool possible = false;     ///< there are models to compare, and samples
  std::size_t filtered = 0;  ///< samples that could be taken
  std::string filteredText = {};
};

struct RankStabilityInput {
  ExplanationContext context;     ///< with its seeds and its parameter randomization test, as far as they are known
  std::size_t others = 0;         ///< models beside the open one that were chosen
  bool comparing = false;         ///< they are being loaded, or compared
  bool checking = false;          ///< random weights are being checked
  std::string seedsFailure = {};  ///< why there is no comparison; empty: none failed
  std::string randomizationFailure = {};
  AggregateStability over = {};
};

/// Three blocks, side by side where there is room, rows are methods: tau-b between the models, the share of the
/// filtered samples where the method is unstable (a dot with its 95 % interval from resampling users), and tau-b with
/// the original stage by stage of the model at random. Actions: "askSeeds", "testRandomization", "cancelRandomization",
/// "startSeedEvaluation" with the number of samples (0: all), "cancelSeedEvaluation".
[[nodiscard]] ViewContent rankStabilityContent(const RankStabilityInput& input, const Canvas& canvas);

}  // namespace sojourn::present
