// SPDX-License-Identifier: GPL-3.0-or-later
// The stack of layers, how it starts, and its blocks in the diagram.
#include "model/nets/network/lstm.h"

#include <ATen/ops/empty.h>
#include <torch/nn/init.h>

#include "model/nets/network/cells.h"
#include "model/nets/network/encoder.h"

namespace sojourn {
Lstm::Lstm(const LstmOptions& options) : m_options(options) {
  const std::int64_t h = options.hidden;
  for (std::int64_t i = 0; i < options.layers; ++i) {
    const auto parameter = [&](const char* name, std::vector<std::int64_t> shape) {
      return register_parameter(name + ("_l" + std::to_string(i)), at::zeros(shape));
    };
    m_layers.push_back({parameter("weight_ih", {4 * h, i == 0 ? options.input : h}), parameter("weight_hh", {4 * h, h}),
                        parameter("bias_ih", {4 * h}), parameter("bias_hh", {4 * h})});
  }
}

at::Tensor Lstm::forward(const at::Tensor& x, const TokenBatch& batch, const ForwardContext& forwardContext) const {
  if (batch.fixedShape) return forwardFixed(x, batch.buckets.front(), forwardContext);
  const StepOrder order = stepOrderOf(batch.lengths, x.device());
  Capture* const capture = forwardContext.capture;
  at::Tensor steps = x.index_select(0, order.toSteps);
  for (std::size_t i = 0; i < m_layers.size(); ++i) {
    if (i > 0) steps = dropped(steps, m_options.dropout, forwardContext);
    if (capture) capture->layers.emplace_back().input = steps.index_select(0, order.toTokens);
    const RecurrentWeights& layer = m_layers[i];
    steps = lstmLayer(steps, layer[0], layer[1], layer[2], layer[3], order.sizes);
  }
  const at::Tensor hidden = skipMasked(steps.index_select(0, order.toTokens), batch);
  if (capture) capture->encoded = hidden;
  return hidden;
}

at::Tensor Lstm::forwardFixed(const at::Tensor& x, const LengthBucket& bucket,
                              const ForwardContext& forwardContext) const {
  at::Tensor cells = toCells(x, bucket).view({bucket.count, bucket.length, -1});
  for (std::size_t i = 0; i < m_layers.size(); ++i) {
    if (i > 0) cells = dropped(cells, m_options.dropout, forwardContext);
    cells = recurrentRectangle(RecurrentKind::Lstm, cells, m_layers[i]);
  }
  return toTokens(cells.flatten(0, 1), bucket);
}

void Lstm::to(at::Device device, bool nonBlocking) {
  Module::to(device, nonBlocking);
  for (const RecurrentWeights& layer : m_layers) layEndToEnd(RecurrentKind::Lstm, layer);
}

void Lstm::to(at::Device device, at::ScalarType type, bool nonBlocking) {
  Module::to(device, type, nonBlocking);
  for (const RecurrentWeights& layer : m_layers) layEndToEnd(RecurrentKind::Lstm, layer);
}

void initialiseLstm(torch::nn::Module& module, LstmBiases biases) {
  const c10::NoGradGuard noGradients;
  for (StateTensor& item : stateTensors(module)) {
    if (!item.parameter) continue;
    const bool ofLstm = item.name.starts_with("lstm.");
    if (item.name.starts_with("lstm.weight_hh")) {
      torch::nn::init::orthogonal_(item.tensor);
    } else if (item.tensor.dim() > 1) {
      torch::nn::init::xavier_uniform_(item.tensor);
    } else if (item.name.find("bias") != std::string::npos && (ofLstm || biases == LstmBiases::All)) {
      const std::int64_t quarter = item.tensor.size(0) / 4;
      item.tensor.zero_().narrow(0, quarter, item.tensor.size(0) / 2 - quarter).fill_(1);
    }
  }
}

void addLstmBlocks(std::vector<ModelBlock>& blocks, const ModelSizes& sizes) {
  for (std::int64_t i = 0; i < sizes.layers; ++i)
    blocks.push_back(diagramBlock("lstm." + std::to_string(i), "LSTM layer " + std::to_string(i),
                                  "input, forget and output gate, hidden state " + std::to_string(sizes.hidden),
                                  {blocks.back().id}, {-1, sizes.hidden}));
}

std::string lstmBlockOf(std::string_view tensor) {
  if (!tensor.starts_with("lstm.")) return {};
  return "lstm." + std::string(tensor.substr(tensor.rfind("_l") + 2));
}

}  // namespace sojourn
