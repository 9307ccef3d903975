// SPDX-License-Identifier: GPL-3.0-or-later
// A scene as SVG inside a web page: letters stay text, nothing has an id, nothing is clipped.
#pragma once

#include <string>

#include "views/present/scene/scene.h"

namespace sojourn::qt {

/// The whole content at one user unit a pixel. Letters that are missing at the reader's are squeezed or stretched to
/// the width they were laid out for, so no text runs into another. Beside it, writeSvg() makes files for drawing
/// programs, with letters as outlines.
[[nodiscard]] std::string inlineSvg(const present::Scene& scene, const std::string& title);

}  // namespace sojourn::qt
