// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/kernels/dropped.h"

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/ops/empty_like.h>
#include <torch/csrc/autograd/custom_function.h>

namespace sojourn {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

at::Tensor timesFactors(const Dropout& dropout, const at::Tensor& x) {
  const at::Tensor numbers = x.contiguous();
  at::Tensor product = at::empty_like(numbers);
  loops().drop(dropout, numbers.const_data_ptr<float>(), product.mutable_data_ptr<float>(),
               static_cast<std::size_t>(numbers.numel()));
  return product;
}

struct Dropped : torch::autograd::Function<Dropped> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const Dropout& dropout) {
    const at::AutoDispatchBelowADInplaceOrView noAutograd;
    context->saved_data["share"] = dropout.share;
    context->saved_data["seed"] = static_cast<std::int64_t>(dropout.seed);
    return timesFactors(dropout, x);
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const at::AutoDispatchBelowADInplaceOrView noAutograd;
    const Dropout dropout(context->saved_data["share"].toDouble(),
                          static_cast<std::uint64_t>(context->saved_data["seed"].toInt()));
    return {timesFactors(dropout, gradients[0]), at::Tensor()};
  }
};

}  // namespace

at::Tensor droppedBy(const Dropout& dropout, const at::Tensor& x) {
  return Dropped::apply(x, dropout);
}

}  // namespace sojourn
