// SPDX-License-Identifier: GPL-3.0-or-later
// All methods there are; a new one adds its file and its lines here.
#include <algorithm>
#include <array>

#include "model/explain/attribution/methods.h"

namespace sojourn {
namespace {

bool always(const Capabilities&) {
  return true;
}
bool withPointer(const Capabilities& model) {
  return model.pointer;
}
bool withAttention(const Capabilities& model) {
  return model.attentionMaps;
}
bool withBoth(const Capabilities& model) {
  return model.pointer && model.attentionMaps;
}

const std::array<Method, 14>& all() {
  static const std::array<Method, 14> methods{{
      {.name = "pointer_weight",
       .title = "Pointer weight",
       .meaning = "the pointer's attention over the visits, whatever their place",
       .has = withPointer,
       .needs = "a pointer",
       .score = pointerWeight},
      {.name = "copied_mass",
       .title = "Copied mass",
       .meaning = "what the output takes from each visit for the target, exactly",
       .has = withPointer,
       .needs = "a pointer",
       .score = copiedMass},
      {.name = "attention_rollout",
       .title = "Attention rollout",
       .meaning = "attention followed through all layers, from the latest visit",
       .has = withAttention,
       .needs = "attention",
       .score = attentionRollout},
      {.name = "value_weighted_attention",
       .title = "Value-weighted attention",
       .meaning = "attention of the last layer, weighted by the norm of what it passes on",
       .has = withAttention,
       .needs = "attention",
       .score = valueWeightedAttention},
      {.name = "gradient",
       .title = "Gradient",
       .meaning = "how steeply log P changes with each visit's embedding",
       .has = always,
       .score = gradient},
      {.name = "gradient_x_input",
       .title = "Gradient x input",
       .meaning = "the gradient times the embedding, with its sign",
       .has = always,
       .score = gradientTimesInput},
      {.name = "integrated_gradients",
       .title = "Integrated gradients",
       .meaning = "the change of log P from the baseline to the sequence, shared among embeddings and copies",
       .has = always,
       .score = integratedGradients},
      {.name = "integrated_gradients_embedding",
       .title = "Integrated gradients, embeddings only",
       .meaning = "the same without the copy path, which embeddings alone miss",
       .has = always,
       .score = integratedGradientsOfEmbedding},
      {.name = "mask_one",
       .title = "Mask one",
       .meaning = "what P loses when the visit is masked",
       .has = always,
       .score = maskOne},
      {.name = "leave_one_out",
       .title = "Leave one out",
       .meaning = "what P loses when the visit is removed from the record",
       .has = always,
       .score = leaveOneOut},
      {.name = "recency", .title = "Recency", .meaning = "latest first", .has = always, .score = recency},
      {.name = "same_place",
       .title = "Same place",
       .meaning = "visits to the target first, latest first",
       .has = always,
       .score = samePlace},
      {.name = "random",
       .title = "Random",
       .meaning = "any order is as good as any other",
       .ranks = false,
       .has = always,
       .score = randomOrder},
      {.name = "copy_path_rollout",
       .title = "Copy-path rollout",
       .meaning = "what the copied visits had read, through all layers",
       .listed = false,
       .has = withBoth,
       .needs = "a pointer",
       .score = copyPathRollout},
  }};
  return methods;
}

}  // namespace

std::span<const Method> explanationMethods() {
  return all();
}

const Method* findMethod(std::string_view name) {
  if (name == "hide_one") name = "mask_one";  // as earlier versions called it
  const auto found = std::ranges::find(all(), name, &Method::name);
  return found == all().end() ? nullptr : &*found;
}

}  // namespace sojourn
