// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the tables of SummedEmbedding whose sizes are fixed (SPEC 4).
#pragma once

#include <cstdint>

namespace sojourn {

struct SummedEmbeddingRows {
  static constexpr std::int64_t minute = 4, hour = 24, weekday = 7, duration = 96;
};

}  // namespace sojourn
