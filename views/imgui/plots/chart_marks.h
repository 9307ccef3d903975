// SPDX-License-Identifier: GPL-3.0-or-later
// Draws what is over the lines of a chart: events, the crosshair and the values at it. For run_chart.cpp only; all of
// it draws into ImPlot's current plot.
#pragma once

#include <span>
#include <vector>

#include "views/imgui/plots/run_chart.h"

namespace sojourn::imgui {

/// Draws in the pixels of the plot, cut off at its edges: (0, 0) is its upper left corner.
void paintInPlot(const present::Scene& scene, const PanelTools& tools);

/// A dashed line where something happened to the selected run, with its word at the foot.
void drawMarkers(const present::RunPlots& plots, const PlotLook& look, double from, double to, const PanelTools& tools);

/// What the lines of a run say under the cursor.
struct ValuesOfRun {
  const present::CurveRun* run;
  std::vector<double> values;
};
/// The cursor's line, and one box with every run's values: right of it, left of it where there is no room.
void drawCrosshair(double x, std::span<const ValuesOfRun> values, int decimals, const PanelTools& tools);

/// Triangles at the frame where a line leaves it, as in the studio.
void drawExits(const present::Decimated& line, const std::vector<double>& xs, present::Color color);

/// A bar at the foot from the last point before each gap in the log to the first one behind it, as in the studio.
void drawGaps(const present::CurveSeries& series, present::Color color);

/// In the middle of a chart that has nothing to show.
void drawAbsent(const char* words, const PanelTools& tools);

}  // namespace sojourn::imgui
