// SPDX-License-Identifier: GPL-3.0-or-later
// One chart of the monitor's curves. For run_plots.cpp only.
#pragma once

#include <string>
#include <vector>

#include "views/imgui/plots/run_plots.h"

namespace sojourn::imgui {

/// A line of a chart: what it shows of each run.
struct ChartLine {
  present::CurveMetric metric;
  bool dashed = false, rings = false, smoothed = false;
  bool right = false;  ///< on an axis of its own, written at the right
};
struct RunChart {
  std::string title;
  std::string note;  ///< at the right end of the title's line: what the lines are
  std::vector<ChartLine> lines;
  bool logarithmic = false;
  int decimals = 3;
};

/// Draws it, with its title, in a frame of this size; true while the pointer is over it. Moves and zooms what all
/// charts share.
[[nodiscard]] bool drawRunChart(const RunChart& chart, ImVec2 size, const present::RunPlots& plots, PlotLook& look,
                                present::CurveCache& cache, const PanelTools& tools);

}  // namespace sojourn::imgui
