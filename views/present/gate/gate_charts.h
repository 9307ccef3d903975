// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures inside the Gate view: the histogram, and parts of the set as columns or rows. For gate_*.cpp only.
#pragma once

#include <optional>

#include "views/present/gate/gate_view.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

/// Axis of a quantity from 0 to 1 between two pixels.
struct UnitAxis {
  float from = 0, to = 0;
  [[nodiscard]] float at(double value) const { return from + (to - from) * static_cast<float>(value); }
};

/// Where this sample's gate stands, and where the reference's stood; absent where there is none.
struct GateMarks {
  std::optional<double> now, before;
};

/// The reference's gate as a dashed line across an axis, and the way from there to now as a bar of its colour.
void paintGateBefore(SceneBuilder& builder, const GateMarks& marks, const UnitAxis& axis, float from, float to,
                     bool vertical);

/// Right samples upwards, wrong ones downwards, accuracy dots below on the same x.
void paintGateHistogram(SceneBuilder& builder, Scene& scene, const GateData& data, const GateMarks& gate, Rect area);

/// Parts beside each other: mean gate with its deviation above, accuracy below.
void paintGateColumns(SceneBuilder& builder, const GateData& data, const GateMarks& gate, Rect area);

/// Parts below each other, for many of them or where there is height; returns the bottom of the last row.
float paintGateRows(SceneBuilder& builder, const GateData& data, const GateMarks& gate, Rect area);
/// Height of what stays above the rows when they scroll.
inline constexpr float gateRowsHeader = 34;
inline constexpr float gateRowHeight = 20;

/// Of the words at an axis.
inline constexpr Font gateWordFont{.size = 11.5F, .weight = Weight::Medium};

/// Dot whose area is the share of the largest count; never too small to see.
[[nodiscard]] float countRadius(std::size_t n, std::size_t most);
/// "User 3: 120 samples, gate 0.671 ± 0.200, 54.2 % right"
[[nodiscard]] std::string sliceSentence(const Slice& slice);

inline constexpr float gateAxisWidth = 50;  ///< for words left of the plots
/// Least height of an axis with a word between its two ends; a lower one has its ends alone.
inline constexpr float gateAxisWithWord = 26;

}  // namespace sojourn::present
