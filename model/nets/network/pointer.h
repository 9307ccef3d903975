// SPDX-License-Identifier: GPL-3.0-or-later
// What networks with a pointer share: weights over a sequence's own visits, and copying to the locations of visits.
#pragma once

#include <torch/types.h>

namespace sojourn {

struct TokenBatch;

/// Keeps the logarithm finite where neither a pointer nor an output layer gives a location anything.
inline constexpr double smallestProbability = 1e-10;

/// Softmax of scores [T] over each sequence's own visits, [T]. Masked visits get 0, and so do all visits of a sequence
/// that may read nothing.
[[nodiscard]] at::Tensor softmaxOverVisits(const at::Tensor& score, const TokenBatch& batch);

/// mass [B, V] and the mass [T] of each visit, added at the visit's location.
[[nodiscard]] at::Tensor copyToLocations(const at::Tensor& mass, const at::Tensor& ofVisits, const TokenBatch& batch);

}  // namespace sojourn
