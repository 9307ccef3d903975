// SPDX-License-Identifier: GPL-3.0-or-later
// The gate's bar above the candidates. For prediction_*.cpp only.
#pragma once

#include "views/present/prediction/prediction_change.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

inline constexpr float predictionMargin = 12;

struct PredictionGate {
  Rect bar;              ///< the axis 0 to 1
  bool beside = false;   ///< its words stand left of it, else above
  float wordsRight = 0;  ///< where words beside it end
  float width = 0;       ///< of the canvas
  double gate = 0;
  const PredictionChange* change = nullptr;  ///< beside a reference
};

/// The gate mixes two distributions; how much of one candidate is copied stands in its own row. Beside a reference a
/// line marks where it stood, with the way from there and the signed change.
void paintPredictionGate(SceneBuilder& builder, const PredictionGate& gate);

}  // namespace sojourn::present
