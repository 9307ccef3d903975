// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/network/device_recurrence.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/_cudnn_rnn_flatten_weight.h>
#include <ATen/ops/gru.h>
#include <ATen/ops/lstm.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

namespace sojourn {
namespace {

constexpr bool hasBiases = true, bidirectional = false, batchFirst = true;
constexpr std::int64_t layers = 1;
constexpr double dropout = 0;

/// cuDNN's number of a kind.
std::int64_t cudnnMode(RecurrentKind kind) {
  return kind == RecurrentKind::Lstm ? 2 : 3;
}

/// The state before the first step of `sequences`.
at::Tensor nothingRead(const RecurrentWeights& weights, std::int64_t sequences) {
  return at::zeros({layers, sequences, weights[1].size(1)}, weights[1].options().requires_grad(false));
}

}  // namespace

void layEndToEnd(RecurrentKind kind, RecurrentWeights weights) {
  if (!weights.front().is_cuda()) return;
  const at::NoGradGuard noGradients;
  constexpr std::int64_t noProjection = 0;
  (void)at::_cudnn_rnn_flatten_weight(weights, static_cast<std::int64_t>(weights.size()), weights[0].size(1),
                                      cudnnMode(kind), weights[1].size(1), noProjection, layers, batchFirst,
                                      bidirectional);
}

at::Tensor recurrentSteps(RecurrentKind kind, const at::Tensor& x, const RecurrentWeights& weights,
                          const std::vector<std::int64_t>& sizes) {
  const c10::impl::ExcludeDispatchKeyGuard withoutAutocast(c10::autocast_dispatch_keyset);
  const at::Tensor start = nothingRead(weights, sizes.front()), steps = x.to(weights[0].scalar_type()),
                   sequences = at::tensor(sizes, at::kLong);
  const bool trains = at::GradMode::is_enabled();
  if (kind == RecurrentKind::Gru)
    return std::get<0>(at::gru(steps, sequences, start, weights, hasBiases, layers, dropout, trains, bidirectional));
  return std::get<0>(
      at::lstm(steps, sequences, {start, start}, weights, hasBiases, layers, dropout, trains, bidirectional));
}

at::Tensor recurrentRectangle(RecurrentKind kind, const at::Tensor& x, const RecurrentWeights& weights) {
  const c10::impl::ExcludeDispatchKeyGuard withoutAutocast(c10::autocast_dispatch_keyset);
  const at::Tensor start = nothingRead(weights, x.size(0)), steps = x.to(weights[0].scalar_type());
  const bool trains = at::GradMode::is_enabled();
  if (kind == RecurrentKind::Gru)
    return std::get<0>(at::gru(steps, start, weights, hasBiases, layers, dropout, trains, bidirectional, batchFirst));
  return std::get<0>(
      at::lstm(steps, {start, start}, weights, hasBiases, layers, dropout, trains, bidirectional, batchFirst));
}

}  // namespace sojourn
