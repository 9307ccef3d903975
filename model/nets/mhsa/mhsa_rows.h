// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of MHSA's tables whose sizes are fixed (SPEC 4).
#pragma once

#include <cstdint>

namespace sojourn {

struct MhsaRows {
  /// The published table of positions; a longer sequence has no row there.
  static constexpr std::int64_t publishedLength = 5000;
  static constexpr std::int64_t minute = 4, hour = 24, weekday = 7, duration = 96;
};

}  // namespace sojourn
