// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures inside the Gate view: the histogram, and parts of the set as columns or rows. For gate_*.cpp only.
#pragma once

#include <optional>

#include "views/present/gate/gate_view.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

/// Where this sample's gate stands, and where the reference's stood; absent where there is none.
struct GateMarks {
  std::optional<double> now, before;
};

/// Right samples upwards, wrong ones downwards, accuracy dots below on the same x.
void paintGateHistogram(SceneBuilder& builder, Scene& scene, const GateData& data, const GateMarks& gate, Rect area);

/// Parts beside each other: mean gate with its deviation above, accuracy below.
void paintGateColumns(SceneBuilder& builder, const GateData& data, const GateMarks& gate, Rect area);

/// Parts below each other, for many of them or where there is height; returns the bottom of the last row.
float paintGateRows(SceneBuilder& builder, const GateData& data, const GateMarks& gate, Rect area);
/// Height of what stays above the rows when they scroll.
inline constexpr float gateRowsHeader = 34;

inline constexpr float gateAxisWidth = 50;  ///< for words left of the plots

}  // namespace sojourn::present
