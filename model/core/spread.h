// SPDX-License-Identifier: GPL-3.0-or-later
// What several repetitions of one figure say together: how many, their mean and how far they lie apart.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>

namespace sojourn {

struct Spread {
  std::size_t n = 0;  ///< finite values; the rest says nothing where it is 0
  double mean = 0;
  std::optional<double> deviation;  ///< of a sample, divided by n - 1; absent below two values
  double lowest = 0, highest = 0;

  bool operator==(const Spread&) const = default;
};

/// NaN and infinities are left out.
[[nodiscard]] inline Spread spreadOf(std::span<const double> values) {
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
