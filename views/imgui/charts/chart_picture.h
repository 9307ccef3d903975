// SPDX-License-Identifier: GPL-3.0-or-later
// A standard chart drawn by ImPlot: as a part of a scene, or with axes that can be zoomed and moved. Its lines, of very
// many points or dashed, cost no more than their pixels.
#pragma once

#include <span>

#include <imgui.h>

#include "views/present/chart/chart.h"

namespace sojourn::imgui {

/// Paints the grid, bands, series and markers of a chart into the current window, without the texts of its axes.
/// `origin` is where the point (0, 0) of its coordinates lies on the screen, `scale` pixels of the screen a unit.
void paintChart(const present::Chart& chart, ImVec2 origin, float scale);

/// What of a chart the pointer is on.
struct ChartPointer {
  bool onPlot = false, onY = false;  ///< the plot, the y axis at the left
  double x = 0;                      ///< on the x axis
};

/// Draws a chart with the texts of its axes as an item of the current window. The wheel zooms it, the left button moves
/// it, a box with the right one zooms into it; its y axis only where it is `yIsFree`. The limits of the chart are then
/// those that a person has moved them to, and `plot` is where it was drawn, for present::addChartMarks(): in pixels of
/// the screen divided by `scale`. False where there is nothing to be seen of it.
[[nodiscard]] bool drawChart(const char* id, present::Chart& chart, ImVec2 size, float scale, bool yIsFree,
                             ChartPointer& pointer);

// ---- lines

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
