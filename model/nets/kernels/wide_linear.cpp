// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/kernels/wide_linear.h"

#include <optional>

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/constant_pad_nd.h>
#include <ATen/ops/linear.h>
#include <torch/csrc/autograd/custom_function.h>

#include "model/nets/kernels/loops.h"

namespace sojourn {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// oneDNN makes code for each shape that it meets, which takes as long as running it: numbers of rows are multiples.
constexpr std::int64_t rowsTogether = 64;
/// Multiplications from which on it is worth it.
constexpr std::int64_t smallestProduct = std::int64_t{1} << 21;

/// AVX-512 that MKL does not use.
bool hasUnusedVectors() {
#ifdef __x86_64__
  return loops().lanes == widestLanes && __builtin_cpu_is("intel") == 0;
#else
  return false;
#endif
}

/// What torch's own compiler calls for a linear layer; nothing in a build of torch without oneDNN.
std::optional<c10::OperatorHandle> oneDnnLinear() {
  static const std::optional<c10::OperatorHandle> found = [] {
    return hasUnusedVectors() ? c10::Dispatcher::singleton().findSchema({"mkldnn::_linear_pointwise", ""})
                              : std::nullopt;
  }();
  return found;
}

/// left [m, k] times right^T [n, k], plus bias.
at::Tensor product(const at::Tensor& left, const at::Tensor& right, const std::optional<at::Tensor>& bias = {}) {
  torch::jit::Stack stack{left, right, bias, "none", c10::List<std::optional<at::Scalar>>(), ""};
  oneDnnLinear()->callBoxed(stack);
  return stack.front().toTensor();
}

at::Tensor withWholeRows(const at::Tensor& x) {
  const std::int64_t more = (rowsTogether - x.size(0) % rowsTogether) % rowsTogether;
  return more == 0 ? x.contiguous() : at::constant_pad_nd(x, {0, 0, 0, more});
}

struct WideLinear : torch::autograd::Function<WideLinear> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& weight,
                            const at::Tensor& bias) {
    const at::AutoDispatchBelowADInplaceOrView noAutograd;
    const at::Tensor rows = withWholeRows(x);
    context->save_for_backward({rows, weight});
    return product(rows, weight, bias).narrow(0, 0, x.size(0));
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const at::AutoDispatchBelowADInplaceOrView noAutograd;
    const variable_list saved = context->get_saved_variables();
    const at::Tensor &rows = saved[0], &weight = saved[1], &gradient = gradients[0];
    const at::Tensor gradientRows = withWholeRows(gradient);
    const auto wanted = [&](std::size_t input) { return context->needs_input_grad(input); };
    return {wanted(0) ? product(gradientRows, weight.t()).narrow(0, 0, gradient.size(0)) : at::Tensor(),
            wanted(1) ? product(gradientRows.t(), rows.t()) : at::Tensor(), wanted(2) ? gradient.sum(0) : at::Tensor()};
  }
};

}  // namespace

at::Tensor wideLinear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
  const bool wide = at::GradMode::is_enabled() && weight.requires_grad() && x.is_cpu() && x.dim() == 2 &&
                    x.scalar_type() == at::kFloat && weight.scalar_type() == at::kFloat &&
                    x.size(0) * weight.numel() >= smallestProduct && oneDnnLinear();
  return wide ? WideLinear::apply(x, weight, bias) : at::linear(x, weight, bias);
}

}  // namespace sojourn
