// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a present::Scene into a Dear ImGui draw list: what every presenter of the studio makes can be shown here, too.
#pragma once

#include <string>

#include <imgui.h>

#include "views/imgui/scene/pixel_textures.h"
#include "views/present/scene/scene.h"

namespace sojourn::imgui {

struct PlacedScene {
  ImVec2 origin;          ///< where the scene's corner lies in the window system's pixels
  float scale = 1;        ///< pixels a logical pixel
  present::Rect visible;  ///< of the scene, logical: shapes wholly outside are left out
};

/// Paints the shapes in their order. Rectangles, axis-parallel lines and images lie on whole pixels; images are not
/// smoothed. The caller has set the clip rectangle.
void paintScene(ImDrawList& list, const present::Scene& scene, const PlacedScene& placed, PixelTextures& textures);

/// The text as far as it fits, with an ellipsis where it was cut.
[[nodiscard]] std::string elided(const std::string& text, const present::Font& font, float width);

}  // namespace sojourn::imgui
