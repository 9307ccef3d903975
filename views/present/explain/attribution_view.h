// SPDX-License-Identifier: GPL-3.0-or-later
// The Attribution view: what every method says about each visit, under how faithful it is.
#pragma once

#include <cstddef>

#include "views/present/explain/explanation_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

struct AttributionOptions {
  std::size_t firstColumn = 0;  ///< where not all columns fit: the first that is shown (action "attributionFrom")
};

/// Rows are visits, oldest first; columns are methods in the order of shownMethods(). Heads and sums stay put when rows
/// scroll. Controls show their heads only. Actions: "attributionFrom" with the column, "startEvaluation".
[[nodiscard]] ViewContent attributionContent(const ExplanationContext& context, const AttributionOptions& options,
                                             const Canvas& canvas);

}  // namespace sojourn::present
