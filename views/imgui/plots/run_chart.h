// SPDX-License-Identifier: GPL-3.0-or-later
// One chart of the monitor's curves. For run_plots.cpp only.
#pragma once

#include "views/imgui/plots/run_plots.h"
#include "views/present/monitor/run_chart.h"

namespace sojourn::imgui {

/// Draws it, with its title, in a frame of this size; true while the pointer is over it. Moves and zooms what all
/// charts share.
[[nodiscard]] bool drawRunChart(const present::RunChart& chart, ImVec2 size, const present::RunPlots& plots,
                                PlotLook& look, present::CurveCache& cache, const PanelTools& tools);

}  // namespace sojourn::imgui
