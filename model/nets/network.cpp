// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/network.h"

#include <algorithm>
#include <stdexcept>

#include <ATen/ops/empty_like.h>
#include <torch/nn/init.h>

namespace sojourn {
namespace {

void collect(const torch::nn::Module& module, const std::string& prefix, std::vector<StateTensor>& out) {
  for (const auto& item : module.named_parameters(/*recurse=*/false))
    out.push_back({.name = prefix + item.key(), .tensor = item.value(), .parameter = true});
  for (const auto& item : module.named_buffers(/*recurse=*/false))
    out.push_back({.name = prefix + item.key(), .tensor = item.value(), .parameter = false});
  for (const auto& child : module.named_children()) collect(*child.value(), prefix + child.key() + ".", out);
}

const char* dtypeName(at::ScalarType type) {
  switch (type) {
    case at::kFloat:
      return "float32";
    case at::kDouble:
      return "float64";
    case at::kLong:
      return "int64";
    default:
      return c10::toString(type);
  }
}

}  // namespace

std::vector<StateTensor> stateTensors(const torch::nn::Module& module) {
  std::vector<StateTensor> tensors;
  collect(module, "", tensors);
  return tensors;
}

void xavierInitialise(torch::nn::Module& module) {
  for (const StateTensor& item : stateTensors(module))
    if (item.parameter && item.tensor.dim() > 1) torch::nn::init::xavier_uniform_(item.tensor);
}

at::Tensor dropped(const at::Tensor& x, double p, const Pass& pass) {
  if (!pass.randomness || p <= 0) return x;
  return x * at::empty_like(x).bernoulli_(1 - p, pass.randomness).div_(1 - p);
}

std::vector<ModelBlock> describeBlocks(const Network& network) {
  std::vector<ModelBlock> blocks = network.diagram();
  for (const StateTensor& item : stateTensors(network)) {
    const std::string id = network.blockOf(item.name);
    const auto block = std::ranges::find(blocks, id, &ModelBlock::id);
    if (block == blocks.end()) throw std::logic_error("no block for tensor " + item.name);
    block->tensors.push_back({.name = item.name,
                              .dtype = dtypeName(item.tensor.scalar_type()),
                              .shape = item.tensor.sizes().vec(),
                              .parameter = item.parameter});
    if (item.parameter) block->parameters += item.tensor.numel();
  }
  return blocks;
}

}  // namespace sojourn
