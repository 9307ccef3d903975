// SPDX-License-Identifier: GPL-3.0-or-later
// torch's own recurrent layers, for devices and types that ours do not know.
#pragma once

#include <cstdint>
#include <vector>

#include <torch/types.h>

namespace sojourn {

enum class RecurrentKind { Lstm, Gru };

/// Weights of one layer as torch.nn.LSTM and GRU order them: weight_ih, weight_hh, bias_ih, bias_hh.
using RecurrentWeights = std::vector<at::Tensor>;

/// Lays the weights end to end in the memory of their device, as cuDNN reads them; each stays a tensor of its own. Does
/// nothing on a CPU.
void layEndToEnd(RecurrentKind kind, RecurrentWeights weights);

/// x [T, in] in step order (StepOrder) -> hidden [T, h], in the weights' type. Mixed precision has no part in it:
/// autocast knows recurrent layers in float16 alone, which is of another range than the bfloat16 around it.
[[nodiscard]] at::Tensor recurrentSteps(RecurrentKind kind, const at::Tensor& x, const RecurrentWeights& weights,
                                        const std::vector<std::int64_t>& sizes);

/// The same for sequences of one length: x [B, L, in] -> [B, L, h]. Shapes are all that it asks of the host.
[[nodiscard]] at::Tensor recurrentRectangle(RecurrentKind kind, const at::Tensor& x, const RecurrentWeights& weights);

}  // namespace sojourn
