// SPDX-License-Identifier: GPL-3.0-or-later
// A standard chart as a QChart: with Qt's own axes, grid, legend, bars, areas and dots.
#pragma once

#include <memory>

#include "views/present/chart/chart.h"

class QChart;

namespace sojourn::qt {

/// How a chart is drawn.
struct ChartStyle {
  double scale = 1;           ///< device pixels a unit: lines lie on whole ones
  bool vectorTarget = false;  ///< a file that keeps no clip: series are cut at the plot before
  double letters = 1;         ///< how much larger than designed its texts are

  bool operator==(const ChartStyle&) const = default;
};

/// The QChart whose plot lies at the coordinates of the chart's. On the GUI thread only.
[[nodiscard]] std::unique_ptr<QChart> makeQtChart(const present::Chart& chart, const ChartStyle& style);

}  // namespace sojourn::qt
