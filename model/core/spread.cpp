// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/spread.h"

#include <algorithm>
#include <cmath>

namespace sojourn {

Spread spreadOf(std::span<const double> values) {
  Spread spread;
  double squares = 0;
  // Welford's recurrence: exact to the last digits also where the values are close together.
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    ++spread.n;
    spread.lowest = spread.n == 1 ? value : std::min(spread.lowest, value);
    spread.highest = spread.n == 1 ? value : std::max(spread.highest, value);
    const double from = value - spread.mean;
    spread.mean += from / static_cast<double>(spread.n);
    squares += from * (value - spread.mean);
  }
  if (spread.n > 1) spread.deviation = std::sqrt(squares / static_cast<double>(spread.n - 1));
  return spread;
}

}  // namespace sojourn
