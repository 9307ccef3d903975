// SPDX-License-Identifier: GPL-3.0-or-later
// How an MHSA state dict is recognised and measured (SPEC 4).
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
          .maxLength = positions > 0 ? positions : lengthWithoutTable,
          .width = shapes.size("Embedding.emb_loc.weight", 1),
          .heads = 0,
          .layers = shapes.layers(layers),
          .feedForward = shapes.size(std::string(layers) + "0.linear1.weight", 0)};
}

std::vector<ExpectedTensor> expected(const StateShapes&, const ModelSizes& sizes) {
  const std::int64_t d = sizes.width;
  ExpectedTensors tensors;
  tensors.summedEmbedding(sizes);
  tensors.add("Embedding.pos_encoder.pos_embedding", {sizes.maxLength, 1, d});
  tensors.last().optional = true;
  tensors.layers(layers, sizes);
  tensors.norm("encoder.norm", d);
  tensors.residualHead(sizes, d);
  return std::move(tensors).take();
}

std::vector<ExpectedTensor> expectedOfNew(std::string_view ablation, const ModelSizes& sizes) {
  if (ablation != "full_model") return {};
  ModelSizes published = sizes;
  published.maxLength = lengthWithoutTable;
  return expected({}, published);
}

}  // namespace

const StateDictKind& mhsaStateDict() {
  static const StateDictKind kind{.id = "mhsa",
                                  .title = "MHSA",
                                  .defaultHeads = 8,
                                  .layerPrefix = layers,
                                  .recognises = recognises,
                                  .sizesOf = sizesOf,
                                  .ablationOf = fullModelOnly,
                                  .expected = expected,
                                  .expectedOfNew = expectedOfNew};
  return kind;
}

}  // namespace sojourn
