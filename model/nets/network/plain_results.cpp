// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/network/plain_results.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <ATen/ops/bmm.h>
#include <ATen/ops/log_softmax.h>

#include "model/core/radix_sort.h"
#include "model/nets/network/network.h"
#include "model/results/outcome_of.h"

namespace sojourn {
namespace {

/// float32, contiguous; no copy where it is that already.
at::Tensor plain(const at::Tensor& tensor) {
  return tensor.to(at::kCPU, at::kFloat).contiguous();
}

std::vector<float> values(const at::Tensor& tensor) {
  if (!tensor.defined()) return {};
  const at::Tensor flat = plain(tensor);
  const float* data = flat.const_data_ptr<float>();
  return {data, data + flat.numel()};
}

/// Locations best first, equal ones by smaller id.
std::vector<LocationId> ranked(const std::vector<float>& scores) {
  std::vector<Keyed<LocationId>> keyed(scores.size());
  for (std::size_t y = 0; y < scores.size(); ++y) keyed[y] = {~orderedKey(scores[y]), static_cast<LocationId>(y)};
  radixSort(keyed);
  std::vector<LocationId> order(keyed.size());
  std::ranges::transform(keyed, order.begin(), &Keyed<LocationId>::value);
  return order;
}

void fillPointer(const NetworkOutput& output, Inspection& inspection) {
  const std::size_t length = inspection.sequence.visits.size();
  const std::size_t vocabulary = inspection.logProbability.size();
  inspection.contentScore = values(output.contentScore);
  inspection.positionBias =
      output.positionBias.defined() ? values(output.positionBias) : std::vector<float>(length, 0.0F);
  inspection.pointerWeight = values(output.pointerWeight);
  const float gate = values(output.gate).front();
  inspection.gate = gate;
  inspection.pointerMass.assign(vocabulary, 0.0F);
  for (std::size_t i = 0; i < length; ++i) {
    const float weight = inspection.pointerWeight[i];
    inspection.score.push_back(inspection.contentScore[i] + inspection.positionBias[i]);
    inspection.copiedMass.push_back(gate * weight);
    inspection.pointerMass[static_cast<std::size_t>(inspection.sequence.visits[i].location)] += weight;
  }
}

void fillRanking(const NetworkOutput& output, Inspection& inspection) {
  const std::vector<float> probability =
      output.probabilities.defined() ? values(output.probabilities) : std::vector<float>();
  const bool copies = inspection.gate.has_value();
  const float gate = inspection.gate.value_or(0);
  inspection.ranking.reserve(inspection.logProbability.size());
  for (const LocationId location : ranked(inspection.logProbability)) {
    const auto y = static_cast<std::size_t>(location);
    Candidate& candidate = inspection.ranking.emplace_back();
    candidate.location = location;
    candidate.logProbability = inspection.logProbability[y];
    candidate.probability = probability.empty() ? inspection.generation[y] : probability[y];
    candidate.copied = copies ? gate * inspection.pointerMass[y] : 0;
    candidate.generated = !copies                         ? candidate.probability
                          : inspection.generation.empty() ? 0
                                                          : (1 - gate) * inspection.generation[y];
  }
}

/// ||a_ij f(x_j) W_O|| of every head, and of all heads together (Kobayashi et al. 2020), appended as [head+1][L][L].
/// With u_jh = f_h(x_j) W_O, the norm of the sum follows from the heads' inner products: no [L, L, d] is ever made.
void appendContributions(const LayerCapture& layer, const float* attention, std::size_t heads, std::size_t length,
                         std::vector<float>& out) {
  const auto L = static_cast<std::int64_t>(length), H = static_cast<std::int64_t>(heads);
  const std::int64_t width = layer.outWeight.size(0);
  const at::Tensor perHead = layer.values.to(at::kFloat).reshape({L, H, width / H}).transpose(0, 1);  // [H, L, d/H]
  const at::Tensor outward =
      layer.outWeight.to(at::kFloat).view({width, H, width / H}).permute({1, 2, 0});  // [H, d/H, d]
  const at::Tensor u = at::bmm(perHead, outward);                                     // [H, L, d]
  const at::Tensor byKey = u.transpose(0, 1);                                         // [L, H, d]
  const at::Tensor gram = plain(at::bmm(byKey, byKey.transpose(1, 2)));               // [L, H, H]
  const float* inner = gram.const_data_ptr<float>();

  const std::size_t cells = length * length;
  const std::size_t start = out.size();
  out.resize(start + (heads + 1) * cells);
  float* own = out.data() + start;
  float* together = own + heads * cells;
  std::vector<float> norm(heads * length);
  for (std::size_t j = 0; j < length; ++j)
    for (std::size_t h = 0; h < heads; ++h) norm[h * length + j] = std::sqrt(inner[(j * heads + h) * heads + h]);
  for (std::size_t h = 0; h < heads; ++h)
    for (std::size_t i = 0; i < length; ++i)
      for (std::size_t j = 0; j < length; ++j) {
        const std::size_t cell = h * cells + i * length + j;
        own[cell] = attention[cell] * norm[h * length + j];
      }
  // Key by key, so that the inner products stay in registers over all queries.
  for (std::size_t j = 0; j < length; ++j)
    for (std::size_t i = 0; i < length; ++i) {
      float square = 0;
      for (std::size_t h = 0; h < heads; ++h) {
        float mixed = 0;
        for (std::size_t k = 0; k < heads; ++k)
          mixed += inner[(j * heads + h) * heads + k] * attention[k * cells + i * length + j];
        square += mixed * attention[h * cells + i * length + j];
      }
      together[i * length + j] = std::sqrt(std::max(square, 0.0F));
    }
}

void fillHidden(const Capture& capture, Inspection& inspection) {
  for (const LayerCapture& layer : capture.layers) inspection.hidden.push_back(values(layer.input));
  inspection.hidden.push_back(values(capture.encoded));
  const std::vector<float>& last = inspection.hidden.back();
  const std::size_t width = last.size() / inspection.sequence.visits.size();
  inspection.context.assign(last.end() - static_cast<std::ptrdiff_t>(width), last.end());
}

void fillMaps(const Capture& capture, Inspection& inspection) {
  AttentionMaps& maps = inspection.attention;
  maps.layers = capture.layers.size();
  maps.heads = static_cast<std::size_t>(capture.layers.front().probabilities.size(1));
  maps.length = inspection.sequence.visits.size();
  const std::size_t perLayer = maps.heads * maps.length * maps.length;
  maps.values.reserve(maps.layers * perLayer);
  inspection.contributionNorm.reserve(maps.layers * (maps.heads + 1) * maps.length * maps.length);
  for (const LayerCapture& layer : capture.layers) {
    const at::Tensor attention = plain(layer.probabilities);
    const float* data = attention.const_data_ptr<float>();
    maps.values.insert(maps.values.end(), data, data + perLayer);
    appendContributions(layer, data, maps.heads, maps.length, inspection.contributionNorm);
  }
}

std::vector<HistoryRow> historyOf(const Sequence& sequence, const std::vector<float>& weights) {
  std::vector<HistoryRow> rows;
  if (!sequence.history.source) return rows;
  for (const HistoryEntry& entry : sequence.history.source->before(sequence.user, sequence.history.row)) {
    if (rows.empty() || rows.back().slot != entry.slot)
      rows.push_back({.slot = entry.slot, .weight = weights[static_cast<std::size_t>(entry.slot)], .visited = {}});
    rows.back().visited.push_back(entry);
  }
  for (HistoryRow& row : rows) std::ranges::stable_sort(row.visited, std::greater<>(), &HistoryEntry::count);
  return rows;
}

}  // namespace

Inspection inspectionOf(const Sequence& sequence, const Network& network, const NetworkOutput& output,
                        const Capture* capture) {
  Inspection inspection;
  inspection.sequence = sequence;
  const FeatureLimits limits = network.limits();
  const std::size_t length = sequence.visits.size();
  for (std::size_t i = 0; i < length; ++i) {
    inspection.encoded.push_back(clampTo(limits, encode(sequence.visits[i])));
    inspection.positionFromEnd.push_back(static_cast<std::int32_t>(
        std::min<std::int64_t>(static_cast<std::int64_t>(length - i), limits.positionFromEnd)));
  }

  if (output.probabilities.defined()) {
    inspection.logProbability = values(output.scores);
    inspection.generation = values(output.generation);
  } else {
    const at::Tensor logProbability = at::log_softmax(output.scores, -1);
    inspection.logProbability = values(logProbability);
    inspection.generation = values(logProbability.exp());
  }
  if (output.pointerWeight.defined()) fillPointer(output, inspection);
  if (output.historyWeight.defined()) inspection.history = historyOf(sequence, values(output.historyWeight));
  fillRanking(output, inspection);
  if (sequence.target)
    inspection.targetRank =
        static_cast<std::size_t>(rankOf(inspection.logProbability, static_cast<std::size_t>(*sequence.target)));
  if (capture) fillHidden(*capture, inspection);
  if (capture && network.capabilities().attentionMaps) fillMaps(*capture, inspection);
  return inspection;
}

}  // namespace sojourn
