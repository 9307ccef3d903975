// SPDX-License-Identifier: GPL-3.0-or-later
// The Deletion and insertion view: how P falls and rises as each method's visits go and come.
#pragma once

#include "views/present/explain/explanation_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

/// One curve a method, named at its end; random orders as a band of one standard deviation. The method that is pointed
/// at or locked is thick.
[[nodiscard]] ViewContent faithfulnessCurvesContent(const ExplanationContext& context, const Canvas& canvas);

}  // namespace sojourn::present
