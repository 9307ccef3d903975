// SPDX-License-Identifier: GPL-3.0-or-later
// How a Pointer V45 state dict is recognised, measured and named, ablations included (SPEC 3.5).
#include <algorithm>
#include <array>

#include "model/nets/plan/state_dict_kind.h"
#include "model/nets/pointer_v45/pointer_v45_parts.h"

namespace sojourn {
namespace {

constexpr const char* layers = "transformer.layers.";

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

bool recognisesPointerV45(const StateShapes& shapes) {
  return shapes.has("loc_emb.weight") && shapes.has("input_proj.weight") &&
         shapes.has(std::string(layers) + "0.self_attn.in_proj_weight") &&
         (shapes.has("gen_head.weight") || shapes.has("pointer_query.weight"));
}

ModelSizes sizesOf(const StateShapes& shapes) {
  std::int64_t maxLength = lengthWithoutTable;
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
          .layers = shapes.layers(layers),
          .feedForward = shapes.size(std::string(layers) + "0.linear1.weight", 0)};
}

std::string ablationOf(const StateShapes& shapes, const CheckpointHyperparameters& hyperparameters) {
  const PointerV45Parts parts = pointerV45PartsOf(shapes);
  const bool single = shapes.layers(layers) == 1 &&
                      (hyperparameters.ablation == "single_layer" || hyperparameters.layers.value_or(1) > 1);
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

std::vector<ExpectedTensor> tensorsOf(const PointerV45Parts& parts, const ModelSizes& sizes) {
  const std::int64_t d = sizes.width, q = d / 4;
  ExpectedTensors tensors;
  if (parts.positionBias) tensors.add("position_bias", {sizes.maxLength});
  if (parts.sinusoid) tensors.add("pos_encoding", {1, sizes.maxLength, d});
  tensors.add("loc_emb.weight", {sizes.locations, d});
  if (parts.user) tensors.add("user_emb.weight", {sizes.users, d});
  if (parts.time) tensors.add("time_emb.weight", {PointerV45Rows::time, q});
  if (parts.weekday) tensors.add("weekday_emb.weight", {PointerV45Rows::weekday, q});
  if (parts.recency) tensors.add("recency_emb.weight", {PointerV45Rows::recency, q});
  if (parts.duration) tensors.add("duration_emb.weight", {PointerV45Rows::duration, q});
  if (parts.positionFromEnd) tensors.add("pos_from_end_emb.weight", {sizes.maxLength + 1, q});
  tensors.linear("input_proj", d, parts.inputWidth(d));
  tensors.norm("input_norm", d);
  tensors.layers(layers, sizes);
  if (parts.pointer) {
    tensors.linear("pointer_query", d, d);
    tensors.linear("pointer_key", d, d);
  }
  if (parts.generation) tensors.linear("gen_head", sizes.locations, d);
  if (parts.gate) {
    tensors.linear("ptr_gen_gate.0", d / 2, d);
    tensors.linear("ptr_gen_gate.2", 1, d / 2);
  }
  return std::move(tensors).take();
}

std::vector<ExpectedTensor> expected(const StateShapes& shapes, const ModelSizes& sizes) {
  return tensorsOf(pointerV45PartsOf(shapes), sizes);
}

std::vector<ExpectedTensor> expectedOfNew(std::string_view ablation, const ModelSizes& sizes) {
  ModelSizes made = sizes;
  if (ablation == "single_layer") made.layers = 1;
  const std::optional<PointerV45Parts> parts = pointerV45PartsOf(ablation == "single_layer" ? "full_model" : ablation);
  return parts ? tensorsOf(*parts, made) : std::vector<ExpectedTensor>();
}

}  // namespace

PointerV45Parts pointerV45PartsOf(const StateShapes& shapes) {
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

std::optional<PointerV45Parts> pointerV45PartsOf(std::string_view ablation) {
  const auto found = std::ranges::find_if(ablations(), [&](const Ablation& a) { return ablation == a.name; });
  if (found == ablations().end()) return std::nullopt;
  return found->parts;
}

const StateDictKind& transformerStateDict() {
  static const StateDictKind kind{.id = "transformer",
                                  .title = "Standard Transformer",
                                  .defaultHeads = 4,
                                  .layerPrefix = layers,
                                  .recognises =
                                      [](const StateShapes& shapes) {
                                        return recognisesPointerV45(shapes) &&
                                               pointerV45PartsOf(shapes) == standardTransformerParts;
                                      },
                                  .sizesOf = sizesOf,
                                  .ablationOf = fullModelOnly,
                                  .expected = expected,
                                  .expectedOfNew =
                                      [](std::string_view ablation, const ModelSizes& sizes) {
                                        return ablation == "full_model" ? tensorsOf(standardTransformerParts, sizes)
                                                                        : std::vector<ExpectedTensor>();
                                      }};
  return kind;
}

const StateDictKind& pointerV45StateDict() {
  static const StateDictKind kind{.id = "pointer_v45",
                                  .title = "Pointer V45",
                                  .defaultHeads = 4,
                                  .layerPrefix = layers,
                                  .recognises = recognisesPointerV45,
                                  .sizesOf = sizesOf,
                                  .ablationOf = ablationOf,
                                  .expected = expected,
                                  .expectedOfNew = expectedOfNew};
  return kind;
}

}  // namespace sojourn
