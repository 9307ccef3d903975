// SPDX-License-Identifier: GPL-3.0-or-later
// An interval from resampling users in words, and what is written where there is none.
#pragma once

#include <cstddef>
#include <string>

#include "model/results/explanation_summary.h"

namespace sojourn::present {

/// "one user: no interval", "3 users: no interval"; of more users than are needed, "too few users: no interval", as
/// fewer of them stand behind a single figure.
[[nodiscard]] std::string noIntervalText(std::size_t users);
/// "95 % 0.12 to 0.31", or why there is none.
[[nodiscard]] std::string intervalText(const Estimate& estimate, std::size_t users);

}  // namespace sojourn::present
