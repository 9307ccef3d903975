// SPDX-License-Identifier: GPL-3.0-or-later
// The axes of a standard chart as Qt's, and its legend.
#pragma once

#include <QList>

#include "views/present/chart/chart.h"

class QAbstractAxis;
class QChart;
class QFont;
class QGraphicsTextItem;

namespace sojourn::qt {

/// The axis in the unit that Qt's has: a logarithmic one with texts of its own is a linear one of logarithms, since Qt
/// writes powers of ten only.
[[nodiscard]] present::ChartAxis inQtUnit(present::ChartAxis axis);

/// An axis of the kind that it is, so many pixels long, with its limits and texts; `axis` is in Qt's unit. The caller
/// owns it.
[[nodiscard]] QAbstractAxis* qtAxis(const present::ChartAxis& axis, qreal pixels);

/// Writes the numbers and texts of the axes again, as far apart as they shall be, after another part of them is shown.
void writeTicks(QChart& made, const present::Chart& chart);

/// The names of the series in the upper right corner of the plot. Each name once; a line made of pieces is several
/// series of Qt's.
void showLegend(QChart& made, const present::Chart& chart, const QFont& letters);

/// The texts beside its axes and in its legend that are shown; the chart lies in a graphics scene.
[[nodiscard]] QList<QGraphicsTextItem*> textsOf(const QChart& chart);

}  // namespace sojourn::qt
