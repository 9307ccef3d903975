// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include "model/nets/kernels/loops.h"

namespace sojourn {

/// x (float32, on the CPU) times the factors of a dropout. Differentiable; the factors are made again for the backward
/// pass, which takes less time than reading them.
[[nodiscard]] at::Tensor droppedBy(const Dropout& dropout, const at::Tensor& x);

}  // namespace sojourn
