// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/adamw.h"

#include <cmath>

#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_norm.h>
#include <ATen/ops/_fused_adamw.h>
#include <ATen/ops/scalar_tensor.h>
#include <ATen/ops/zeros_like.h>

#include "model/nets/checkpoint_network.h"

namespace sojourn {

AdamW::AdamW(std::vector<at::Tensor> parameters, const AdamWOptions& options)
    : m_parameters(std::move(parameters)), m_options(options) {
  for (at::Tensor& parameter : m_parameters) {
    parameter = parameter.detach();  // the same memory, outside autograd
    m_firstMoment.push_back(at::zeros_like(parameter));
    m_secondMoment.push_back(at::zeros_like(parameter));
    m_steps.push_back(at::scalar_tensor(0.0F, parameter.options().dtype(at::kFloat)));
  }
}

void AdamW::step(const std::vector<at::Tensor>& gradients, double learningRate) {
  for (at::Tensor& count : m_steps) count.add_(1);
  at::_fused_adamw_(m_parameters, gradients, m_firstMoment, m_secondMoment, /*max_exp_avg_sqs=*/{}, m_steps,
                    learningRate, m_options.beta1, m_options.beta2, m_options.weightDecay, m_options.epsilon,
                    /*amsgrad=*/false,
                    /*maximize=*/false);
}

OptimizerState AdamW::state(double learningRate) const {
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

double gradientNorm(const std::vector<at::Tensor>& gradients) {
  double squares = 0;
  for (const at::Tensor& norm : at::_foreach_norm(gradients, 2)) {
    const double value = norm.item<double>();
    squares += value * value;
  }
  return std::sqrt(squares);
}

void clipGradients(std::vector<at::Tensor>& gradients, double norm, double largest) {
  const double factor = largest / (norm + 1e-6);
  if (factor < 1) at::_foreach_mul_(gradients, factor);
}

}  // namespace sojourn
