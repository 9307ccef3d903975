// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/network/factored_gradients.h"

#include <algorithm>

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/ops/embedding.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/mm.h>
#include <torch/csrc/autograd/custom_function.h>

namespace sojourn {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;
using Gradients = c10::intrusive_ptr<FactoredGradients>;

Gradients gradientsOf(AutogradContext* context) {
  return c10::static_intrusive_pointer_cast<FactoredGradients>(context->saved_data["gradients"].toCapsule());
}

struct FactoredRows : torch::autograd::Function<FactoredRows> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& table, const at::Tensor& index,
                            std::int64_t padding, const Gradients& gradients) {
    const at::AutoDispatchBelowADInplaceOrView noAutograd;
    context->save_for_backward({table, index});
    context->saved_data["padding"] = padding;
    context->saved_data["gradients"] = c10::IValue::make_capsule(gradients);
    return at::embedding(table, index);
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const variable_list saved = context->get_saved_variables();
    gradientsOf(context)->addRows(saved[0], saved[1], gradients[0], context->saved_data["padding"].toInt());
    return {at::Tensor(), at::Tensor(), at::Tensor(), at::Tensor()};
  }
};

struct FactoredLinear : torch::autograd::Function<FactoredLinear> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& weight,
                            const at::Tensor& bias, const Gradients& gradients) {
    const at::AutoDispatchBelowADInplaceOrView noAutograd;
    context->save_for_backward({x, weight});
    context->saved_data["gradients"] = c10::IValue::make_capsule(gradients);
    return at::linear(x, weight, bias);
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const at::AutoDispatchBelowADInplaceOrView noAutograd;
    const variable_list saved = context->get_saved_variables();
    const at::Tensor &x = saved[0], &weight = saved[1], &gradient = gradients[0];
    gradientsOf(context)->addProduct(weight, gradient, x);
    return {at::mm(gradient, weight), at::Tensor(), gradient.sum(0), at::Tensor()};
  }
};

}  // namespace

void FactoredGradients::addRows(const at::Tensor& matrix, const at::Tensor& index, const at::Tensor& gradients,
                                std::int64_t padding) {
  m_terms.push_back({.matrix = matrix.const_data_ptr(),
                     .index = index.contiguous(),
                     .left = {},
                     .right = gradients.contiguous(),
                     .padding = padding});
}

void FactoredGradients::addProduct(const at::Tensor& matrix, const at::Tensor& left, const at::Tensor& right) {
  // Without its history, which leads back to these gradients: nothing of that ring would ever be freed.
  m_terms.push_back({.matrix = matrix.const_data_ptr(), .index = {}, .left = left, .right = right.detach()});
}

bool FactoredGradients::has(const at::Tensor& matrix) const {
  return std::ranges::find(m_terms, matrix.const_data_ptr(), &Term::matrix) != m_terms.end();
}

void FactoredGradients::addTo(const at::Tensor& matrix, std::int64_t first, const at::Tensor& rows) const {
  const std::int64_t count = rows.size(0), width = rows.size(1);
  auto* const to = rows.mutable_data_ptr<float>();
  for (const Term& term : m_terms) {
    if (term.matrix != matrix.const_data_ptr()) continue;
    if (term.left.defined()) {
      rows.addmm_(term.left.narrow(1, first, count).t(), term.right);
      continue;
    }
    const auto* const index = term.index.const_data_ptr<std::int64_t>();
    const auto* const from = term.right.const_data_ptr<float>();
    for (std::int64_t i = 0; i < term.index.numel(); ++i) {
      const std::int64_t row = index[i] - first;
      if (row < 0 || row >= count || index[i] == term.padding) continue;
      for (std::int64_t c = 0; c < width; ++c) to[row * width + c] += from[i * width + c];
    }
  }
}

at::Tensor factoredRows(const at::Tensor& table, const at::Tensor& index, std::int64_t padding,
                        const c10::intrusive_ptr<FactoredGradients>& gradients) {
  return FactoredRows::apply(table, index, padding, gradients);
}

at::Tensor factoredLinear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                          const c10::intrusive_ptr<FactoredGradients>& gradients) {
  return FactoredLinear::apply(x, weight, bias, gradients);
}

bool isFactored(const at::Tensor& matrix) {
  constexpr std::int64_t small = std::int64_t{1} << 15;  // numbers
  return matrix.is_leaf() && matrix.dim() == 2 && matrix.scalar_type() == at::kFloat && matrix.numel() > small;
}

}  // namespace sojourn
