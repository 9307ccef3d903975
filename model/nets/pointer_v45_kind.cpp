// SPDX-License-Identifier: GPL-3.0-or-later
// How a Pointer V45 state dict is recognised, measured and named, ablations included (SPEC 3.5).
#include <algorithm>
#include <array>
#include <stdexcept>

#include "model/nets/kinds.h"
#include "model/nets/pointer_v45.h"

namespace sojourn {
namespace {

/// Where no part with a row per position is left, nothing limits the length; this is MHSA's limit.
constexpr std::int64_t lengthWithoutTables = 5000;
const std::string layerPrefix = "transformer.layers.";

struct Ablation {
  const char* name;
  PointerV45Parts parts;
};

/// SPEC 3.5's names; single_layer is a size, not a part.
const std::array<Ablation, 13>& ablations() {
  static const std::array<Ablation, 13> all{{
      {"full_model", {}},
      {"no_user_emb", {.user = false}},
      {"no_time_emb", {.time = false}},
      {"no_weekday_emb", {.weekday = false}},
      {"no_recency_emb", {.recency = false}},
      {"no_duration_emb", {.duration = false}},
      {"no_pos_from_end", {.positionFromEnd = false}},
      {"no_temporal", {.time = false, .weekday = false, .recency = false, .duration = false}},
      {"no_sinusoidal_pos", {.sinusoid = false}},
      {"no_position_bias", {.positionBias = false}},
      {"no_pointer", {.positionBias = false, .pointer = false, .gate = false}},
      {"no_generation", {.generation = false, .gate = false}},
      {"no_gate", {.gate = false}},
  }};
  return all;
}

bool recognises(const StateShapes& shapes) {
  return shapes.has("loc_emb.weight") && shapes.has("input_proj.weight") &&
         shapes.has(layerPrefix + "0.self_attn.in_proj_weight") &&
         (shapes.has("gen_head.weight") || shapes.has("pointer_query.weight"));
}

PointerV45Parts partsOf(const StateShapes& shapes) {
  PointerV45Parts parts{.user = shapes.has("user_emb.weight"),
                        .time = shapes.has("time_emb.weight"),
                        .weekday = shapes.has("weekday_emb.weight"),
                        .recency = shapes.has("recency_emb.weight"),
                        .duration = shapes.has("duration_emb.weight"),
                        .positionFromEnd = shapes.has("pos_from_end_emb.weight"),
                        .sinusoid = shapes.has("pos_encoding"),
                        .positionBias = shapes.has("position_bias"),
                        .pointer = shapes.hasPrefix("pointer_query.") || shapes.hasPrefix("pointer_key."),
                        .generation = shapes.hasPrefix("gen_head."),
                        .gate = shapes.hasPrefix("ptr_gen_gate.")};
  // A bias or gate that nothing uses is not built; its tensors are then reported as extra.
  parts.positionBias = parts.positionBias && parts.pointer;
  parts.gate = parts.gate && parts.pointer && parts.generation;
  return parts;
}

ModelSizes sizesOf(const StateShapes& shapes) {
  std::int64_t maxLength = lengthWithoutTables;
  if (shapes.has("pos_encoding"))
    maxLength = shapes.size("pos_encoding", 1);
  else if (shapes.has("position_bias"))
    maxLength = shapes.size("position_bias", 0);
  else if (shapes.has("pos_from_end_emb.weight"))
    maxLength = shapes.size("pos_from_end_emb.weight", 0) - 1;
  return {.locations = shapes.size("loc_emb.weight", 0),
          .users = shapes.size("user_emb.weight", 0),
          .maxLength = maxLength,
          .width = shapes.size("loc_emb.weight", 1),
          .heads = 0,
          .layers = shapes.layers(layerPrefix),
          .feedForward = shapes.size(layerPrefix + "0.linear1.weight", 0)};
}

std::string ablationOf(const StateShapes& shapes, const ConfigFacts& facts) {
  const PointerV45Parts parts = partsOf(shapes);
  const bool single =
      shapes.layers(layerPrefix) == 1 && (facts.ablation == "single_layer" || facts.layers.value_or(1) > 1);
  for (const Ablation& ablation : ablations())
    if (ablation.parts == parts) {
      if (!single) return ablation.name;
      return parts == PointerV45Parts{} ? "single_layer" : std::string(ablation.name) + "+single_layer";
    }
  std::string joined;
  const auto absent = [&](bool present, const char* name) {
    if (!present) joined += (joined.empty() ? "" : "+") + std::string(name);
  };
  absent(parts.user, "no_user_emb");
  absent(parts.time, "no_time_emb");
  absent(parts.weekday, "no_weekday_emb");
  absent(parts.recency, "no_recency_emb");
  absent(parts.duration, "no_duration_emb");
  absent(parts.positionFromEnd, "no_pos_from_end");
  absent(parts.sinusoid, "no_sinusoidal_pos");
  absent(parts.pointer, "no_pointer");
  absent(parts.positionBias || !parts.pointer, "no_position_bias");
  absent(parts.generation, "no_generation");
  absent(parts.gate || !parts.pointer || !parts.generation, "no_gate");
  absent(!single, "single_layer");
  return joined;
}

std::shared_ptr<Network> build(const NetworkPlan& plan, const PointerV45Parts& parts) {
  return std::make_shared<PointerV45>(PointerV45Options{.sizes = plan.sizes, .dropout = plan.dropout, .parts = parts});
}

std::shared_ptr<Network> create(const NetworkPlan& plan) {
  if (plan.ablation == "single_layer") {
    NetworkPlan single = plan;
    single.sizes.layers = 1;
    return build(single, {});
  }
  const auto found = std::ranges::find_if(ablations(), [&](const Ablation& a) { return plan.ablation == a.name; });
  if (found == ablations().end()) throw std::invalid_argument("no ablation of Pointer V45 is called " + plan.ablation);
  return build(plan, found->parts);
}

}  // namespace

ModelKind pointerV45Kind() {
  return {.id = "pointer_v45",
          .title = "Pointer V45",
          .loss = LossKind::CrossEntropy,
          .recipe = RecipeKind::WarmupCosine,
          .defaultHeads = 4,
          .recognises = recognises,
          .sizesOf = sizesOf,
          .ablationOf = ablationOf,
          .forState = [](const StateShapes& shapes, const NetworkPlan& plan) { return build(plan, partsOf(shapes)); },
          .create = create};
}

}  // namespace sojourn
