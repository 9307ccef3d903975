// SPDX-License-Identifier: GPL-3.0-or-later
// The product's colours, sizes and corners as Dear ImGui's style (VISUAL 1, 8).
#pragma once

#include <imgui.h>

#include "views/present/scene/theme.h"

namespace sojourn::imgui {

[[nodiscard]] inline ImU32 toColor(present::Color c) {
  return IM_COL32(c.r, c.g, c.b, c.a);
}
[[nodiscard]] inline ImVec4 toVector(present::Color c) {
  return ImGui::ColorConvertU32ToFloat4(toColor(c));
}

/// Everything at `scale` times its size: 2 on a screen of double density.
void applyStyle(const present::Theme& theme, float scale);

/// How many pixels of the window one logical pixel is; 1 before applyStyle.
[[nodiscard]] float styleScale();

}  // namespace sojourn::imgui
