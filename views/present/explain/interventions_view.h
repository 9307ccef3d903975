// SPDX-License-Identifier: GPL-3.0-or-later
// The Interventions view: what the output would be if only the pointer or the gate were different.
#pragma once

#include "views/present/explain/explanation_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

/// Nothing is encoded again: bars round zero for the change of P, P as it would be, and which place would come first.
[[nodiscard]] ViewContent interventionsContent(const ExplanationContext& context, const Canvas& canvas);

}  // namespace sojourn::present
