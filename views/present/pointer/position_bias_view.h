// SPDX-License-Identifier: GPL-3.0-or-later
// The Position bias view: what the pointer learned about position alone, how often it saw each position, and how much
// that matters beside the content scores.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/core/translation.h"
#include "model/results/slices.h"
#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

struct PositionBiasData {
  /// Entry p: training sequences that reach position p from end (entry 0 is padding's). Empty without a training split.
  std::vector<std::size_t> reached;
  std::size_t trainingSequences = 0;
  PositionBiasSummary effect;                         ///< n = 0 while nothing has been evaluated
  std::string scope;                                  ///< of `effect`: "3 502 test samples"
  std::string nothing = tr("Nothing evaluated yet");  ///< said where n is 0
};

/// The curve is the model's own. How much it matters is shown as within-sample deviations, divergence and changed
/// predictions, not as a span: softmax ignores what is added to all scores (SPEC 6). EmptyState without a bias.
[[nodiscard]] ViewContent positionBiasContent(const SampleContext& context, const PositionBiasData& data,
                                              const Canvas& canvas);

}  // namespace sojourn::present
