// SPDX-License-Identifier: GPL-3.0-or-later
// The Prediction view: the top candidates as stacked bars of copied and generated mass, the target, and all the others.
#pragma once

#include <optional>

#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

struct PredictionInput {
  const SampleContext& sample;
  std::optional<LocationId> windowRule;  ///< what "most frequent in the window" would say; marked where given
  std::optional<double> errorKilometres = {};  ///< from the first place to the target, where both have coordinates
};

/// All bars share the fixed axis 0 to 1, the gate's too. Narrow canvases draw a row's bar below its words, wide ones
/// beside them. Rows, others and target together always hold the whole probability.
[[nodiscard]] ViewContent predictionContent(const PredictionInput& input, const Canvas& canvas);

}  // namespace sojourn::present
