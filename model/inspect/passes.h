// SPDX-License-Identifier: GPL-3.0-or-later
// How many sequences go into one forward pass.
#pragma once

#include <cstddef>
#include <vector>

namespace sojourn {

/// Tokens in one forward pass: enough to keep matrix products busy, few enough to stay in a core's cache.
inline constexpr std::size_t tokensPerPass = 512;
inline constexpr std::size_t tokensPerPassOnDevice = 65536;
/// Fewer than this are not worth another thread: a background slice of the studio stays on its own.
inline constexpr std::size_t passesPerThread = 3;

/// Cuts rows (sorted by length) into passes of about so many tokens: the index of each pass' first row, and the end.
template <class LengthOf>
std::vector<std::size_t> cutIntoPasses(std::size_t rows, std::size_t tokens, const LengthOf& lengthOf) {
  std::vector<std::size_t> cuts{0};
  std::size_t held = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    if (held > 0 && held + lengthOf(i) > tokens) {
      cuts.push_back(i);
      held = 0;
    }
    held += lengthOf(i);
  }
  if (rows > 0) cuts.push_back(rows);
  return cuts;
}

}  // namespace sojourn
