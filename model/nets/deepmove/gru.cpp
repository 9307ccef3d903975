// SPDX-License-Identifier: GPL-3.0-or-later
// One GRU layer over sequences of different lengths, forward and backward.
#include "model/nets/deepmove/gru.h"

#include <algorithm>
#include <cmath>

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/zeros.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/nn/init.h>

#include "model/nets/network/cells.h"

namespace sojourn {
namespace {

/// What the forward pass leaves for the backward pass; [T, ...], in step order.
struct GruState {
  at::Tensor gates;       ///< [T, 3h] reset and update gate, and the new state in the third place
  at::Tensor hiddenPart;  ///< [T, h] what the hidden state before adds to the new state, before the reset gate
  at::Tensor hidden;      ///< [T, h]
};

/// `gates` of one row come in as what the inputs add, `recurrent` is what the hidden state before adds.
void forwardCells(std::int64_t h, float* __restrict gates, const float* __restrict recurrent,
                  const float* __restrict before, float* __restrict hiddenPart, float* __restrict hidden) {
  // sigmoid(z) = (1 + tanh(z / 2)) / 2
  for (std::int64_t j = 0; j < 2 * h; ++j) gates[j] = 0.5F * std::tanh(0.5F * (gates[j] + recurrent[j])) + 0.5F;
  for (std::int64_t j = 0; j < h; ++j) {
    hiddenPart[j] = recurrent[2 * h + j];
    const float fresh = std::tanh(gates[2 * h + j] + gates[j] * hiddenPart[j]);
    gates[2 * h + j] = fresh;
    hidden[j] = fresh + gates[h + j] * (before[j] - fresh);
  }
}

template <std::int64_t count>
void addMultiple(float factor, const float* __restrict values, float* __restrict sums) {
  for (std::int64_t j = 0; j < count; ++j) sums[j] += factor * values[j];
}

/// Adds factors [count] * matrix [count, width] to sums [width]. A step of one sequence, as in a batch of one, is done
/// sooner than torch has begun a matrix product.
void addProduct(const float* factors, std::int64_t count, const float* matrix, std::int64_t width, float* sums) {
  for (std::int64_t r = 0; r < count; ++r)
    forColumns(width,
               [&]<std::int64_t n>(std::int64_t j) { addMultiple<n>(factors[r], matrix + r * width + j, sums + j); });
}

GruState forwardGru(const at::Tensor& x, const std::vector<at::Tensor>& parameters,
                    const std::vector<std::int64_t>& sizes) {
  const std::int64_t tokens = x.size(0), h = parameters[1].size(1);
  GruState state{.gates = at::addmm(parameters[2], x, parameters[0].t()),
                 .hiddenPart = at::empty({tokens, h}, x.options()),
                 .hidden = at::empty({tokens, h}, x.options())};
  const at::Tensor weight = parameters[1].t().contiguous();  // [h, 3h]
  const at::Tensor nothing = at::zeros({h}, x.options());
  at::Tensor recurrent = at::empty({sizes.front(), 3 * h}, x.options());
  auto* gates = state.gates.mutable_data_ptr<float>();
  auto* hiddenPart = state.hiddenPart.mutable_data_ptr<float>();
  auto* hidden = state.hidden.mutable_data_ptr<float>();
  std::int64_t first = 0, before = 0;
  for (std::size_t step = 0; step < sizes.size(); ++step) {
    const std::int64_t rows = sizes[step];
    const float* ofBias = parameters[3].const_data_ptr<float>();
    auto* const ofHidden = recurrent.mutable_data_ptr<float>();
    if (step > 0 && rows == 1) {
      std::copy_n(ofBias, 3 * h, ofHidden);
      addProduct(hidden + before * h, h, weight.const_data_ptr<float>(), 3 * h, ofHidden);
    } else if (step > 0) {
      at::Tensor ofStep = recurrent.narrow(0, 0, rows);
      at::addmm_out(ofStep, parameters[3], state.hidden.narrow(0, before, rows), weight);
    }
    for (std::int64_t r = 0; r < rows; ++r) {
      const std::int64_t row = first + r;
      forwardCells(h, gates + row * 3 * h, step > 0 ? ofHidden + r * 3 * h : ofBias,
                   step > 0 ? hidden + (before + r) * h : nothing.const_data_ptr<float>(), hiddenPart + row * h,
                   hidden + row * h);
    }
    before = first;
    first += rows;
  }
  return state;
}

/// Of `count` neighbouring columns of one row: gradients of what the inputs add to the gates (reset, update, fresh) and
/// of what the hidden state adds to the new state, and what reaches the hidden state before on the direct way.
template <std::int64_t count>
void backwardGruCells(std::int64_t h, const float* __restrict gates, const float* __restrict hiddenPart,
                      const float* __restrict before, const float* __restrict gradient, float* __restrict ofInput,
                      float* __restrict ofHidden, float* __restrict direct) {
  for (std::int64_t j = 0; j < count; ++j) {
    const float reset = gates[j], update = gates[h + j], fresh = gates[2 * h + j];
    const float ofFresh = gradient[j] * (1 - update) * (1 - fresh * fresh);
    const float ofReset = ofFresh * hiddenPart[j] * reset * (1 - reset);
    const float ofUpdate = gradient[j] * (before[j] - fresh) * update * (1 - update);
    ofInput[j] = ofHidden[j] = ofReset;
    ofInput[h + j] = ofHidden[h + j] = ofUpdate;
    ofInput[2 * h + j] = ofFresh;
    ofHidden[2 * h + j] = ofFresh * reset;
    direct[j] += gradient[j] * update;
  }
}

/// Gradients of what inputs and hidden states add to the gates, [T, 3h] each.
std::pair<at::Tensor, at::Tensor> backwardGru(const GruState& state, const at::Tensor& hiddenWeight,
                                              const at::Tensor& gradient, const std::vector<std::int64_t>& sizes) {
  const std::int64_t tokens = state.hidden.size(0), h = state.hidden.size(1);
  const at::Tensor ofInputs = at::empty({tokens, 3 * h}, gradient.options()),
                   ofHiddens = at::empty({tokens, 3 * h}, gradient.options());
  at::Tensor hiddenGradient = gradient.clone(at::MemoryFormat::Contiguous);
  const at::Tensor nothing = at::zeros({h}, gradient.options()), nowhere = at::zeros({h}, gradient.options());
  const auto* gates = state.gates.const_data_ptr<float>();
  const auto* hiddenPart = state.hiddenPart.const_data_ptr<float>();
  const auto* hidden = state.hidden.const_data_ptr<float>();
  auto* gradients = hiddenGradient.mutable_data_ptr<float>();
  auto* ofInput = ofInputs.mutable_data_ptr<float>();
  auto* ofHidden = ofHiddens.mutable_data_ptr<float>();
  std::int64_t first = tokens;
  for (std::size_t step = sizes.size(); step-- > 0;) {
    const std::int64_t rows = sizes[step];
    first -= rows;
    const std::int64_t before = step > 0 ? first - sizes[step - 1] : 0;
    for (std::int64_t r = 0; r < rows; ++r) {
      const std::int64_t row = first + r;
      const float* stateBefore = step > 0 ? hidden + (before + r) * h : nothing.const_data_ptr<float>();
      float* direct = step > 0 ? gradients + (before + r) * h : nowhere.mutable_data_ptr<float>();
      forColumns(h, [&]<std::int64_t n>(std::int64_t j) {
        backwardGruCells<n>(h, gates + row * 3 * h + j, hiddenPart + row * h + j, stateBefore + j,
                            gradients + row * h + j, ofInput + row * 3 * h + j, ofHidden + row * 3 * h + j, direct + j);
      });
    }
    if (step > 0 && rows == 1)
      addProduct(ofHidden + first * 3 * h, 3 * h, hiddenWeight.const_data_ptr<float>(), h, gradients + before * h);
    else if (step > 0)
      hiddenGradient.narrow(0, before, rows).addmm_(ofHiddens.narrow(0, first, rows), hiddenWeight);
  }
  return {ofInputs, ofHiddens};
}

/// The layer as a node of autograd's graph.
struct GruLayerFunction : torch::autograd::Function<GruLayerFunction> {
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x,
                            const at::Tensor& inputWeight, const at::Tensor& hiddenWeight, const at::Tensor& inputBias,
                            const at::Tensor& hiddenBias, const std::vector<std::int64_t>& sizes) {
    const at::AutoDispatchBelowADInplaceOrView noAutograd;
    const GruState state = forwardGru(x, {inputWeight, hiddenWeight, inputBias, hiddenBias}, sizes);
    context->save_for_backward({x, inputWeight, hiddenWeight, state.hidden, state.gates, state.hiddenPart});
    context->saved_data["sizes"] = sizes;
    return state.hidden;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const at::AutoDispatchBelowADInplaceOrView noAutograd;
    const torch::autograd::variable_list saved = context->get_saved_variables();
    const at::Tensor &x = saved[0], &inputWeight = saved[1], &hiddenWeight = saved[2], &hidden = saved[3];
    const std::vector<std::int64_t> sizes = context->saved_data["sizes"].toIntVector();
    const auto [ofInputs, ofHiddens] =
        backwardGru({.gates = saved[4], .hiddenPart = saved[5], .hidden = hidden}, hiddenWeight, gradients[0], sizes);
    const std::int64_t first = sizes.front();
    const auto wanted = [&](std::size_t input) { return context->needs_input_grad(input); };
    return {wanted(0) ? at::mm(ofInputs, inputWeight) : at::Tensor(),
            wanted(1) ? at::mm(ofInputs.t(), x) : at::Tensor(),
            wanted(2) ? at::mm(ofHiddens.narrow(0, first, x.size(0) - first).t(), hiddenBefore(hidden, sizes))
                      : at::Tensor(),
            wanted(3) ? ofInputs.sum(0) : at::Tensor(),
            wanted(4) ? ofHiddens.sum(0) : at::Tensor(),
            at::Tensor()};
  }
};

}  // namespace

Gru::Gru(std::int64_t input, std::int64_t hidden)
    : m_inputWeight(register_parameter("weight_ih_l0", at::zeros({3 * hidden, input}))),
      m_hiddenWeight(register_parameter("weight_hh_l0", at::zeros({3 * hidden, hidden}))),
      m_inputBias(register_parameter("bias_ih_l0", at::zeros({3 * hidden}))),
      m_hiddenBias(register_parameter("bias_hh_l0", at::zeros({3 * hidden}))) {
  torch::nn::init::xavier_uniform_(m_inputWeight);
  torch::nn::init::orthogonal_(m_hiddenWeight);
}

void Gru::to(at::Device device, bool nonBlocking) {
  Module::to(device, nonBlocking);
  layEndToEnd(RecurrentKind::Gru, weights());
}

void Gru::to(at::Device device, at::ScalarType type, bool nonBlocking) {
  Module::to(device, type, nonBlocking);
  layEndToEnd(RecurrentKind::Gru, weights());
}

at::Tensor Gru::forward(const at::Tensor& x, const TokenBatch& batch, const ForwardContext& forwardContext) const {
  if (batch.fixedShape) {
    const LengthBucket& bucket = batch.buckets.front();
    const at::Tensor cells = toCells(x, bucket).view({bucket.count, bucket.length, -1});
    return toTokens(recurrentRectangle(RecurrentKind::Gru, cells, weights()).flatten(0, 1), bucket);
  }
  const StepOrder order = stepOrderOf(batch.lengths, x.device());
  const at::Tensor steps =
      gruLayer(x.index_select(0, order.toSteps), m_inputWeight, m_hiddenWeight, m_inputBias, m_hiddenBias, order.sizes);
  const at::Tensor hidden = skipMasked(steps.index_select(0, order.toTokens), batch);
  if (Capture* const capture = forwardContext.capture) {
    capture->layers.emplace_back().input = x;
    capture->encoded = hidden;
  }
  return hidden;
}

at::Tensor gruLayer(const at::Tensor& x, const at::Tensor& inputWeight, const at::Tensor& hiddenWeight,
                    const at::Tensor& inputBias, const at::Tensor& hiddenBias, const std::vector<std::int64_t>& sizes) {
  const std::vector<at::Tensor> parameters{inputWeight, hiddenWeight, inputBias, hiddenBias};
  if (!x.is_cpu() || x.scalar_type() != at::kFloat || inputWeight.scalar_type() != at::kFloat)
    return recurrentSteps(RecurrentKind::Gru, x, parameters, sizes);
  if (!at::GradMode::is_enabled()) return forwardGru(x, parameters, sizes).hidden;
  return GruLayerFunction::apply(x.contiguous(), inputWeight, hiddenWeight, inputBias, hiddenBias, sizes);
}

}  // namespace sojourn
