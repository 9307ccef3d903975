// SPDX-License-Identifier: GPL-3.0-or-later
// The Visits per place view: how often each place of the sequence was visited, and its probability.
#pragma once

#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

/// The most visited first, ties by the latest visit. Hits carry the place.
[[nodiscard]] ViewContent placeCountsContent(const SampleContext& context, const Canvas& canvas);

}  // namespace sojourn::present
