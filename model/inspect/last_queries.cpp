// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/inspect/last_queries.h"

#include <algorithm>
#include <vector>

#include <ATen/ops/stack.h>
#include <c10/core/InferenceMode.h>

#include "model/inspect/network_passes.h"
#include "model/inspect/pass_results.h"
#include "model/nets/network/network.h"

namespace sojourn {
namespace {

/// Of an engine that gives attention maps without a network, one sample after the other.
Status forEachInspected(const Engine& engine, const SequenceSet& set, std::span<const std::size_t> rows,
                        const std::function<void(std::size_t, const LastQuery&)>& take, const CancelToken& cancel,
                        const Progress& progress) {
  for (std::size_t slot = 0; slot < rows.size(); ++slot) {
    if (cancel.cancelled()) return cancelledError();
    const auto inspection = engine.inspect(set.sequence(rows[slot]), {.maps = true});
    if (!inspection) return inspection.error();
    const AttentionMaps& maps = (*inspection)->attention;
    std::vector<float> last;  // [layers][heads][L]
    for (std::size_t layer = 0; layer < maps.layers; ++layer)
      for (std::size_t head = 0; head < maps.heads; ++head)
        for (std::size_t key = 0; key < maps.length; ++key) last.push_back(maps.at(layer, head, maps.length - 1, key));
    take(slot, {.layers = maps.layers,
                .heads = maps.heads,
                .attention = last,
                .pointerWeight = {},
                .contentScore = {},
                .positionBias = {}});
    if (progress) progress(slot + 1, rows.size());
  }
  return {};
}

}  // namespace

Status forEachLastQuery(const Engine& engine, const SequenceSet& set, std::span<const std::size_t> rows,
                        const std::function<void(std::size_t, const LastQuery&)>& take, const CancelToken& cancel,
                        const Progress& progress) {
  if (Status status = engine.accepts(set); !status) return status;
  const bool hasMaps = engine.description().capabilities.attentionMaps;
  if (hasMaps && !engine.network()) return forEachInspected(engine, set, rows, take, cancel, progress);
  return withNetwork(engine, [&](const Network& network) -> Status {
    const at::Device device = network.parameters().front().device();
    const FeatureLimits limits = network.limits();
    std::vector<std::size_t> lengths(rows.size());
    std::ranges::transform(rows, lengths.begin(), [&](std::size_t row) { return set.length(row); });
    const auto runPass = [&](std::span<const std::size_t> slots) {
      const c10::InferenceMode inference;
      std::vector<std::size_t> chosen(slots.size());
      std::ranges::transform(slots, chosen.begin(), [&](std::size_t slot) { return rows[slot]; });
      const std::size_t length = lengths[slots.front()];
      Capture capture;
      const NetworkOutput output =
          network.forward(packBatch(set, chosen, limits, device), {.capture = hasMaps ? &capture : nullptr});
      std::vector<at::Tensor> lastRows;  // [n, heads, L] of each layer
      for (const LayerCapture& layer : capture.layers)
        lastRows.push_back(layer.probabilities.select(2, static_cast<std::int64_t>(length) - 1));
      const at::Tensor attention = lastRows.empty() ? at::Tensor() : hostFloats(at::stack(lastRows, 1));
      const std::size_t layers = lastRows.size();
      const std::size_t heads = layers > 0 ? static_cast<std::size_t>(attention.size(2)) : 0;
      const at::Tensor weight = hostFloats(output.pointerWeight), content = hostFloats(output.contentScore),
                       bias = hostFloats(output.positionBias);
      for (std::size_t k = 0; k < slots.size(); ++k)
        take(slots[k], {.layers = layers,
                        .heads = heads,
                        .attention = part(attention, k * layers * heads * length, layers * heads * length),
                        .pointerWeight = part(weight, k * length, length),
                        .contentScore = part(content, k * length, length),
                        .positionBias = part(bias, k * length, length)});
    };
    return forEachLengthBatch(lengths, device.is_cpu(), runPass, cancel, progress, PassLengths::Equal);
  });
}

}  // namespace sojourn
