// SPDX-License-Identifier: GPL-3.0-or-later
// Self-attention for training on a CPU: each sequence by itself, so that none is padded to its neighbours' length, and
// two tensors a layer are kept for the backward pass instead of eight.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <torch/types.h>

#include "model/nets/kernels/loops.h"

namespace sojourn {

struct PackedAttention {
  std::vector<std::int64_t> lengths;  ///< of the sequences; sum to T
  std::int64_t heads = 1;
  bool causal = false;                  ///< a query reads no later key
  std::optional<Dropout> dropout = {};  ///< of probabilities
};

/// projected: [T, 3d] float32 on the CPU, queries, keys and values side by side, the heads side by side in each ->
/// [T, d] the values mixed by softmax(query * key / sqrt(d / heads)). Differentiable.
[[nodiscard]] at::Tensor attendPacked(const at::Tensor& projected, const PackedAttention& attention);

}  // namespace sojourn
