// SPDX-License-Identifier: GPL-3.0-or-later
// Rankings without a model, which every method is compared with.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace sojourn {

inline constexpr std::array<std::string_view, 3> controlMethods{"recency", "same_place", "random"};

[[nodiscard]] constexpr bool isControl(std::string_view method) {
  return std::ranges::find(controlMethods, method) != controlMethods.end();
}

}  // namespace sojourn
