// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/optimizer/adam.h"

#include <algorithm>
#include <stdexcept>

#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_norm.h>
#include <ATen/ops/_fused_adam.h>
#include <ATen/ops/_fused_adamw.h>
#include <ATen/ops/linalg_vector_norm.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>

#include "model/nets/registry/registry.h"

namespace sojourn {

Adam::Adam(std::vector<at::Tensor> parameters, const AdamOptions& options)
    : m_parameters(std::move(parameters)), m_options(options) {
  for (at::Tensor& parameter : m_parameters) {
    parameter = parameter.detach();  // the same memory, outside autograd
    m_firstMoment.push_back(at::zeros_like(parameter));
    m_secondMoment.push_back(at::zeros_like(parameter));
  }
  m_stepCounts =
      at::zeros({static_cast<std::int64_t>(m_parameters.size())}, m_parameters.front().options().dtype(at::kFloat));
  m_steps = m_stepCounts.unbind(0);
}

template <class Rate, class... Scale>
void Adam::update(const std::vector<at::Tensor>& gradients, const Rate& learningRate, const Scale&... scale) {
  m_stepCounts.add_(1);
  // The two differ in nothing but where the decay acts.
  const auto with = [&](const auto& fused) {
    fused(m_parameters, gradients, m_firstMoment, m_secondMoment, /*max_exp_avg_sqs=*/at::TensorList(), m_steps,
          learningRate, m_options.beta1, m_options.beta2, m_options.weightDecay, m_options.epsilon, /*amsgrad=*/false,
          /*maximize=*/false, scale...);
  };
  if (m_options.decayActs == WeightDecay::OnParameters)
    with([](const auto&... arguments) { at::_fused_adamw_(arguments...); });
  else
    with([](const auto&... arguments) { at::_fused_adam_(arguments...); });
}

void Adam::step(const std::vector<at::Tensor>& gradients, double learningRate) {
  update(gradients, learningRate);
}

void Adam::step(const std::vector<at::Tensor>& gradients, const at::Tensor& learningRate,
                const at::Tensor& gradientScale) {
  update(gradients, learningRate, std::optional(gradientScale));
}

std::vector<at::Tensor> Adam::tensors() const {
  std::vector<at::Tensor> all = m_parameters;
  all.insert(all.end(), m_firstMoment.begin(), m_firstMoment.end());
  all.insert(all.end(), m_secondMoment.begin(), m_secondMoment.end());
  all.push_back(m_stepCounts);
  return all;
}

OptimizerState Adam::state(double learningRate) const {
  OptimizerState state;
  nlohmann::ordered_json numbers = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < m_parameters.size(); ++i) {
    state.slots.push_back({.parameter = static_cast<std::int64_t>(i),
                           .tensors = {{.name = "step", .array = toArray(m_steps[i])},
                                       {.name = "exp_avg", .array = toArray(m_firstMoment[i])},
                                       {.name = "exp_avg_sq", .array = toArray(m_secondMoment[i])}}});
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
  for (std::size_t i = 0; i < m_parameters.size(); ++i) {
    const auto slot = std::ranges::find(state.slots, static_cast<std::int64_t>(i), &OptimizerSlot::parameter);
    if (slot == state.slots.end())
      throw std::invalid_argument("the optimizer's state lacks parameter " + std::to_string(i));
    take(*slot, "step", m_steps[i]);
    take(*slot, "exp_avg", m_firstMoment[i]);
    take(*slot, "exp_avg_sq", m_secondMoment[i]);
  }
}

at::Tensor gradientNorm(const std::vector<at::Tensor>& gradients) {
  return at::linalg_vector_norm(at::stack(at::_foreach_norm(gradients, 2)));
}

void clipGradients(std::vector<at::Tensor>& gradients, const at::Tensor& norm, double largest) {
  at::_foreach_mul_(gradients, (largest / (norm + 1e-6)).clamp_max(1));
}

}  // namespace sojourn
