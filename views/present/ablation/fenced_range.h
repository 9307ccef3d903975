// SPDX-License-Identifier: GPL-3.0-or-later
// The range of an axis on which a few values far outside must not squeeze the others.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace sojourn::present {

/// The ends that hold what is drawn, and what lies far outside apart.
struct FencedRange {
  double low = 0, high = 1;
};

/// Of the values within three spreads of the quartiles (after Tukey); all of them where they are few.
[[nodiscard]] inline FencedRange fencedRange(std::vector<double> values) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  if (values.empty()) return {};
  std::ranges::sort(values);
  const double first = values[values.size() / 4], third = values[(values.size() * 3) / 4];
  const double room = 3 * std::max(third - first, 0.5);
  FencedRange range{third, first};
  for (const double value : values) {
    if (values.size() >= 8 && (value < first - room || value > third + room)) continue;
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
  }
  return range;
}

}  // namespace sojourn::present
