// SPDX-License-Identifier: GPL-3.0-or-later
// The figures beside the position bias: how much it matters. For views/present/pointer only.
#pragma once

#include <string>

#include "views/present/pointer/pointer_view.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

/// "0.0003": small figures keep two digits, so that "almost nothing" is a number and not a zero.
[[nodiscard]] std::string smallNumber(double value);

/// How much the bias matters: content and bias on one scale, then the weights that the softmax gives. `sample` is
/// marked on the scale; null: none.
void paintBiasEffect(SceneBuilder& builder, const Inspection* sample, const PositionBiasData& data, const Rect& area);

}  // namespace sojourn::present
