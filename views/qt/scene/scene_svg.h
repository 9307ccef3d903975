// SPDX-License-Identifier: GPL-3.0-or-later
// A scene as SVG, inside a web page or as a file; nothing has an id, nothing is clipped.
#pragma once

#include <string>

#include "views/present/scene/scene.h"

namespace sojourn::qt {

/// The whole content at one user unit a pixel. Letters that are missing at the reader's are squeezed or stretched to
/// the width they were laid out for, so no text runs into another.
[[nodiscard]] std::string inlineSvg(const present::Scene& scene, const std::string& title);

/// The same as a document for drawing programs: letters are outlines, which need no font.
[[nodiscard]] std::string svgDocument(const present::Scene& scene, const std::string& title,
                                      const std::string& description);

}  // namespace sojourn::qt
