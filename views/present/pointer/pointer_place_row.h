// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a place's row in the Pointer view's sums, with and without a reference. For pointer_*.cpp only.
#pragma once

#include <cstddef>
#include <string>

#include "views/present/pointer/pointer_layout.h"
#include "views/present/samples/sample_context.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

struct PlaceRow {
  Rect rect;  ///< the whole row
  Swatch swatch;
  std::string words;  ///< "Office, 4 visits"
};

/// Ground, swatch, name and number of visits; the numbers at its right are the caller's.
PlaceRow paintPlaceRow(SceneBuilder& builder, const SampleContext& context, const PointerLayout& layout, float y,
                       LocationId location, std::size_t visits);

}  // namespace sojourn::present
