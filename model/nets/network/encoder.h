// SPDX-License-Identifier: GPL-3.0-or-later
// The transformer encoder that V45 and MHSA share, with Python's parameter names: self-attention, layer, stack.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <torch/nn/module.h>
#include <torch/nn/modules/container/modulelist.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>

#include "model/nets/network/network.h"
#include "model/results/model_description.h"

namespace sojourn {

struct EncoderOptions {
  std::int64_t width = 64;
  std::int64_t heads = 4;
  std::int64_t layers = 2;
  std::int64_t feedForward = 128;
  double dropout = 0;      ///< on attention probabilities, after attention, inside and after the feed-forward part
  bool normFirst = true;   ///< x += f(norm(x)), else x = norm(x + f(x))
  bool causal = false;     ///< a query reads no later key
  bool finalNorm = false;  ///< one more LayerNorm at the end, named "norm"
};

/// Multi-head self-attention as torch.nn.MultiheadAttention names it: in_proj_weight [3d, d], in_proj_bias, out_proj.
class SelfAttention : public torch::nn::Module {
 public:
  /// `layer` counts from 0.
  SelfAttention(const EncoderOptions& options, std::size_t layer);

  /// x: [T, d] -> [T, d]. Fused attention when nothing is captured, explicit probabilities otherwise; both agree.
  [[nodiscard]] at::Tensor forward(const at::Tensor& x, const TokenBatch& batch, const ForwardContext& forwardContext,
                                   LayerCapture* capture) const;

 private:
  [[nodiscard]] at::Tensor attend(const at::Tensor& projected, const LengthBucket& bucket,
                                  const ForwardContext& forwardContext, LayerCapture* capture) const;

  EncoderOptions m_options;
  std::size_t m_layer;
  at::Tensor m_inWeight, m_inBias;
  torch::nn::Linear m_out{nullptr};
};

/// torch.nn.TransformerEncoderLayer with exact (erf) GELU.
class EncoderLayer : public torch::nn::Module {
 public:
  EncoderLayer(const EncoderOptions& options, std::size_t layer);
  [[nodiscard]] at::Tensor forward(const at::Tensor& x, const TokenBatch& batch, const ForwardContext& forwardContext,
                                   LayerCapture* capture) const;

 private:
  [[nodiscard]] at::Tensor feedForward(const at::Tensor& x, const ForwardContext& forwardContext) const;

  EncoderOptions m_options;
  std::shared_ptr<SelfAttention> m_attention;
  torch::nn::Linear m_linear1{nullptr}, m_linear2{nullptr};
  torch::nn::LayerNorm m_norm1{nullptr}, m_norm2{nullptr};
};

/// torch.nn.TransformerEncoder: layers.{i}, and norm where asked for.
class Encoder : public torch::nn::Module {
 public:
  explicit Encoder(const EncoderOptions& options);
  [[nodiscard]] at::Tensor forward(const at::Tensor& x, const TokenBatch& batch,
                                   const ForwardContext& forwardContext) const;

 private:
  std::vector<std::shared_ptr<EncoderLayer>> m_layers;
  torch::nn::LayerNorm m_norm{nullptr};
};

/// The sinusoid of "Attention Is All You Need": [length, width], sine in even, cosine in odd columns.
[[nodiscard]] at::Tensor sinusoid(std::int64_t length, std::int64_t width);

/// A block of a network's diagram; describeBlocks() adds its tensors.
[[nodiscard]] ModelBlock diagramBlock(std::string id, std::string title, std::string detail,
                                      std::vector<std::string> inputs, std::vector<std::int64_t> outputShape,
                                      std::string view = "");

/// Appends one block a layer, "layer.0" and on, the first behind the last block that is there. `style` is what the
/// stack is beside its sizes: "pre-norm", "causal, post-norm".
void addEncoderBlocks(std::vector<ModelBlock>& blocks, const ModelSizes& sizes, const std::string& style);

/// "layer.2" for "encoder.layers.2.norm1.weight" where the stack's layers are named "encoder.layers."; empty for a
/// tensor that is none of theirs.
[[nodiscard]] std::string encoderBlockOf(std::string_view tensor, std::string_view prefix);

}  // namespace sojourn
