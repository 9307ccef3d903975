// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/plan/state_dict_kind.h"

#include <array>
#include <charconv>

namespace sojourn {
namespace {

std::array<const StateDictKind*, 2> kinds() {
  return {&pointerV45StateDict(), &mhsaStateDict()};
}

}  // namespace

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
  std::int64_t count = 0;
  while (hasPrefix(std::string(prefix) + std::to_string(count) + ".")) ++count;
  return count;
}

std::string StateShapes::layerBeyond(std::string_view prefix, std::int64_t count) const {
  for (auto at = m_shapes.lower_bound(prefix); at != m_shapes.end() && at->first.starts_with(prefix); ++at) {
    const std::string_view rest = std::string_view(at->first).substr(prefix.size());
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    const bool isLayer = end != rest.data() && end != rest.data() + rest.size() && *end == '.';
    if (isLayer && (error != std::errc() || number >= static_cast<std::uint64_t>(count))) return at->first;
  }
  return {};
}

const StateDictKind* findStateDict(std::string_view id) {
  for (const StateDictKind* kind : kinds())
    if (kind->id == id) return kind;
  return nullptr;
}

const StateDictKind* recogniseStateDict(const StateShapes& shapes) {
  for (const StateDictKind* kind : kinds())
    if (kind->recognises(shapes)) return kind;
  return nullptr;
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

}  // namespace sojourn
