// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/plan/state_dict_kind.h"

#include <array>
#include <charconv>

#include "model/nets/network/summed_embedding_rows.h"

namespace sojourn {

StateShapes::StateShapes(const std::vector<NamedArray>& tensors) {
  for (const NamedArray& tensor : tensors) m_shapes.emplace(tensor.name, tensor.array.shape);
}

bool StateShapes::hasPrefix(std::string_view prefix) const {
  const auto next = m_shapes.lower_bound(prefix);
  return next != m_shapes.end() && next->first.starts_with(prefix);
}

std::int64_t StateShapes::size(std::string_view name, std::size_t dimension) const {
  const auto found = m_shapes.find(name);
  return found == m_shapes.end() || dimension >= found->second.size() ? 0 : found->second[dimension];
}

std::int64_t StateShapes::layers(std::string_view prefix) const {
  const auto present = [&](std::int64_t number) {
    const std::string name = std::string(prefix) + std::to_string(number);
    return has(name) || hasPrefix(name + ".");
  };
  std::int64_t count = 0;
  while (present(count)) ++count;
  return count;
}

std::string StateShapes::layerBeyond(std::string_view prefix, std::int64_t count) const {
  for (auto at = m_shapes.lower_bound(prefix); at != m_shapes.end() && at->first.starts_with(prefix); ++at) {
    const std::string_view rest = std::string_view(at->first).substr(prefix.size());
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    const bool isLayer = end != rest.data() && (end == rest.data() + rest.size() || *end == '.');
    if (isLayer && (error != std::errc() || number >= static_cast<std::uint64_t>(count))) return at->first;
  }
  return {};
}

std::span<const StateDictKind* const> stateDictKinds() {
  // The standard Transformer before Pointer V45, whose tensors it has and no others.
  static const std::array kinds{&transformerStateDict(), &pointerV45StateDict(),   &mhsaStateDict(),
                                &lstmStateDict(),        &lstmLocationStateDict(), &lstmPointerStateDict(),
                                &deepMoveStateDict()};
  return kinds;
}

const StateDictKind* findStateDict(std::string_view id) {
  for (const StateDictKind* kind : stateDictKinds())
    if (kind->id == id) return kind;
  return nullptr;
}

const StateDictKind* recogniseStateDict(const StateShapes& shapes) {
  for (const StateDictKind* kind : stateDictKinds())
    if (kind->recognises(shapes)) return kind;
  return nullptr;
}

std::string fullModelOnly(const StateShapes&, const CheckpointHyperparameters&) {
  return "full_model";
}

void ExpectedTensors::linear(const std::string& name, std::int64_t out, std::int64_t in) {
  add(name + ".weight", {out, in});
  add(name + ".bias", {out});
}

void ExpectedTensors::norm(const std::string& name, std::int64_t width) {
  add(name + ".weight", {width});
  add(name + ".bias", {width});
}

void ExpectedTensors::layers(std::string_view prefix, const ModelSizes& sizes) {
  const std::int64_t d = sizes.width;
  for (std::int64_t i = 0; i < sizes.layers; ++i) {
    const std::string layer = std::string(prefix) + std::to_string(i) + ".";
    add(layer + "self_attn.in_proj_weight", {3 * d, d});
    add(layer + "self_attn.in_proj_bias", {3 * d});
    linear(layer + "self_attn.out_proj", d, d);
    linear(layer + "linear1", sizes.feedForward, d);
    linear(layer + "linear2", d, sizes.feedForward);
    norm(layer + "norm1", d);
    norm(layer + "norm2", d);
  }
}

void ExpectedTensors::lstm(std::int64_t input, const ModelSizes& sizes) {
  const std::int64_t gates = 4 * sizes.hidden;
  for (std::int64_t i = 0; i < sizes.layers; ++i) {
    const std::string layer = "_l" + std::to_string(i);
    add("lstm.weight_ih" + layer, {gates, i == 0 ? input : sizes.hidden});
    add("lstm.weight_hh" + layer, {gates, sizes.hidden});
    add("lstm.bias_ih" + layer, {gates});
    add("lstm.bias_hh" + layer, {gates});
  }
}

void ExpectedTensors::summedEmbedding(const ModelSizes& sizes) {
  const std::int64_t d = sizes.width;
  add("Embedding.emb_loc.weight", {sizes.locations, d});
  add("Embedding.temporal_embedding.minute_embed.weight", {SummedEmbeddingRows::minute, d});
  add("Embedding.temporal_embedding.hour_embed.weight", {SummedEmbeddingRows::hour, d});
  add("Embedding.temporal_embedding.weekday_embed.weight", {SummedEmbeddingRows::weekday, d});
  add("Embedding.emb_duration.weight", {SummedEmbeddingRows::duration, d});
}

void ExpectedTensors::residualHead(const ModelSizes& sizes, std::int64_t width) {
  add("FC.emb_user.weight", {sizes.users, width});
  linear("FC.fc_loc", sizes.locations, width);
  linear("FC.linear1", 2 * width, width);
  linear("FC.linear2", width, 2 * width);
  norm("FC.norm1", width);
  add("FC.norm1.running_mean", {width});
  add("FC.norm1.running_var", {width});
  add("FC.norm1.num_batches_tracked", {});
  last().integer = last().optional = true;
}

}  // namespace sojourn
