// SPDX-License-Identifier: GPL-3.0-or-later
// The Agreement view: Kendall's tau-b between what every two methods say of the same visits.
#pragma once

#include "views/present/explain/explanation_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

/// A triangle in the order of shownMethods(); what chance would give at this length is greyed.
[[nodiscard]] ViewContent agreementContent(const ExplanationContext& context, const Canvas& canvas);

}  // namespace sojourn::present
