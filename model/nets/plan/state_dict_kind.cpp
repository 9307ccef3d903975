// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/plan/state_dict_kind.h"

#include <array>

namespace sojourn {

namespace {

std::array<const StateDictKind*, 2> kinds() {
  return {&pointerV45StateDict(), &mhsaStateDict()};
}

}  // namespace

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
