// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/optimizer/adam.h"

#include <algorithm>
#include <span>
#include <stdexcept>

#include <ATen/ops/_foreach_norm.h>
#include <ATen/ops/_fused_adam.h>
#include <ATen/ops/_fused_adamw.h>
#include <ATen/ops/linalg_vector_norm.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>

#include "model/nets/registry/registry.h"

namespace sojourn {

Adam::Adam(std::vector<at::Tensor> parameters, const AdamOptions& options) : m_options(options) {
  // A piece fits into a core's cache with the gradients of some shards.
  constexpr std::int64_t numbersInPiece = std::int64_t{1} << 15;
  m_all.values = std::move(parameters);
  for (std::size_t i = 0; i < m_all.values.size(); ++i) {
    const at::Tensor& values = m_all.values[i];
    const std::int64_t row = values.dim() == 2 ? values.size(1) : 1;
    const std::int64_t piece = std::max<std::int64_t>(numbersInPiece / row, 1) * row;
    for (std::int64_t first = 0; first < values.numel(); first += piece)
      m_pieces.push_back({.parameter = i, .first = first, .count = std::min(piece, values.numel() - first)});
  }
  for (at::Tensor& parameter : m_all.values) {
    parameter = parameter.detach();  // the same memory, outside autograd
    m_all.firstMoment.push_back(at::zeros_like(parameter));
    m_all.secondMoment.push_back(at::zeros_like(parameter));
  }
  m_stepCounts =
      at::zeros({static_cast<std::int64_t>(m_all.values.size())}, m_all.values.front().options().dtype(at::kFloat));
  m_all.steps = m_stepCounts.unbind(0);
}

template <class Rate, class... Scale>
void Adam::update(Lists& lists, const std::vector<at::Tensor>& gradients, const Rate& learningRate,
                  const Scale&... scale) {
  // The two differ in nothing but where the decay acts.
  const auto with = [&](const auto& fused) {
    fused(lists.values, gradients, lists.firstMoment, lists.secondMoment, /*max_exp_avg_sqs=*/at::TensorList(),
          lists.steps, learningRate, m_options.beta1, m_options.beta2, m_options.weightDecay, m_options.epsilon,
          /*amsgrad=*/false,
          /*maximize=*/false, scale...);
  };
  if (m_options.decayActs == WeightDecay::OnParameters)
    with([](const auto&... arguments) { at::_fused_adamw_(arguments...); });
  else
    with([](const auto&... arguments) { at::_fused_adam_(arguments...); });
}

void Adam::step(const std::vector<at::Tensor>& gradients, const at::Tensor& learningRate,
                const at::Tensor& gradientScale) {
  beginStep();
  update(m_all, gradients, learningRate, std::optional(gradientScale));
}

void Adam::updatePieces(std::size_t first, const std::vector<at::Tensor>& gradients, double learningRate,
                        const at::Tensor& gradientScale) {
  Lists lists;
  for (const Piece& piece : std::span(m_pieces).subspan(first, gradients.size())) {
    lists.values.push_back(piece.of(m_all.values[piece.parameter]));
    lists.firstMoment.push_back(piece.of(m_all.firstMoment[piece.parameter]));
    lists.secondMoment.push_back(piece.of(m_all.secondMoment[piece.parameter]));
    lists.steps.push_back(m_all.steps[piece.parameter]);
  }
  update(lists, gradients, learningRate, std::optional(gradientScale));
}

std::vector<at::Tensor> Adam::tensors() const {
  std::vector<at::Tensor> all = m_all.values;
  all.insert(all.end(), m_all.firstMoment.begin(), m_all.firstMoment.end());
  all.insert(all.end(), m_all.secondMoment.begin(), m_all.secondMoment.end());
  all.push_back(m_stepCounts);
  return all;
}

OptimizerState Adam::state(double learningRate) const {
  OptimizerState state;
  nlohmann::ordered_json numbers = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < m_all.values.size(); ++i) {
    state.slots.push_back({.parameter = static_cast<std::int64_t>(i),
                           .tensors = {{.name = "step", .array = toArray(m_all.steps[i])},
                                       {.name = "exp_avg", .array = toArray(m_all.firstMoment[i])},
                                       {.name = "exp_avg_sq", .array = toArray(m_all.secondMoment[i])}}});
    numbers.push_back(i);
  }
  state.paramGroups.push_back({{"lr", learningRate},
                               {"betas", {m_options.beta1, m_options.beta2}},
                               {"eps", m_options.epsilon},
                               {"weight_decay", m_options.weightDecay},
                               {"amsgrad", false},
                               {"maximize", false},
                               {"foreach", nullptr},
                               {"capturable", false},
                               {"differentiable", false},
                               {"fused", nullptr},
                               {"params", numbers}});
  return state;
}

void Adam::restore(const OptimizerState& state) {
  const auto take = [](const OptimizerSlot& slot, const char* name, at::Tensor& own) {
    const auto found = std::ranges::find(slot.tensors, name, &NamedArray::name);
    if (found == slot.tensors.end() || !std::ranges::equal(found->array.shape, own.sizes()))
      throw std::invalid_argument("the optimizer's state of parameter " + std::to_string(slot.parameter) +
                                  " has no fitting " + name);
    own.copy_(toTensor(found->array));
  };
  for (std::size_t i = 0; i < m_all.values.size(); ++i) {
    const auto slot = std::ranges::find(state.slots, static_cast<std::int64_t>(i), &OptimizerSlot::parameter);
    if (slot == state.slots.end())
      throw std::invalid_argument("the optimizer's state lacks parameter " + std::to_string(i));
    take(*slot, "step", m_all.steps[i]);
    take(*slot, "exp_avg", m_all.firstMoment[i]);
    take(*slot, "exp_avg_sq", m_all.secondMoment[i]);
  }
}

at::Tensor gradientNorm(const std::vector<at::Tensor>& gradients) {
  return at::linalg_vector_norm(at::stack(at::_foreach_norm(gradients, 2)));
}

}  // namespace sojourn
