// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

namespace sojourn {

/// x [T, k] times weight^T [n, k], plus bias [n]: at::linear(), by oneDNN where that is the faster. MKL, which torch
/// takes for float32, uses AVX-512 on Intel's CPUs alone; on others that have it a product of 700 x 128 x 384 takes
/// half the time so. Only where gradients are wanted: inference gives the bytes of at::linear().
[[nodiscard]] at::Tensor wideLinear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias);

}  // namespace sojourn
