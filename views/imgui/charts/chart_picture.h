// SPDX-License-Identifier: GPL-3.0-or-later
// A standard chart drawn by ImPlot.
#pragma once

#include <imgui.h>

#include "views/present/chart/chart.h"

namespace sojourn::imgui {

/// Paints the grid, bands, series and markers of a chart into the current window; its texts are shapes of the scene.
/// `origin` is where the point (0, 0) of its coordinates lies on the screen, `scale` pixels of the screen a unit.
void paintChart(const present::Chart& chart, ImVec2 origin, float scale);

}  // namespace sojourn::imgui
