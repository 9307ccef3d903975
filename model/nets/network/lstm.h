// SPDX-License-Identifier: GPL-3.0-or-later
// A stack of LSTM layers (Hochreiter and Schmidhuber 1997) over packed visits, with torch.nn.LSTM's names and
// arithmetic.
#pragma once

#include <vector>

#include <torch/nn/module.h>

#include "model/nets/network/device_recurrence.h"
#include "model/nets/network/steps.h"

namespace sojourn {

/// torch.nn.LSTM's layer: x [T, in] in step order -> [T, h]. On the CPU in float32 one pass of our own, which
/// multiplies the inputs of all tokens at once and adds up weight gradients over all tokens at once; else torch's.
[[nodiscard]] at::Tensor lstmLayer(const at::Tensor& x, const at::Tensor& inputWeight, const at::Tensor& hiddenWeight,
                                   const at::Tensor& inputBias, const at::Tensor& hiddenBias,
                                   const std::vector<std::int64_t>& sizes);

struct LstmOptions {
  std::int64_t input = 0;   ///< width of what comes in
  std::int64_t hidden = 0;  ///< width of the hidden state
  std::int64_t layers = 1;
  double dropout = 0;  ///< of what every layer but the last hands on
};

/// weight_ih_l{i} [4h, in], weight_hh_l{i} [4h, h], bias_ih_l{i} and bias_hh_l{i} [4h]; gates in the order input,
/// forget, cell, output.
class Lstm : public torch::nn::Module {
 public:
  explicit Lstm(const LstmOptions& options);

  /// x [T, input] -> [T, hidden]: the last layer's hidden state after each visit. A masked visit is not read: the state
  /// behind it is that of the visit before, or 0. A capture gets the inputs of the layers, and the output.
  [[nodiscard]] at::Tensor forward(const at::Tensor& x, const TokenBatch& batch,
                                   const ForwardContext& forwardContext) const;

  using Module::to;
  void to(at::Device device, bool nonBlocking) override;
  void to(at::Device device, at::ScalarType type, bool nonBlocking) override;

 private:
  [[nodiscard]] at::Tensor forwardFixed(const at::Tensor& x, const LengthBucket& bucket,
                                        const ForwardContext& forwardContext) const;

  LstmOptions m_options;
  std::vector<RecurrentWeights> m_layers;
};

/// Which biases start at 0, with 1 in the second quarter (for an LSTM the forget gates).
enum class LstmBiases { OfTheLstm, All };

/// As the published LSTMs start: input weights and all other matrices Xavier-uniform, hidden weights orthogonal.
void initialiseLstm(torch::nn::Module& module, LstmBiases biases);

/// Appends one block a layer, "lstm.0" and on, the first behind the last block that is there.
void addLstmBlocks(std::vector<ModelBlock>& blocks, const ModelSizes& sizes);
/// "lstm.1" for "lstm.weight_hh_l1"; empty for a tensor of another module.
[[nodiscard]] std::string lstmBlockOf(std::string_view tensor);

}  // namespace sojourn
