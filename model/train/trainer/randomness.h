// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers that belong to a place in a training instead of to its past: a training that is resumed at some step
// finds there what it would have found, and has no generator's state to keep.
#pragma once

#include <cstdint>

namespace sojourn {

/// What the numbers are for; two uses never share numbers.
enum class RandomUse : std::uint64_t { Order = 1, Dropout = 2 };

/// The finaliser of SplitMix64 (Steele et al. 2014): every bit of the input moves every bit of the result.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15U;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
  z = (z ^ z >> 27) * 0x94d049bb133111ebU;
  return z ^ z >> 31;
}

/// The seed of the numbers at `place` (an epoch or a step) and `part` (a shard) of a training with the given seed.
[[nodiscard]] constexpr std::uint64_t seedAt(std::int64_t seed, RandomUse use, std::int64_t place,
                                             std::uint64_t part = 0) {
  std::uint64_t z = mixed(static_cast<std::uint64_t>(seed));
  z = mixed(z ^ static_cast<std::uint64_t>(use));
  z = mixed(z ^ static_cast<std::uint64_t>(place));
  return mixed(z ^ part);
}

}  // namespace sojourn
