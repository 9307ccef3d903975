// SPDX-License-Identifier: GPL-3.0-or-later
// Recorded sequences that resemble the one in front: what the model learned this from, and the nearest of which it says
// something else.
#pragma once

#include <cstddef>
#include <optional>

#include "model/results/neighbour.h"
#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

struct NearestInput {
  SampleContext sample;  ///< of the sequence that was asked about
  const Neighbours* neighbours = nullptr;
  std::optional<std::size_t> selected = {};  ///< row of the training split that is marked
};

/// A click on a row is the action "selectTraining", a double click "openTraining", with the row of the training split.
[[nodiscard]] ViewContent nearestContent(const NearestInput& input, const Canvas& canvas);

}  // namespace sojourn::present
