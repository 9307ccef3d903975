// SPDX-License-Identifier: GPL-3.0-or-later
// The Aggregate faithfulness view: how faithful each method is on many samples, and how well it finds planted causes.
#pragma once

#include "views/present/explain/explanation_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

/// Means with 95 % intervals from resampling users; the grey band is what random orders reach. Actions:
/// "startEvaluation" with the number of samples (0: all), "cancelEvaluation".
[[nodiscard]] ViewContent aggregateFaithfulnessContent(const ExplanationContext& context, const Canvas& canvas);

}  // namespace sojourn::present
