// SPDX-License-Identifier: GPL-3.0-or-later
// From visits to the cells of a rectangle and back, from sequences to their visits, and rows of tables. In batches of
// fixed shape every backward pass of these adds in one order, so that the same batch gives the same bytes on a card.
#pragma once

#include <torch/nn/modules/linear.h>
#include <torch/types.h>

#include "model/nets/network/network.h"

namespace sojourn {

/// x [tokens, ...] of a bucket -> [count * length, ...].
[[nodiscard]] at::Tensor toCells(const at::Tensor& x, const LengthBucket& bucket);
/// x [count * length, ...] -> [tokens, ...].
[[nodiscard]] at::Tensor toTokens(const at::Tensor& x, const LengthBucket& bucket);

/// x [B, ...] -> [T, ...]: to each visit what its sequence has.
[[nodiscard]] at::Tensor toVisits(const at::Tensor& x, const TokenBatch& batch);

/// Rows of a table [rows, width] -> [T, width]. The row `padding` gets no gradient.
[[nodiscard]] at::Tensor rowsOf(const at::Tensor& table, const at::Tensor& index, const TokenBatch& batch,
                                std::int64_t padding = -1);

/// x [B, width] -> [B, V], by the layer that has a row for each location.
[[nodiscard]] at::Tensor locationScores(const torch::nn::Linear& layer, const at::Tensor& x, const TokenBatch& batch);

}  // namespace sojourn
