// SPDX-License-Identifier: GPL-3.0-or-later
// One LSTM layer over sequences of different lengths, forward and backward.
#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/tanh.h>
#include <ATen/ops/zeros.h>
#include <torch/csrc/autograd/custom_function.h>

#include "model/nets/network/device_recurrence.h"
#include "model/nets/network/lstm.h"

namespace sojourn {
namespace {

/// What the forward pass leaves for the backward pass; [T, ...], in step order.
struct LstmState {
  at::Tensor gates;     ///< [T, 4h] input, forget and output gate, and the candidate in the third place
  at::Tensor cell;      ///< [T, h]
  at::Tensor cellTanh;  ///< [T, h]
  at::Tensor hidden;    ///< [T, h]
};

/// The gates and cells of `count` neighbouring columns of one row, from the tanh of what the gates are of: half of it,
/// but for the candidate, as sigmoid(z) = (1 + tanh(z / 2)) / 2.
template <std::int64_t count>
void updateCells(float* __restrict in, float* __restrict forget, const float* __restrict candidate,
                 float* __restrict out, const float* __restrict before, float* __restrict cell) {
  for (std::int64_t j = 0; j < count; ++j) {
    in[j] = 0.5F * in[j] + 0.5F;
    forget[j] = 0.5F * forget[j] + 0.5F;
    out[j] = 0.5F * out[j] + 0.5F;
    cell[j] = forget[j] * before[j] + in[j] * candidate[j];
  }
}

template <std::int64_t count>
void multiply(const float* __restrict a, const float* __restrict b, float* __restrict product) {
  for (std::int64_t j = 0; j < count; ++j) product[j] = a[j] * b[j];
}

/// Of one row, the gates in the order of their columns.
template <class Number>
struct GatePointers {
  GatePointers(Number* row, std::int64_t width, std::int64_t column)
      : in(row + column), forget(in + width), candidate(forget + width), out(candidate + width) {}
  Number *in, *forget, *candidate, *out;
};

/// Gradients of what the gates are of, for `count` neighbouring columns of one row. `cellGradient` comes in from the
/// step behind, with this step's own part, and is left for the step before.
template <std::int64_t count>
void backwardCells(const GatePointers<const float>& gates, const float* __restrict before,
                   float* __restrict cellGradient, float* __restrict in, float* __restrict forget,
                   float* __restrict candidate) {
  const float* __restrict gateIn = gates.in;
  const float* __restrict gateForget = gates.forget;
  const float* __restrict gateCandidate = gates.candidate;
  for (std::int64_t j = 0; j < count; ++j) {
    in[j] = cellGradient[j] * gateCandidate[j] * gateIn[j] * (1 - gateIn[j]);
    forget[j] = cellGradient[j] * before[j] * gateForget[j] * (1 - gateForget[j]);
    candidate[j] = cellGradient[j] * gateIn[j] * (1 - gateCandidate[j] * gateCandidate[j]);
    cellGradient[j] *= gateForget[j];
  }
}

/// The output gate's gradient, and what reaches the cell through the hidden state, added to `cellGradient`.
template <std::int64_t count>
void backwardOutput(const float* __restrict gateOut, const float* __restrict cellTanh,
                    const float* __restrict hiddenGradient, float* __restrict cellGradient, float* __restrict out) {
  for (std::int64_t j = 0; j < count; ++j) {
    out[j] = hiddenGradient[j] * cellTanh[j] * gateOut[j] * (1 - gateOut[j]);
    cellGradient[j] += hiddenGradient[j] * gateOut[j] * (1 - cellTanh[j] * cellTanh[j]);
  }
}

/// 1/2 for the rows of gates, 1 for those of the candidate: [4h, 1].
at::Tensor halfOfGates(std::int64_t hidden) {
  at::Tensor scale = at::empty({4 * hidden, 1});
  scale.fill_(0.5);
  scale.narrow(0, 2 * hidden, hidden).fill_(1);
  return scale;
}

LstmState forwardLstm(const at::Tensor& x, const at::Tensor& inputWeight, const at::Tensor& hiddenWeight,
                      const at::Tensor& bias, const std::vector<std::int64_t>& sizes) {
  const std::int64_t tokens = x.size(0), h = hiddenWeight.size(1);
  const at::Tensor scale = halfOfGates(h);
  LstmState state{.gates = at::addmm(bias * scale.view({-1}), x, (inputWeight * scale).t()),
                  .cell = at::empty({tokens, h}, x.options()),
                  .cellTanh = at::empty({tokens, h}, x.options()),
                  .hidden = at::empty({tokens, h}, x.options())};
  const at::Tensor recurrent = (hiddenWeight * scale).t().contiguous();  // [h, 4h]
  const at::Tensor nothing = at::zeros({h}, x.options());
  auto* gates = state.gates.mutable_data_ptr<float>();
  auto* cell = state.cell.mutable_data_ptr<float>();
  auto* hidden = state.hidden.mutable_data_ptr<float>();
  const auto* cellTanh = state.cellTanh.const_data_ptr<float>();
  std::int64_t first = 0, before = 0;
  for (std::size_t step = 0; step < sizes.size(); ++step) {
    const std::int64_t rows = sizes[step];
    at::Tensor ofStep = state.gates.narrow(0, first, rows);
    if (step > 0) ofStep.addmm_(state.hidden.narrow(0, before, rows), recurrent);
    ofStep.tanh_();
    for (std::int64_t r = first; r < first + rows; ++r) {
      const float* earlier = step > 0 ? cell + (before + r - first) * h : nothing.const_data_ptr<float>();
      forColumns(h, [&]<std::int64_t n>(std::int64_t j) {
        const GatePointers<float> own(gates + r * 4 * h, h, j);
        updateCells<n>(own.in, own.forget, own.candidate, own.out, earlier + j, cell + r * h + j);
      });
    }
    at::Tensor tanh = state.cellTanh.narrow(0, first, rows);
    at::tanh_out(tanh, state.cell.narrow(0, first, rows));
    for (std::int64_t r = first; r < first + rows; ++r)
      forColumns(h, [&]<std::int64_t n>(std::int64_t j) {
        multiply<n>(gates + r * 4 * h + 3 * h + j, cellTanh + r * h + j, hidden + r * h + j);
      });
    before = first;
    first += rows;
  }
  return state;
}

/// Gradients of the gates before their sigmoid and tanh, [T, 4h].
at::Tensor backwardLstm(const LstmState& state, const at::Tensor& hiddenWeight, const at::Tensor& gradient,
                        const std::vector<std::int64_t>& sizes) {
  const std::int64_t tokens = state.hidden.size(0), h = state.hidden.size(1);
  at::Tensor gateGradients = at::empty({tokens, 4 * h}, gradient.options());
  at::Tensor hiddenGradient = gradient.clone(at::MemoryFormat::Contiguous);
  const at::Tensor cellGradient = at::zeros({sizes.front(), h}, gradient.options());
  const at::Tensor nothing = at::zeros({h}, gradient.options());
  const auto* gates = state.gates.const_data_ptr<float>();
  const auto* cell = state.cell.const_data_ptr<float>();
  const auto* cellTanh = state.cellTanh.const_data_ptr<float>();
  const auto* dHidden = hiddenGradient.const_data_ptr<float>();
  auto* dGates = gateGradients.mutable_data_ptr<float>();
  auto* dCell = cellGradient.mutable_data_ptr<float>();
  std::int64_t first = tokens, behind = tokens;
  for (std::size_t step = sizes.size(); step-- > 0;) {
    const std::int64_t rows = sizes[step];
    first -= rows;
    if (step + 1 < sizes.size()) {
      const std::int64_t rowsBehind = sizes[step + 1];
      hiddenGradient.narrow(0, first, rowsBehind).addmm_(gateGradients.narrow(0, behind, rowsBehind), hiddenWeight);
    }
    for (std::int64_t r = 0; r < rows; ++r) {
      const float* before = step > 0 ? cell + (first - sizes[step - 1] + r) * h : nothing.const_data_ptr<float>();
      const std::int64_t row = first + r;
      forColumns(h, [&]<std::int64_t n>(std::int64_t j) {
        const GatePointers<const float> gate(gates + row * 4 * h, h, j);
        const GatePointers<float> found(dGates + row * 4 * h, h, j);
        backwardOutput<n>(gate.out, cellTanh + row * h + j, dHidden + row * h + j, dCell + r * h + j, found.out);
        backwardCells<n>(gate, before + j, dCell + r * h + j, found.in, found.forget, found.candidate);
      });
    }
    behind = first;
  }
  return gateGradients;
}

/// The layer as a node of autograd's graph.
struct LstmLayerFunction : torch::autograd::Function<LstmLayerFunction> {
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x,
                            const at::Tensor& inputWeight, const at::Tensor& hiddenWeight, const at::Tensor& inputBias,
                            const at::Tensor& hiddenBias, const std::vector<std::int64_t>& sizes) {
    const at::AutoDispatchBelowADInplaceOrView noAutograd;
    const LstmState state = forwardLstm(x, inputWeight, hiddenWeight, inputBias + hiddenBias, sizes);
    context->save_for_backward({x, inputWeight, hiddenWeight, state.hidden, state.gates, state.cell, state.cellTanh});
    context->saved_data["sizes"] = sizes;
    return state.hidden;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const at::AutoDispatchBelowADInplaceOrView noAutograd;
    const torch::autograd::variable_list saved = context->get_saved_variables();
    const at::Tensor &x = saved[0], &inputWeight = saved[1], &hiddenWeight = saved[2];
    const LstmState state{.gates = saved[4], .cell = saved[5], .cellTanh = saved[6], .hidden = saved[3]};
    const std::vector<std::int64_t> sizes = context->saved_data["sizes"].toIntVector();
    const at::Tensor gates = backwardLstm(state, hiddenWeight, gradients[0], sizes);
    const std::int64_t first = sizes.front();
    const auto wanted = [&](std::size_t input) { return context->needs_input_grad(input); };
    return {wanted(0) ? at::mm(gates, inputWeight) : at::Tensor(), wanted(1) ? at::mm(gates.t(), x) : at::Tensor(),
            wanted(2) ? at::mm(gates.narrow(0, first, gates.size(0) - first).t(), hiddenBefore(state.hidden, sizes))
                      : at::Tensor(),
            wanted(3) ? gates.sum(0) : at::Tensor(),
            // The same numbers, but not the same tensor: a training adds gradients in place.
            wanted(4) ? gates.sum(0) : at::Tensor(), at::Tensor()};
  }
};

}  // namespace

at::Tensor lstmLayer(const at::Tensor& x, const at::Tensor& inputWeight, const at::Tensor& hiddenWeight,
                     const at::Tensor& inputBias, const at::Tensor& hiddenBias,
                     const std::vector<std::int64_t>& sizes) {
  if (!x.is_cpu() || x.scalar_type() != at::kFloat || inputWeight.scalar_type() != at::kFloat)
    return recurrentSteps(RecurrentKind::Lstm, x, {inputWeight, hiddenWeight, inputBias, hiddenBias}, sizes);
  if (!at::GradMode::is_enabled())
    return forwardLstm(x, inputWeight, hiddenWeight, inputBias + hiddenBias, sizes).hidden;
  return LstmLayerFunction::apply(x.contiguous(), inputWeight, hiddenWeight, inputBias, hiddenBias, sizes);
}

}  // namespace sojourn
