// SPDX-License-Identifier: GPL-3.0-or-later
// The plain data of the monitor's charts: which runs may be in them, which are, and what happened in the selected one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "views/present/training/training_curves.h"

namespace sojourn::present {

/// A run that can be in the charts.
struct PlotChoice {
  std::string id, name;
  bool chosen = false;
  Color color;
  bool dashed = false;    ///< its lines: an earlier run has the colour, too
  std::string leftOut{};  ///< what of its log is not kept, and so not drawn; empty: all is
};

/// A moment that stands as a dashed line in every chart.
struct PlotMarker {
  std::int64_t epoch = 0, step = 0;
  double wall = 0;   ///< seconds since 1970
  std::string word;  ///< "best", "resumed", "rate 0.001"
};

/// How the charts are looked at, as a person has set it.
struct PlotOptions {
  CurveX x = CurveX::Step;
  double smoothing = 0.6;
  bool linked = true, crosshair = true, markers = true;
  bool logLoss = false, logGradient = true, raw = true;
  bool operator==(const PlotOptions&) const = default;
};

struct RunPlots {
  std::vector<PlotChoice> choices;
  std::vector<CurveRun> runs;       ///< the chosen ones
  std::string selected;             ///< drawn thicker
  std::vector<PlotMarker> markers;  ///< of the selected one
};

}  // namespace sojourn::present
