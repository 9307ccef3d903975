// SPDX-License-Identifier: GPL-3.0-or-later
// How much the position bias matters: its deviation next to the content scores', and what the weights become by it.
#pragma once

#include <string>

#include "views/present/pointer/position_bias_view.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

/// "0.0003": small figures keep two digits, so that "almost nothing" is a number and not a zero.
[[nodiscard]] std::string smallNumber(double value);

/// Content and bias on one scale, then the weights that the softmax gives. `sample` is marked on the scale; null: none.
void paintBiasEffect(SceneBuilder& builder, const Inspection* sample, const PositionBiasData& data, const Rect& area);

}  // namespace sojourn::present
