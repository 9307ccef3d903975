// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/network/cells.h"

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/embedding.h>
#include <ATen/ops/embedding_dense_backward.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/mm.h>
#include <torch/csrc/autograd/custom_function.h>

namespace sojourn {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// The largest matrix of ones and zeros (numbers) that a gradient of a table is multiplied by: 256 MB in float32.
constexpr std::int64_t largestProduct = std::int64_t{1} << 26;

/// Rows by `index`, where `inverse` brings back all rows whose gradient is not zero.
struct Rearranged : torch::autograd::Function<Rearranged> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& index,
                            const at::Tensor& inverse) {
    const at::AutoDispatchBelowADInplaceOrView noAutograd;
    context->save_for_backward({inverse});
    return x.index_select(0, index);
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const at::AutoDispatchBelowADInplaceOrView noAutograd;
    return {gradients[0].index_select(0, context->get_saved_variables()[0]), at::Tensor(), at::Tensor()};
  }
};

/// What sequences have, at each of their visits; the gradients of a sequence's visits are added up as a rectangle.
struct AtVisits : torch::autograd::Function<AtVisits> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& sequence,
                            const at::Tensor& spread) {
    const at::AutoDispatchBelowADInplaceOrView noAutograd;
    context->save_for_backward({spread});
    context->saved_data["sequences"] = x.size(0);
    return x.index_select(0, sequence);
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const at::AutoDispatchBelowADInplaceOrView noAutograd;
    const at::Tensor cells = gradients[0].index_select(0, context->get_saved_variables()[0]);
    return {cells.unflatten(0, {context->saved_data["sequences"].toInt(), -1}).sum(1), at::Tensor(), at::Tensor()};
  }
};

/// Rows of a table whose gradient is a product with ones and zeros. On a card that takes three kernels; embedding's own
/// takes about thirty from 3,073 indices on, and adds in an order that changes from run to run where rows are met
/// often.
struct TableRows : torch::autograd::Function<TableRows> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& table, const at::Tensor& index,
                            std::int64_t padding) {
    const at::AutoDispatchBelowADInplaceOrView noAutograd;
    context->save_for_backward({index});
    context->saved_data["rows"] = table.size(0);
    context->saved_data["padding"] = padding;
    return at::embedding(table, index);
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const at::AutoDispatchBelowADInplaceOrView noAutograd;
    const at::Tensor index = context->get_saved_variables()[0];
    const std::int64_t rows = context->saved_data["rows"].toInt(), padding = context->saved_data["padding"].toInt();
    const at::Tensor& gradient = gradients[0];
    if (rows * index.numel() > largestProduct)
      return {at::embedding_dense_backward(gradient, index, rows, padding, false), at::Tensor(), at::Tensor()};
    const at::Tensor met = at::arange(rows, index.options()).unsqueeze(1) == index.view({1, -1});
    at::Tensor sums = at::mm(met.to(gradient.scalar_type()), gradient);
    if (padding >= 0) sums.select(0, padding).zero_();
    return {sums, at::Tensor(), at::Tensor()};
  }
};

}  // namespace

at::Tensor toCells(const at::Tensor& x, const LengthBucket& bucket) {
  if (!bucket.padded()) return x;
  return bucket.fixedShape ? Rearranged::apply(x, bucket.spread, bucket.gather) : x.index_select(0, bucket.spread);
}

at::Tensor toTokens(const at::Tensor& x, const LengthBucket& bucket) {
  if (!bucket.padded()) return x;
  return bucket.fixedShape ? Rearranged::apply(x, bucket.gather, bucket.spread) : x.index_select(0, bucket.gather);
}

at::Tensor toVisits(const at::Tensor& x, const TokenBatch& batch) {
  return batch.fixedShape ? AtVisits::apply(x, batch.sequence, batch.buckets.front().spread)
                          : x.index_select(0, batch.sequence);
}

at::Tensor rowsOf(const at::Tensor& table, const at::Tensor& index, const TokenBatch& batch, std::int64_t padding) {
  if (batch.factored && isFactored(table)) return factoredRows(table, index, padding, batch.factored);
  return batch.fixedShape ? TableRows::apply(table, index, padding) : at::embedding(table, index, padding);
}

at::Tensor locationScores(const torch::nn::Linear& layer, const at::Tensor& x, const TokenBatch& batch) {
  if (batch.factored && isFactored(layer->weight)) return factoredLinear(x, layer->weight, layer->bias, batch.factored);
  return at::linear(x, layer->weight, layer->bias);
}

}  // namespace sojourn
