// SPDX-License-Identifier: GPL-3.0-or-later
// A whole number in fewer bits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace sojourn {

/// `value`, or what T holds that is nearest to it.
template <class T>
[[nodiscard]] constexpr T saturateCast(std::int64_t value) {
  using Limits = std::numeric_limits<T>;
  return static_cast<T>(std::clamp<std::int64_t>(value, Limits::min(), Limits::max()));
}

}  // namespace sojourn
