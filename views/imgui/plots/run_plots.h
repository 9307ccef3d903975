// SPDX-License-Identifier: GPL-3.0-or-later
// The curves of chosen runs as ImPlot charts over one x axis: zoomed and moved together, one crosshair over all.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "views/imgui/panels/monitor_panels.h"
#include "views/present/monitor/monitor_panel_data.h"
#include "views/present/training/training_curves_cache.h"

namespace sojourn::imgui {

/// How one chart is looked at, beside what all share.
struct ChartView {
  double from = 0, to = 1;  ///< its own x axis, where the axes are not linked
  bool freeY = false;       ///< its y axis was zoomed by hand; else it holds what is drawn
  /// In the frame before: the y axis, the size of the plot, and whether the pointer was on that axis.
  double low = 0, high = 1;
  present::Size plot{320, 160};
  bool overAxis = false;
  bool boxed = false;  ///< a box was begun in it
};

/// What the x axis holds by itself.
enum class FollowX { Nothing, Everything, LastEpochs };

/// How the charts are looked at: what a person has set, and where it has got to.
struct PlotPanelOptions : present::PlotOptions {
  double from = 0, to = 1;                  ///< of the x axis of all charts
  FollowX follow = FollowX::Everything;     ///< grows with the runs until one zooms
  std::optional<double> cursor;             ///< where the crosshair stands
  bool cursorByKeys = false;                ///< it stays without a pointer
  std::map<std::string, ChartView> charts;  ///< by title
};

/// Answers ShowInCharts and SelectRun. Thins and smooths through the cache that the studio's curves use.
/// Keys, while its window has the focus: + and - zoom, Shift with an arrow moves, Alt with an arrow moves the
/// crosshair, Home shows everything.
[[nodiscard]] Asked plotsPanel(const present::RunPlots& plots, PlotPanelOptions& options, present::CurveCache& cache,
                               const PanelTools& tools);

}  // namespace sojourn::imgui
