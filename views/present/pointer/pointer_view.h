// SPDX-License-Identifier: GPL-3.0-or-later
// The Pointer view: how each visit's content and position become a score, a weight and a copied mass; sums per place.
#pragma once

#include <optional>

#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

struct PointerInput {
  const SampleContext& sample;
  /// What the person chose with the action "toggleSums"; without a choice the sums fold where rows need their room.
  std::optional<bool> sumsOpen;
};

/// Rows are visits, oldest first. Content, bias and score share one scale and zero line, so that a bias that matters
/// little looks little; weight and copied mass share the fixed axis 0 to 1. Header and sums stay put when rows scroll.
[[nodiscard]] ViewContent pointerContent(const PointerInput& input, const Canvas& canvas);

}  // namespace sojourn::present
