// SPDX-License-Identifier: GPL-3.0-or-later
// Batches whose sizes do not depend on the data but for a few steps, so that work on them can be recorded once and
// repeated: a CUDA graph of a training step.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "model/nets/network/network.h"

namespace sojourn {

struct FixedShape {
  std::int64_t sequences = 0;  ///< B
  std::int64_t length = 0;     ///< cells of each sequence
  std::int64_t tokens = 0;     ///< T, more than there are visits
  std::int64_t history = -1;   ///< entries of HistoryBatch; -1 where the network reads none

  auto operator<=>(const FixedShape&) const = default;
};

struct FixedSizes {
  std::int64_t sequences = 0;  ///< of a full batch; a smaller one has sequences of filler, whose target is padding
  std::int64_t longest = 0;    ///< of the whole set: batches have its length or half of it
};

/// A batch on the host, in the form in which it travels.
struct HostBatch {
  FixedShape shape;
  std::vector<std::int64_t> numbers;  ///< some of them pairs of float32
};

/// Rows of a set, at least one, in the order given.
[[nodiscard]] HostBatch packFixed(const SequenceSet& set, std::span<const std::size_t> rows,
                                  const FeatureLimits& limits, const FixedSizes& sizes);

/// HostBatch::numbers that a shape takes.
[[nodiscard]] std::int64_t numbersOf(const FixedShape& shape);

/// The batch in `numbers` [numbersOf(shape)] int64: its tensors are views, so that other numbers in the same memory are
/// another batch. Its softmax over visits has no NaN, filler included.
[[nodiscard]] TokenBatch fixedBatch(const at::Tensor& numbers, const FixedShape& shape);

}  // namespace sojourn
