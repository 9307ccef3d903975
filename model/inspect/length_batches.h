// SPDX-License-Identifier: GPL-3.0-or-later
// Many sequences sorted by length, cut into forward passes, and the passes shared among threads.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"

namespace sojourn {

/// Tokens in one forward pass: enough to keep matrix products busy, few enough to stay in a core's cache.
inline constexpr std::size_t tokensPerPass = 512;
inline constexpr std::size_t tokensPerPassOnDevice = 65536;

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

/// Calls pass(rows) with neighbours of like length until every index of `lengths` was in exactly one call: on the CPU
/// on as many threads as an evaluation uses, whole passes beside each other, as threads inside one small matrix product
/// would mostly wait for each other. Progress counts sequences on the calling thread. An exception of `pass` is thrown
/// again here; the only error is cancelled, looked at between passes.
[[nodiscard]] Status forEachLengthBatch(std::span<const std::size_t> lengths, bool onCpu,
                                        const std::function<void(std::span<const std::size_t> rows)>& pass,
                                        const CancelToken& cancel, const Progress& progress);

}  // namespace sojourn
