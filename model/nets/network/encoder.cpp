// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/network/encoder.h"

#include <cmath>
#include <limits>
#include <utility>

#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/full.h>
#include <ATen/ops/gelu.h>
#include <ATen/ops/layer_norm.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/scaled_dot_product_attention.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/zeros.h>
#include <torch/nn/init.h>

#include "model/nets/kernels/packed_attention.h"
#include "model/nets/kernels/wide_linear.h"
#include "model/nets/network/cells.h"

namespace sojourn {
namespace {

constexpr double normEpsilon = 1e-5;

at::Tensor normalise(const torch::nn::LayerNorm& norm, const at::Tensor& x) {
  return at::layer_norm(x, {x.size(-1)}, norm->weight, norm->bias, normEpsilon);
}

/// [length, length] added to scores: minus infinity where a key is later than the query.
at::Tensor laterKeys(std::int64_t length, const at::Tensor& like) {
  return at::full({length, length}, -std::numeric_limits<double>::infinity(), like.options().requires_grad(false))
      .triu_(1);
}

torch::nn::LayerNorm makeNorm(std::int64_t width) {
  return torch::nn::LayerNorm(torch::nn::LayerNormOptions({width}).eps(normEpsilon));
}

}  // namespace

SelfAttention::SelfAttention(const EncoderOptions& options, std::size_t layer) : m_options(options), m_layer(layer) {
  m_inWeight = register_parameter("in_proj_weight", at::empty({3 * options.width, options.width}));
  m_inBias = register_parameter("in_proj_bias", at::zeros({3 * options.width}));
  m_out = register_module("out_proj", torch::nn::Linear(options.width, options.width));
  torch::nn::init::xavier_uniform_(m_inWeight);
  torch::nn::init::zeros_(m_out->bias);
}

at::Tensor SelfAttention::forward(const at::Tensor& x, const TokenBatch& batch, const ForwardContext& forwardContext,
                                  LayerCapture* capture) const {
  const at::Tensor projected = wideLinear(x, m_inWeight, m_inBias);  // [T, 3d]
  at::Tensor mixed;
  if (forwardContext.randomness && !capture && !batch.fixedShape && !batch.masked.defined() && projected.is_cpu() &&
      projected.scalar_type() == at::kFloat) {
    mixed = attendPacked(projected, {.lengths = batch.lengths,
                                     .heads = m_options.heads,
                                     .causal = m_options.causal,
                                     .dropout = drawnDropout(m_options.dropout, forwardContext)});
  } else if (batch.buckets.size() == 1) {
    mixed = attend(projected, batch.buckets.front(), forwardContext, capture);
  } else {
    // split and cat, not one narrow per bucket: their backward passes touch every token once.
    const std::vector<at::Tensor> parts = projected.split_with_sizes(batch.bucketTokens);
    std::vector<at::Tensor> outputs;
    outputs.reserve(parts.size());
    for (std::size_t g = 0; g < parts.size(); ++g)
      outputs.push_back(attend(parts[g], batch.buckets[g], forwardContext, nullptr));
    mixed = at::cat(outputs);
  }
  if (batch.fullyMasked.defined()) mixed = mixed.masked_fill(batch.fullyMasked.unsqueeze(1), 0);
  mixed = hooked(forwardContext, {.kind = PartKind::Head, .layer = m_layer}, Rows::Visits, mixed);
  if (capture) capture->outWeight = m_out->weight;
  return wideLinear(mixed, m_out->weight, m_out->bias);
}

at::Tensor SelfAttention::attend(const at::Tensor& projected, const LengthBucket& bucket,
                                 const ForwardContext& forwardContext, LayerCapture* capture) const {
  const std::int64_t width = m_options.width;
  const std::int64_t headWidth = width / m_options.heads;
  const at::Tensor cells = toCells(projected, bucket);
  const std::vector<at::Tensor> parts =
      cells.view({bucket.count, bucket.length, 3, m_options.heads, headWidth}).permute({2, 0, 3, 1, 4}).unbind(0);
  const at::Tensor &query = parts[0], &key = parts[1], &value = parts[2];  // [n, heads, L, d / heads]
  const double drops = forwardContext.randomness ? m_options.dropout : 0;
  // Padding lies behind a sequence's last visit, where causal attention does not look anyway; masked visits do not.
  const bool masked = bucket.mask.defined() && (bucket.masksVisits || !m_options.causal);

  at::Tensor mixed;
  // On a CPU attention that drops is not fused: what it draws would depend on how torch's threads share the work.
  if (!capture && (drops <= 0 || !projected.is_cpu())) {
    std::optional<at::Tensor> mask = masked ? std::optional(bucket.mask.to(query.scalar_type())) : std::nullopt;
    if (masked && m_options.causal) mask = *mask + laterKeys(bucket.length, query);
    mixed = at::scaled_dot_product_attention(query, key, value, mask, drops, m_options.causal && !masked);
  } else {
    at::Tensor scores = at::matmul(query * (1 / std::sqrt(static_cast<double>(headWidth))), key.transpose(-2, -1));
    if (masked) scores = scores + bucket.mask;
    if (m_options.causal) scores = scores + laterKeys(bucket.length, query);
    const at::Tensor probabilities = at::softmax(scores, -1);
    if (capture) {
      capture->probabilities = probabilities;
      capture->values = projected.narrow(1, 2 * width, width);
    }
    mixed = at::matmul(dropped(probabilities, m_options.dropout, forwardContext), value);
  }
  return toTokens(mixed.transpose(1, 2).reshape({bucket.count * bucket.length, width}), bucket);
}

EncoderLayer::EncoderLayer(const EncoderOptions& options, std::size_t layer) : m_options(options) {
  m_attention = register_module("self_attn", std::make_shared<SelfAttention>(options, layer));
  m_linear1 = register_module("linear1", torch::nn::Linear(options.width, options.feedForward));
  m_linear2 = register_module("linear2", torch::nn::Linear(options.feedForward, options.width));
  m_norm1 = register_module("norm1", makeNorm(options.width));
  m_norm2 = register_module("norm2", makeNorm(options.width));
}

at::Tensor EncoderLayer::feedForward(const at::Tensor& x, const ForwardContext& forwardContext) const {
  const at::Tensor inner =
      dropped(at::gelu(wideLinear(x, m_linear1->weight, m_linear1->bias)), m_options.dropout, forwardContext);
  return dropped(wideLinear(inner, m_linear2->weight, m_linear2->bias), m_options.dropout, forwardContext);
}

at::Tensor EncoderLayer::forward(const at::Tensor& x, const TokenBatch& batch, const ForwardContext& forwardContext,
                                 LayerCapture* capture) const {
  if (capture) capture->input = x;
  if (m_options.normFirst) {
    const at::Tensor attended = m_attention->forward(normalise(m_norm1, x), batch, forwardContext, capture);
    const at::Tensor y = x + dropped(attended, m_options.dropout, forwardContext);
    return y + feedForward(normalise(m_norm2, y), forwardContext);
  }
  const at::Tensor attended = m_attention->forward(x, batch, forwardContext, capture);
  const at::Tensor y = normalise(m_norm1, x + dropped(attended, m_options.dropout, forwardContext));
  return normalise(m_norm2, y + feedForward(y, forwardContext));
}

Encoder::Encoder(const EncoderOptions& options) {
  auto layers = torch::nn::ModuleList();
  for (std::int64_t i = 0; i < options.layers; ++i) {
    m_layers.push_back(std::make_shared<EncoderLayer>(options, static_cast<std::size_t>(i)));
    layers->push_back(m_layers.back());
  }
  register_module("layers", layers);
  if (options.finalNorm) m_norm = register_module("norm", makeNorm(options.width));
}

at::Tensor Encoder::forward(const at::Tensor& x, const TokenBatch& batch, const ForwardContext& forwardContext) const {
  Capture* const capture = forwardContext.capture;
  if (capture) capture->layers.resize(m_layers.size());
  at::Tensor hidden = x;
  for (std::size_t i = 0; i < m_layers.size(); ++i) {
    const at::Tensor next =
        m_layers[i]->forward(hidden, batch, forwardContext, capture ? &capture->layers[i] : nullptr);
    hidden = forwardContext.hook
                 ? hidden + hooked(forwardContext, {.kind = PartKind::Layer, .layer = i}, Rows::Visits, next - hidden)
                 : next;
  }
  if (capture) capture->encoded = hidden;
  return m_norm.is_empty() ? hidden : normalise(m_norm, hidden);
}

at::Tensor sinusoid(std::int64_t length, std::int64_t width) {
  at::Tensor table = at::zeros({length, width});
  auto* values = table.mutable_data_ptr<float>();
  for (std::int64_t column = 0; column < width; ++column) {
    const double frequency =
        std::exp(static_cast<double>(column - column % 2) * -std::log(10000.0) / static_cast<double>(width));
    for (std::int64_t row = 0; row < length; ++row) {
      const double angle = static_cast<double>(row) * frequency;
      values[row * width + column] = static_cast<float>(column % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  }
  return table;
}

ModelBlock diagramBlock(std::string id, std::string title, std::string detail, std::vector<std::string> inputs,
                        std::vector<std::int64_t> outputShape, std::string view) {
  return {.id = std::move(id),
          .title = std::move(title),
          .detail = std::move(detail),
          .inputs = std::move(inputs),
          .outputShape = std::move(outputShape),
          .tensors = {},
          .view = std::move(view)};
}

void addEncoderBlocks(std::vector<ModelBlock>& blocks, const ModelSizes& sizes, const std::string& style) {
  const std::string heads = std::to_string(sizes.heads) + (sizes.heads == 1 ? " head" : " heads");
  for (std::int64_t i = 0; i < sizes.layers; ++i)
    blocks.push_back(diagramBlock("layer." + std::to_string(i), "Encoder layer " + std::to_string(i),
                                  heads + ", " + style + ", GELU, feed-forward " + std::to_string(sizes.feedForward),
                                  {blocks.back().id}, {-1, sizes.width}, "attention"));
}

std::string encoderBlockOf(std::string_view tensor, std::string_view prefix) {
  if (!tensor.starts_with(prefix)) return {};
  const std::string_view rest = tensor.substr(prefix.size());
  return "layer." + std::string(rest.substr(0, rest.find('.')));
}

}  // namespace sojourn
