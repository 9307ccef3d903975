// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/network/steps.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>

#include <ATen/ops/empty.h>
#include <ATen/ops/where.h>

namespace sojourn {

StepOrder stepOrderOf(const std::vector<std::int64_t>& lengths, at::Device device) {
  std::vector<std::size_t> order(lengths.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t k) { return lengths[k]; });
  std::vector<std::int64_t> firsts(lengths.size());
  std::exclusive_scan(lengths.begin(), lengths.end(), firsts.begin(), std::int64_t{0});
  const std::int64_t tokens = std::reduce(lengths.begin(), lengths.end());
  StepOrder made{.sizes = {}, .toSteps = at::empty({tokens}, at::kLong), .toTokens = at::empty({tokens}, at::kLong)};
  auto* toSteps = made.toSteps.mutable_data_ptr<std::int64_t>();
  auto* toTokens = made.toTokens.mutable_data_ptr<std::int64_t>();
  std::size_t left = order.size();
  for (std::int64_t step = 0, place = 0; place < tokens; ++step) {
    while (lengths[order[left - 1]] <= step) --left;
    made.sizes.push_back(static_cast<std::int64_t>(left));
    for (std::size_t k = 0; k < left; ++k, ++place) {
      const std::int64_t token = firsts[order[k]] + step;
      toSteps[place] = token;
      toTokens[token] = place;
    }
  }
  if (!device.is_cpu()) {
    made.toSteps = made.toSteps.to(device);
    made.toTokens = made.toTokens.to(device);
  }
  return made;
}

at::Tensor hiddenBefore(const at::Tensor& hidden, const std::vector<std::int64_t>& sizes) {
  const std::int64_t h = hidden.size(1);
  at::Tensor rows = at::empty({hidden.size(0) - sizes.front(), h}, hidden.options());
  auto* to = rows.mutable_data_ptr<float>();
  const auto* from = hidden.const_data_ptr<float>();
  for (std::size_t step = 1; step < sizes.size(); ++step) {
    const auto count = static_cast<std::size_t>(sizes[step] * h);
    std::memcpy(to, from, count * sizeof(float));
    to += count;
    from += sizes[step - 1] * h;
  }
  return rows;
}

at::Tensor skipMasked(const at::Tensor& hidden, const TokenBatch& batch) {
  if (!batch.masked.defined()) return hidden;
  const at::Tensor skipped = at::where(batch.masked.unsqueeze(1), hidden.roll(1, 0), hidden);
  return batch.fullyMasked.defined() ? skipped.masked_fill(batch.fullyMasked.unsqueeze(1), 0) : skipped;
}

}  // namespace sojourn
