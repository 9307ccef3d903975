// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a present::Scene into pixels or vectors. Screen, PNG, SVG and PDF go through this one function.
#pragma once

#include <QRectF>
#include <optional>

#include "views/present/scene/scene.h"

class QPainter;

namespace sojourn::qt {

struct PaintOptions {
  /// Letters as outlines: the file then looks the same where the font is missing (exports as SVG and PDF).
  bool textAsPaths = false;
  /// Images are enlarged without smoothing before they are embedded, since viewers of vector files smooth them.
  bool vectorTarget = false;
  /// Text outside of this part of the content is left out: shaping letters is the dearest part of painting.
  std::optional<QRectF> visible{};
};

/// Paints the shapes in their order. Rectangles, axis-parallel lines and images are snapped to whole pixels, hatches
/// are cut to their rectangles by geometry (Qt's SVG generator drops clipping).
void paintScene(QPainter& painter, const present::Scene& scene, const PaintOptions& options = {});

}  // namespace sojourn::qt
