// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/network/network.h"

#include <algorithm>
#include <mutex>
#include <stdexcept>

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/dropout.h>
#include <ATen/ops/empty_like.h>
#include <torch/nn/init.h>

#include "model/nets/kernels/dropped.h"

namespace sojourn {
namespace {

void collect(const torch::nn::Module& module, const std::string& prefix, std::vector<StateTensor>& out) {
  for (const auto& item : module.named_parameters(/*recurse=*/false))
    out.push_back({.name = prefix + item.key(), .tensor = item.value(), .parameter = true});
  for (const auto& item : module.named_buffers(/*recurse=*/false))
    out.push_back({.name = prefix + item.key(), .tensor = item.value(), .parameter = false});
  for (const auto& child : module.named_children()) collect(*child.value(), prefix + child.key() + ".", out);
}

std::uint64_t nextSeed(at::Generator generator) {
  const std::lock_guard lock(generator.mutex());
  return at::check_generator<at::CPUGeneratorImpl>(generator)->random64();
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

/// All heads of a layer are hooked together.
ModelPart hookedWith(ModelPart part) {
  part.head = 0;
  return part;
}

}  // namespace

at::Tensor VisitEmbedding::values() const {
  if (parts.size() == 1) return parts.front().values;
  std::vector<at::Tensor> columns;
  columns.reserve(parts.size());
  for (const Part& part : parts) columns.push_back(part.values);
  if (!summed) return at::cat(columns, 1);
  at::Tensor sum = columns.front();
  for (std::size_t i = 1; i < columns.size(); ++i) sum = sum + columns[i];
  return sum;
}

VisitEmbedding VisitEmbedding::behind(const ForwardContext& forwardContext) && {
  for (Part& part : parts)
    part.values =
        hooked(forwardContext, {.kind = PartKind::Feature, .feature = part.feature}, Rows::Visits, part.values);
  return std::move(*this);
}

std::vector<StateTensor> stateTensors(const torch::nn::Module& module) {
  std::vector<StateTensor> tensors;
  collect(module, "", tensors);
  return tensors;
}

void xavierInitialise(torch::nn::Module& module) {
  for (const StateTensor& item : stateTensors(module))
    if (item.parameter && item.tensor.dim() > 1) torch::nn::init::xavier_uniform_(item.tensor);
}

std::optional<Dropout> drawnDropout(double p, const ForwardContext& forwardContext) {
  if (!forwardContext.randomness || p <= 0) return std::nullopt;
  return Dropout(p, nextSeed(*forwardContext.randomness));
}

at::Tensor dropped(const at::Tensor& x, double p, const ForwardContext& forwardContext) {
  if (!forwardContext.randomness || p <= 0) return x;
  if (!x.is_cpu()) return at::dropout(x, p, /*train=*/true);
  if (x.scalar_type() != at::kFloat)
    return x * at::empty_like(x).bernoulli_(1 - p, forwardContext.randomness).div_(1 - p);
  return droppedBy(*drawnDropout(p, forwardContext), x);
}

at::Tensor hooked(const ForwardContext& forwardContext, const ModelPart& part, Rows rows, const at::Tensor& value) {
  return forwardContext.hook ? forwardContext.hook->apply(part, rows, value) : value;
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

at::Tensor ActivationRecorder::apply(const ModelPart& part, Rows rows, const at::Tensor& value) {
  m_recorded.push_back({.part = part, .rows = rows, .values = value.reshape({value.size(0), -1})});
  return value;
}

const ActivationRecorder::Recorded* ActivationRecorder::find(const ModelPart& part) const {
  for (const Recorded& one : m_recorded)
    if (one.part == hookedWith(part)) return &one;
  return nullptr;
}

at::Tensor ActivationPatcher::apply(const ModelPart& part, Rows /*rows*/, const at::Tensor& value) {
  at::Tensor result = value;
  for (const Replacement& replacement : m_replacements) {
    if (hookedWith(replacement.part) != part) continue;
    const at::Tensor flat = result.reshape({value.size(0), -1});
    const at::Tensor other = (replacement.rows.defined() ? replacement.source.index_select(0, replacement.rows)
                                                         : replacement.source.to(flat.options()))
                                 .expand_as(flat);
    if (part.kind != PartKind::Head) {
      result = other.reshape(value.sizes());
      continue;
    }
    const std::int64_t width = flat.size(1) / m_heads;
    const std::int64_t first = static_cast<std::int64_t>(replacement.part.head) * width;
    result = flat.clone();
    result.narrow(1, first, width).copy_(other.narrow(1, first, width));
  }
  return result;
}

}  // namespace sojourn
