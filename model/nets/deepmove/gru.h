// SPDX-License-Identifier: GPL-3.0-or-later
// One GRU layer (Cho et al. 2014) over packed visits, with torch.nn.GRU's names and arithmetic.
#pragma once

#include "model/nets/network/device_recurrence.h"
#include "model/nets/network/steps.h"

namespace sojourn {

/// weight_ih_l0 [3h, in], weight_hh_l0 [3h, h], bias_ih_l0 and bias_hh_l0 [3h]; gates in the order reset, update, new.
class Gru : public torch::nn::Module {
 public:
  /// Input weights Xavier-uniform, hidden weights orthogonal, biases 0.
  Gru(std::int64_t input, std::int64_t hidden);

  /// x [T, input] -> [T, hidden]: the hidden state after each visit. A masked visit is not read: the state behind it is
  /// that of the visit before, or 0. A capture gets the input and the output.
  [[nodiscard]] at::Tensor forward(const at::Tensor& x, const TokenBatch& batch,
                                   const ForwardContext& forwardContext) const;

  using Module::to;
  void to(at::Device device, bool nonBlocking) override;
  void to(at::Device device, at::ScalarType type, bool nonBlocking) override;

 private:
  [[nodiscard]] RecurrentWeights weights() const { return {m_inputWeight, m_hiddenWeight, m_inputBias, m_hiddenBias}; }

  at::Tensor m_inputWeight, m_hiddenWeight, m_inputBias, m_hiddenBias;
};

/// x [T, in] in step order -> [T, h]. On the CPU in float32 one pass of our own, as lstmLayer(); else torch's.
[[nodiscard]] at::Tensor gruLayer(const at::Tensor& x, const at::Tensor& inputWeight, const at::Tensor& hiddenWeight,
                                  const at::Tensor& inputBias, const at::Tensor& hiddenBias,
                                  const std::vector<std::int64_t>& sizes);

}  // namespace sojourn
