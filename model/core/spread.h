// SPDX-License-Identifier: GPL-3.0-or-later
// What several repetitions of one figure say together: how many, their mean and how far they lie apart.
#pragma once

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
[[nodiscard]] Spread spreadOf(std::span<const double> values);

}  // namespace sojourn
