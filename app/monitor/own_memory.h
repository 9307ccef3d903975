// SPDX-License-Identifier: GPL-3.0-or-later
// How much memory this program holds.
#pragma once

#include <cstdint>

namespace sojourn::monitor {

/// What is resident now; 0 where the system does not say.
[[nodiscard]] std::uint64_t residentBytes();

}  // namespace sojourn::monitor
