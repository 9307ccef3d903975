// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/inspect/pass_results.h"

#include <algorithm>

#include <ATen/core/Tensor.h>

namespace sojourn {

at::Tensor hostFloats(const at::Tensor& tensor) {
  return tensor.defined() ? tensor.to(at::kCPU, at::kFloat).contiguous() : tensor;
}

std::span<const float> part(const at::Tensor& tensor, std::size_t first, std::size_t count) {
  if (!tensor.defined()) return {};
  return {tensor.const_data_ptr<float>() + first, count};
}

std::vector<std::size_t> lengthsOf(std::span<const Sequence> sequences) {
  std::vector<std::size_t> lengths(sequences.size());
  std::ranges::transform(sequences, lengths.begin(), [](const Sequence& one) { return one.visits.size(); });
  return lengths;
}

}  // namespace sojourn
