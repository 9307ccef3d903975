// SPDX-License-Identifier: GPL-3.0-or-later
// The FeatureSweep view: one feature of a visit over its whole range as step lines, who is first below them, then the
// gate and how often training held each value, all on one x axis.
#pragma once

#include <optional>

#include "model/results/feature_sweep.h"
#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

struct FeatureSweepInput {
  SampleContext sample;                      ///< of the sequence that was swept
  const FeatureSweep* sweep = nullptr;       ///< null: none yet
  std::optional<std::size_t> recorded = {};  ///< the point that the reference has; none where it has no such visit
  bool outdated = false;                     ///< of the sequence before: its points do nothing
  double seconds = 0;                        ///< what the sweep took
};

/// A click on a value is the action "applySweep" with the value as the feature counts.
[[nodiscard]] ViewContent featureSweepContent(const FeatureSweepInput& input, const Canvas& canvas);

}  // namespace sojourn::present
