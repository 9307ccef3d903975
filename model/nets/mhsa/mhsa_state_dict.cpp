// SPDX-License-Identifier: GPL-3.0-or-later
// How an MHSA state dict is recognised and measured (SPEC 4).
#include "model/nets/mhsa/mhsa_rows.h"
#include "model/nets/plan/state_dict_kind.h"

namespace sojourn {
namespace {

constexpr const char* layers = "encoder.layers.";

bool recognises(const StateShapes& shapes) {
  return shapes.has("Embedding.emb_loc.weight") && shapes.has(std::string(layers) + "0.self_attn.in_proj_weight") &&
         shapes.has("FC.fc_loc.weight");
}

ModelSizes sizesOf(const StateShapes& shapes) {
  const std::int64_t positions = shapes.size("Embedding.pos_encoder.pos_embedding", 0);
  return {.locations = shapes.size("Embedding.emb_loc.weight", 0),
          .users = shapes.size("FC.emb_user.weight", 0),
          .maxLength = positions > 0 ? positions : MhsaRows::publishedLength,
          .width = shapes.size("Embedding.emb_loc.weight", 1),
          .heads = 0,
          .layers = shapes.layers(layers),
          .feedForward = shapes.size(std::string(layers) + "0.linear1.weight", 0)};
}

std::vector<ExpectedTensor> expected(const StateShapes&, const ModelSizes& sizes) {
  const std::int64_t d = sizes.width;
  ExpectedTensors tensors;
  tensors.add("Embedding.emb_loc.weight", {sizes.locations, d});
  tensors.add("Embedding.temporal_embedding.minute_embed.weight", {MhsaRows::minute, d});
  tensors.add("Embedding.temporal_embedding.hour_embed.weight", {MhsaRows::hour, d});
  tensors.add("Embedding.temporal_embedding.weekday_embed.weight", {MhsaRows::weekday, d});
  tensors.add("Embedding.emb_duration.weight", {MhsaRows::duration, d});
  tensors.add("Embedding.pos_encoder.pos_embedding", {sizes.maxLength, 1, d});
  tensors.last().optional = true;
  tensors.layers(layers, sizes);
  tensors.norm("encoder.norm", d);
  tensors.add("FC.emb_user.weight", {sizes.users, d});
  tensors.linear("FC.fc_loc", sizes.locations, d);
  tensors.linear("FC.linear1", 2 * d, d);
  tensors.linear("FC.linear2", d, 2 * d);
  tensors.norm("FC.norm1", d);
  tensors.add("FC.norm1.running_mean", {d});
  tensors.add("FC.norm1.running_var", {d});
  tensors.add("FC.norm1.num_batches_tracked", {});
  tensors.last().integer = tensors.last().optional = true;
  return std::move(tensors).take();
}

std::vector<ExpectedTensor> expectedOfNew(std::string_view ablation, const ModelSizes& sizes) {
  if (ablation != "full_model") return {};
  ModelSizes published = sizes;
  published.maxLength = MhsaRows::publishedLength;
  return expected({}, published);
}

}  // namespace

const StateDictKind& mhsaStateDict() {
  static const StateDictKind kind{
      .id = "mhsa",
      .title = "MHSA",
      .defaultHeads = 8,
      .layerPrefix = layers,
      .recognises = recognises,
      .sizesOf = sizesOf,
      .ablationOf = [](const StateShapes&, const CheckpointHyperparameters&) { return std::string("full_model"); },
      .expected = expected,
      .expectedOfNew = expectedOfNew};
  return kind;
}

}  // namespace sojourn
