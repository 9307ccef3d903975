// SPDX-License-Identifier: GPL-3.0-or-later
// The Visits view: seven days as a strip in true time, a card a visit with the mass copied from it, and what came next.
#pragma once

#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

/// Copied bars have a fixed axis 0 to 1; a model without a pointer has none. Hits carry the visit and its place.
[[nodiscard]] ViewContent visitsContent(const SampleContext& context, const Canvas& canvas);

}  // namespace sojourn::present
