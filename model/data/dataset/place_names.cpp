// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/dataset/place_names.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sojourn {

Coordinates roundedPosition(Coordinates where, double metres) {
  constexpr double metresPerDegree = 6371000 * std::numbers::pi / 180;
  const auto nearest = [](double value, double step) { return std::round(value / step) * step; };
  const double step = metres / metresPerDegree;
  const double latitude = std::clamp(nearest(where.latitude, step), -90.0, 90.0);
  // Rows of the grid near a pole are short: a step there is at most a whole turn.
  const double width = std::max(std::cos(latitude * std::numbers::pi / 180), step / 360);
  return {latitude, std::clamp(nearest(where.longitude, step / width), -180.0, 180.0)};
}

}  // namespace sojourn
