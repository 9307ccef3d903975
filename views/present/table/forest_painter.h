// SPDX-License-Identifier: GPL-3.0-or-later
// Base of the views whose rows have a forest plot among their cells: differences with their intervals on one axis.
#pragma once

#include "model/results/comparison.h"
#include "views/present/chart/axis.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {

/// How the dot and the interval of a difference look.
struct ForestMark {
  Color interval, fill, edge;
  float radius = 3, thickness = 1.5F;
};

class ForestPainter : protected RowsPainter {
 protected:
  using RowsPainter::RowsPainter;
  ~ForestPainter() = default;

  /// A line through all rows at each tick, which is written below them with its sign, `pitch` px apart at least; that
  /// of 0 is stronger.
  void paintAxis(float pitch);
  /// What lies beyond the plot is a triangle at its edge; nothing where there is no value.
  void paintDifference(const PairedDifference& difference, float middle, const ForestMark& mark);
  void triangle(float tip, float middle, bool toRight, Color fill);
  /// The pixel of a value, within the plot.
  [[nodiscard]] float inPlot(double value) const;

  CellColumn m_plot;
  Axis m_axis;  ///< of the plot
};

/// "-2.1 (-3.0 to -1.2, p 0.003 after Holm)"; the value alone where there is no interval.
[[nodiscard]] std::string differenceText(const PairedDifference& difference);

}  // namespace sojourn::present
