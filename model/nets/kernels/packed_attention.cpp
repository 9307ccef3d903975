// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/kernels/packed_attention.h"

#include <algorithm>
#include <memory>

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <torch/csrc/autograd/custom_function.h>

namespace sojourn {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// Where the numbers of a head of a sequence lie.
struct HeadPlace {
  std::int64_t first = 0;  ///< column of its query
  std::int64_t token = 0;  ///< row of its first visit
  std::int64_t kept = 0;   ///< place of its probabilities
};

/// What a backward pass has to know beside tensors.
struct PackedHeads : torch::CustomClassHolder {
  explicit PackedHeads(const PackedAttention& attention) : asked(attention) {}

  [[nodiscard]] std::int64_t probabilities() const {
    std::int64_t numbers = 0;
    for (const std::int64_t length : asked.lengths) numbers += asked.heads * length * paddedTo(length, loops().lanes);
    return numbers;
  }

  /// Calls work(input, head, scratch) for each head of each sequence, in order.
  template <class Work>
  void forEachHead(const at::Tensor& projected, const Work& work) const {
    const std::int64_t width = projected.size(1) / 3, headWidth = width / asked.heads;
    const std::int64_t longest = asked.lengths.empty() ? 0 : std::ranges::max(asked.lengths);
    const std::size_t numbers = scratchNumbers(longest, headWidth, loops().lanes);
    const auto scratch = std::make_unique_for_overwrite<float[]>(numbers);
    const auto* const from = projected.const_data_ptr<float>();
    HeadPlace head;
    for (const std::int64_t length : asked.lengths) {
      for (std::int64_t h = 0; h < asked.heads; ++h) {
        head.first = h * headWidth;
        // Every head draws numbers of its own.
        std::optional<Dropout> dropout = asked.dropout;
        if (dropout) dropout->seed += static_cast<std::uint64_t>(head.kept) * 0x9e3779b97f4a7c15U;
        const float* const query = from + head.token * projected.size(1) + head.first;
        work(HeadInput{.query = query,
                       .key = query + width,
                       .value = query + 2 * width,
                       .stride = projected.size(1),
                       .length = length,
                       .width = headWidth,
                       .causal = asked.causal,
                       .dropout = dropout ? &*dropout : nullptr},
             head, scratch.get());
        head.kept += length * paddedTo(length, loops().lanes);
      }
      head.token += length;
    }
  }

  PackedAttention asked;
};

struct Attend : torch::autograd::Function<Attend> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& projected, const PackedAttention& attention) {
    const at::AutoDispatchBelowADInplaceOrView noAutograd;
    const auto heads = c10::make_intrusive<PackedHeads>(attention);
    const at::Tensor probabilities = at::empty({heads->probabilities()}, projected.options());
    at::Tensor out = at::empty({projected.size(0), projected.size(1) / 3}, projected.options());
    auto* const kept = probabilities.mutable_data_ptr<float>();
    auto* const to = out.mutable_data_ptr<float>();
    heads->forEachHead(projected, [&](const HeadInput& input, const HeadPlace& head, float* scratch) {
      loops().attend(input, kept + head.kept, to + head.token * out.size(1) + head.first, out.size(1), scratch);
    });
    context->save_for_backward({projected, probabilities});
    context->saved_data["heads"] = c10::IValue::make_capsule(heads);
    return out;
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const at::AutoDispatchBelowADInplaceOrView noAutograd;
    const auto saved = context->get_saved_variables();
    const at::Tensor &projected = saved[0], &probabilities = saved[1];
    const at::Tensor ofOut = gradients[0].contiguous();
    at::Tensor ofProjected = at::empty_like(projected);
    const auto* const kept = probabilities.const_data_ptr<float>();
    const auto* const from = ofOut.const_data_ptr<float>();
    auto* const to = ofProjected.mutable_data_ptr<float>();
    const std::int64_t width = ofOut.size(1);
    const auto heads = c10::static_intrusive_pointer_cast<PackedHeads>(context->saved_data["heads"].toCapsule());
    heads->forEachHead(projected, [&](const HeadInput& input, const HeadPlace& head, float* scratch) {
      float* const query = to + head.token * 3 * width + head.first;
      loops().attendBackward(input, kept + head.kept, from + head.token * width + head.first, width,
                             {.query = query, .key = query + width, .value = query + 2 * width}, scratch);
    });
    return {ofProjected, at::Tensor()};
  }
};

}  // namespace

at::Tensor attendPacked(const at::Tensor& projected, const PackedAttention& attention) {
  return Attend::apply(projected.contiguous(), attention);
}

}  // namespace sojourn
