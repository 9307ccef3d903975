// SPDX-License-Identifier: GPL-3.0-or-later
// Sequences of different lengths step by step, for recurrent layers.
#pragma once

#include <cstdint>
#include <vector>

#include "model/nets/network/network.h"

namespace sojourn {

/// Tokens of a batch ordered by step: first the oldest visit of every sequence, the longest sequence first, then all
/// second visits, and so on. No step has a sequence that the step before it does not have, and all keep their order.
struct StepOrder {
  std::vector<std::int64_t> sizes;  ///< sequences that have this step; sums to T
  at::Tensor toSteps;               ///< [T] the token at each place, on the tokens' device
  at::Tensor toTokens;              ///< [T] the place of each token
};

/// `lengths` in tokens.
[[nodiscard]] StepOrder stepOrderOf(const std::vector<std::int64_t>& lengths, at::Device device);

/// The hidden state that each token but those of the first step read, [T - sizes[0], h]; `hidden` [T, h] float32 in
/// step order.
[[nodiscard]] at::Tensor hiddenBefore(const at::Tensor& hidden, const std::vector<std::int64_t>& sizes);

/// `hidden` [T, h] of the visits, but of a masked visit, which is its sequence's last, the state of the visit before,
/// or 0 where there is none.
[[nodiscard]] at::Tensor skipMasked(const at::Tensor& hidden, const TokenBatch& batch);

/// Columns that the compiler takes at once.
inline constexpr std::int64_t columnsAtOnce = 16;

/// Calls work.template operator()<n>(first column), n columns at a time.
template <class Work>
void forColumns(std::int64_t width, const Work& work) {
  std::int64_t j = 0;
  for (; j + columnsAtOnce <= width; j += columnsAtOnce) work.template operator()<columnsAtOnce>(j);
  for (; j < width; ++j) work.template operator()<1>(j);
}

}  // namespace sojourn
