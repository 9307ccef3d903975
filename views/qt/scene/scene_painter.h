// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a present::Scene into pixels, the vectors of a painter, or SVG.
#pragma once

#include <QRectF>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

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
  /// Which of the shapes are painted, in their order.
  std::size_t from = 0, to = std::numeric_limits<std::size_t>::max();
  /// Charts that are left out: they have a view of their own.
  std::vector<const present::Chart*> without{};
};

/// Paints shapes in their order. Rectangles, axis-parallel lines and images are snapped to whole pixels, hatches
/// are cut to their rectangles by geometry (Qt's SVG generator drops clipping).
void paintShapes(QPainter& painter, std::span<const present::Shape> shapes, const PaintOptions& options = {});
inline void paintScene(QPainter& painter, const present::Scene& scene, const PaintOptions& options = {}) {
  paintShapes(painter, scene.shapes, options);
}

/// As SVG inside a web page: nothing has an id, nothing is clipped. The whole content at one user unit a pixel.
/// Letters that are missing at the reader's are squeezed or stretched to the width they were laid out for, so no text
/// runs into another.
[[nodiscard]] std::string inlineSvg(const present::Scene& scene, const std::string& title);

/// The same as a document for drawing programs: letters are outlines, which need no font.
[[nodiscard]] std::string svgDocument(const present::Scene& scene, const std::string& title,
                                      const std::string& description);

}  // namespace sojourn::qt
