// SPDX-License-Identifier: GPL-3.0-or-later
// A standard chart of Qt Charts, painted as a part of a picture.
#pragma once

#include <memory>
#include <vector>

#include "views/qt/charts/qt_chart.h"

class QPainter;

namespace sojourn::qt {

/// Paints a chart at its own coordinates. The QChart made for it is kept, so that the same chart painted again costs a
/// tenth. Without its texts where the target is one of vectors: chartTexts(). On the GUI thread only.
void paintChart(QPainter& painter, const std::shared_ptr<const present::Chart>& chart, const ChartStyle& style);

/// The texts of a chart where Qt Charts puts them, for files in which letters are written otherwise.
[[nodiscard]] std::vector<present::TextShape> chartTexts(const std::shared_ptr<const present::Chart>& chart);

}  // namespace sojourn::qt
