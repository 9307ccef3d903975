// SPDX-License-Identifier: GPL-3.0-or-later
// The heads of the Attribution view's columns: titles, strips and figures. For attribution_*.cpp only.
#pragma once

#include <span>
#include <vector>

#include "views/present/explain/explanation_context.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

/// One method's column.
struct AttributionColumn {
  ShownMethod shown;
  MethodLabels labels;
  bool faded = false;        ///< does not beat random orders over the evaluated samples
  bool isSigned = false;     ///< has scores below 0
  double low = 0, high = 1;  ///< ends of its scale; 0 is within
  int decimals = 2;
  std::vector<bool> topThree = {};  ///< [L]
  float left = 0, right = 0;
};

[[nodiscard]] float attributionHeadHeight(const ExplanationContext& context);

/// Paints the heads of `count` of the columns from `first` on, and what their lines mean left of `labelsRight`.
void paintAttributionHead(const ExplanationContext& context, SceneBuilder& builder, Scene& scene, float labelsRight,
                          std::span<const AttributionColumn> columns, std::size_t first, std::size_t count);

}  // namespace sojourn::present
