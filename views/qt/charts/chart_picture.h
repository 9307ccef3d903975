// SPDX-License-Identifier: GPL-3.0-or-later
// A standard chart drawn by Qt Charts.
#pragma once

#include <memory>

#include "views/present/chart/chart.h"

class QPainter;

namespace sojourn::qt {

/// How a chart is drawn.
struct ChartStyle {
  double scale = 1;           ///< device pixels a unit: lines and bars lie on whole ones
  bool vectorTarget = false;  ///< a file that keeps no clip: series are cut at the plot before

  bool operator==(const ChartStyle&) const = default;
};

/// Paints the grid, bands, series and markers of a chart at its own coordinates; its texts are shapes of the scene.
/// The QChart made for it is kept, so that the same chart painted again costs a tenth. On the GUI thread only.
void paintChart(QPainter& painter, const std::shared_ptr<const present::Chart>& chart, const ChartStyle& style);

}  // namespace sojourn::qt
