// SPDX-License-Identifier: GPL-3.0-or-later
// The Nearest training samples view: recorded sequences that are similar to the current one, and the nearest ones for
// which the model predicts another place.
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
