// SPDX-License-Identifier: GPL-3.0-or-later
// The Decomposition view: P taken apart exactly, and what hiding each visit does to it, directly and by way of others.
#pragma once

#include "views/present/explain/explanation_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

/// Rows are visits, oldest first. Copied masses and what is generated add up to P; of the effects total = direct +
/// indirect. All four columns share one scale round zero.
[[nodiscard]] ViewContent effectsContent(const ExplanationContext& context, const Canvas& canvas);

}  // namespace sojourn::present
