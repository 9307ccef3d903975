// SPDX-License-Identifier: GPL-3.0-or-later
// Lines cut at the edges of their plot.
#pragma once

#include <span>
#include <vector>

#include "views/present/scene/scene.h"

namespace sojourn::present {

/// The pieces of a line inside the plot.
[[nodiscard]] std::vector<std::vector<Point>> clipLine(std::span<const Point> line, Rect plot);

}  // namespace sojourn::present
