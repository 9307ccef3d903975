// SPDX-License-Identifier: GPL-3.0-or-later
// The curves of chosen runs as ImPlot charts over one x axis: zoomed and moved together, one crosshair over all.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "views/imgui/monitor_panels.h"
#include "views/present/run_plots.h"
#include "views/present/training_curves_cache.h"

namespace sojourn::imgui {

/// How the charts are looked at.
struct PlotLook {
  present::CurveX x = present::CurveX::Step;
  float smoothing = 0.6F;
  bool raw = true, logLoss = false, logGradient = true, fitY = true, markers = true;
  double from = 0, to = 1;  ///< of the x axis of all charts
  bool fit = true;          ///< the next frame shows everything
  bool follow = true;       ///< grows with the runs until somebody zooms
  std::optional<double> cursor;
  /// Of each logarithmic chart the y axis in the frame before: its ticks are written from it.
  std::map<std::string, std::pair<double, double>> logarithmicLimits;
};

/// Answers Action{"choose" or "unchoose", id}. Thins and smooths through the cache that the studio's curves use.
[[nodiscard]] Asked plotsPanel(const present::RunPlots& plots, PlotLook& look, present::CurveCache& cache,
                               const PanelTools& tools);

}  // namespace sojourn::imgui
