// SPDX-License-Identifier: GPL-3.0-or-later
// The icons of resources/icons as polylines: Dear ImGui knows no SVG.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "views/present/scene/scene.h"

namespace sojourn::imgui {

/// One stroke of an icon in its box of 16 by 16 pixels. Two equal points are a dot.
using IconStroke = std::vector<present::Point>;

/// The strokes of an SVG path (M, L, H, V, C, A, Z and their relative forms), curves as short lines. What cannot be
/// read ends the path.
[[nodiscard]] std::vector<IconStroke> strokesOf(std::string_view path);

/// Of a bundled icon; empty for a name that there is none of.
[[nodiscard]] const std::vector<IconStroke>& iconStrokes(const std::string& name);

}  // namespace sojourn::imgui
