// SPDX-License-Identifier: GPL-3.0-or-later
// From the tensors of a forward pass to plain numbers.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/data/dataset/sequence.h"

namespace at {
class Tensor;
}

namespace sojourn {

/// On the CPU as floats; an undefined tensor stays so.
[[nodiscard]] at::Tensor hostFloats(const at::Tensor& tensor);

/// Columns [first, first + count) of a flat tensor; empty where the part is missing.
[[nodiscard]] std::span<const float> part(const at::Tensor& tensor, std::size_t first, std::size_t count);

/// Visits of each sequence.
[[nodiscard]] std::vector<std::size_t> lengthsOf(std::span<const Sequence> sequences);

}  // namespace sojourn
