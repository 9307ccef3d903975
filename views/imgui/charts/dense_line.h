// SPDX-License-Identifier: GPL-3.0-or-later
// Draws lines of very many points, and dashed ones, at the cost of their pixels only.
#pragma once

#include <span>

#include <imgui.h>

namespace sojourn::imgui {

/// Draws the line through `points` as present::DenseLine divides it.
void drawDenseLine(ImDrawList& list, std::span<const ImVec2> points, ImU32 color, float width);

/// A dense line with gaps: drawn over `dash` pixels of x, absent over as many.
void drawDenseDashes(ImDrawList& list, std::span<const ImVec2> points, ImU32 color, float width, float dash);

struct PixelRect {
  ImVec2 low, high;
};
/// Dashes along a line, as long as the gaps between them, around its corners too. Draws only what lies in `visible`:
/// the line of a chart that is zoomed in is millions of pixels long.
void drawDashes(ImDrawList& list, std::span<const ImVec2> points, ImU32 color, float width, float dash,
                PixelRect visible);

}  // namespace sojourn::imgui
