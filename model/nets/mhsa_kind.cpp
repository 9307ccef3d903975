// SPDX-License-Identifier: GPL-3.0-or-later
// How an MHSA state dict is recognised and measured (SPEC 4).
#include <stdexcept>

#include "model/nets/kinds.h"
#include "model/nets/mhsa.h"

namespace sojourn {
namespace {

bool recognises(const StateShapes& shapes) {
  return shapes.has("Embedding.emb_loc.weight") && shapes.has("encoder.layers.0.self_attn.in_proj_weight") &&
         shapes.has("FC.fc_loc.weight");
}

ModelSizes sizesOf(const StateShapes& shapes) {
  const std::int64_t positions = shapes.size("Embedding.pos_encoder.pos_embedding", 0);
  return {.locations = shapes.size("Embedding.emb_loc.weight", 0),
          .users = shapes.size("FC.emb_user.weight", 0),
          .maxLength = positions > 0 ? positions : MhsaOptions::publishedLength,
          .width = shapes.size("Embedding.emb_loc.weight", 1),
          .heads = 0,
          .layers = shapes.layers("encoder.layers."),
          .feedForward = shapes.size("encoder.layers.0.linear1.weight", 0)};
}

std::shared_ptr<Network> build(const NetworkPlan& plan) {
  return std::make_shared<Mhsa>(MhsaOptions{.sizes = plan.sizes, .dropout = plan.dropout});
}

std::shared_ptr<Network> create(const NetworkPlan& plan) {
  if (plan.ablation != "full_model") throw std::invalid_argument("MHSA has no ablation " + plan.ablation);
  // The published models' table of positions, whatever the longest sequence of the dataset.
  NetworkPlan published = plan;
  published.sizes.maxLength = MhsaOptions::publishedLength;
  return build(published);
}

}  // namespace

ModelKind mhsaKind() {
  return {.id = "mhsa",
          .title = "MHSA",
          .loss = LossKind::CrossEntropy,
          .recipe = RecipeKind::LinearWithReturns,
          .defaultHeads = 8,
          .recognises = recognises,
          .sizesOf = sizesOf,
          .ablationOf = [](const StateShapes&, const ConfigFacts&) { return std::string("full_model"); },
          .forState = [](const StateShapes&, const NetworkPlan& plan) { return build(plan); },
          .create = create};
}

}  // namespace sojourn
