// SPDX-License-Identifier: GPL-3.0-or-later
// What reading one checkpoint may cost (SPEC 8.3: a refusal stays below 600 MB resident).
#pragma once

#include <cstdint>

namespace sojourn {

/// The largest file that is read.
inline constexpr std::uint64_t largestCheckpoint = std::uint64_t{192} << 20U;
/// The file, its unpacked records, its values and its tensors together.
inline constexpr std::uint64_t checkpointMemory = std::uint64_t{416} << 20U;

}  // namespace sojourn
