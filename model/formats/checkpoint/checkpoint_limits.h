// SPDX-License-Identifier: GPL-3.0-or-later
// What reading one checkpoint may cost. An honest file may be large; what is bounded is the memory that a file asks for
// in proportion to its bytes (SPEC 8.3: a refusal stays below 600 MB resident, or three times the file).
#pragma once

#include <algorithm>
#include <cstdint>

namespace sojourn {

/// The largest file that is read, which is also the largest that is written: zip's plain 32-bit fields end there.
inline constexpr std::uint64_t largestCheckpoint = (std::uint64_t{4} << 30U) - 1;

/// For the unpacked records, values and tensors of a file of so many bytes. Whatever the file is, what it holds fits
/// twice; a small one may unfold to more, as far as the file and this stay below 416 MiB.
[[nodiscard]] constexpr std::uint64_t checkpointMemory(std::uint64_t fileBytes) {
  constexpr std::uint64_t small = std::uint64_t{416} << 20U;
  return std::max(2 * fileBytes, fileBytes < small ? small - fileBytes : 0);
}

/// For a network that is built from a file of so many bytes: weights of half precision become single precision, and
/// tables are kept a second time, multiplied ahead.
[[nodiscard]] constexpr std::uint64_t networkMemory(std::uint64_t fileBytes) {
  return (std::uint64_t{128} << 20U) + 8 * fileBytes;
}

}  // namespace sojourn
