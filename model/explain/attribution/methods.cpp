// SPDX-License-Identifier: GPL-3.0-or-later
// All methods there are: those that need no gradients, and the list. A new one adds its function and its row here.
#include <algorithm>
#include <array>

#include "model/explain/attribution/gradient_methods.h"

namespace sojourn {
namespace {

/// The pointer's weights as they are, whatever the locations.
Result<MethodFindings> pointerWeight(const MethodInput& input) {
  return MethodFindings{.scores = {input.inspection.pointerWeight.begin(), input.inspection.pointerWeight.end()}};
}

/// gate * weight where the visit's location is the target's, else 0: exact and additive.
Result<MethodFindings> copiedMass(const MethodInput& input) {
  MethodFindings found;
  for (std::size_t i = 0; i < input.length(); ++i)
    found.scores.push_back(input.match(i) * static_cast<double>(input.inspection.copiedMass[i]));
  return found;
}

/// R = A'_last ... A'_0, [L][L]; A' = rownorm(mean over heads + I).
std::vector<double> rolledOut(const AttentionMaps& maps) {
  const std::size_t n = maps.length;
  std::vector<double> rolled(n * n, 0);
  for (std::size_t i = 0; i < n; ++i) rolled[i * n + i] = 1;
  for (std::size_t layer = 0; layer < maps.layers; ++layer) {
    std::vector<double> next(n * n, 0);
    for (std::size_t query = 0; query < n; ++query) {
      std::vector<double> row(n, 0);
      double sum = 0;
      for (std::size_t key = 0; key < n; ++key) {
        for (std::size_t head = 0; head < maps.heads; ++head)
          row[key] += static_cast<double>(maps.at(layer, head, query, key)) / static_cast<double>(maps.heads);
        row[key] += query == key ? 1 : 0;
        sum += row[key];
      }
      for (std::size_t middle = 0; middle < n; ++middle)
        for (std::size_t key = 0; key < n; ++key) next[query * n + key] += row[middle] / sum * rolled[middle * n + key];
    }
    rolled = std::move(next);
  }
  return rolled;
}

/// Abnar and Zuidema 2020: row of the last query.
Result<MethodFindings> attentionRollout(const MethodInput& input) {
  const std::vector<double> rolled = rolledOut(input.inspection.attention);
  return MethodFindings{.scores = {rolled.end() - static_cast<std::ptrdiff_t>(input.length()), rolled.end()}};
}

/// r_j = sum over i of w_i [x_i = y] R_ij: what the copies of the target read.
Result<MethodFindings> copyPathRollout(const MethodInput& input) {
  const std::vector<double> rolled = rolledOut(input.inspection.attention);
  const std::size_t n = input.length();
  MethodFindings found{.scores = std::vector<double>(n, 0)};
  for (std::size_t i = 0; i < n; ++i) {
    const double copied = input.match(i) * static_cast<double>(input.inspection.pointerWeight[i]);
    for (std::size_t j = 0; j < n; ++j) found.scores[j] += copied * rolled[i * n + j];
  }
  return found;
}

/// Kobayashi et al. 2020: last layer, last query, all heads together, without the residual.
Result<MethodFindings> valueWeightedAttention(const MethodInput& input) {
  // The inspection's norms are [layer][head + 1][query][key], the last head all together: the last row of all is it.
  const std::vector<float>& norms = input.inspection.contributionNorm;
  return MethodFindings{.scores = {norms.end() - static_cast<std::ptrdiff_t>(input.length()), norms.end()}};
}

/// The value less that without each visit. The one visit of a window cannot be taken away: its score is 0.
MethodFindings lossOf(const MethodInput& input, std::span<const double> without) {
  MethodFindings found{.scores = std::vector<double>(input.length(), 0)};
  for (std::size_t i = 0; i < without.size(); ++i) found.scores[i] = input.whole - without[i];
  return found;
}

Result<MethodFindings> maskOne(const MethodInput& input) {
  return lossOf(input, input.withoutMasked);
}

Result<MethodFindings> leaveOneOut(const MethodInput& input) {
  return lossOf(input, input.withoutRemoved);
}

/// Latest first.
Result<MethodFindings> recency(const MethodInput& input) {
  MethodFindings found;
  for (std::size_t i = 0; i < input.length(); ++i) found.scores.push_back(static_cast<double>(i));
  return found;
}

/// Visits to the target first, both parts latest first.
Result<MethodFindings> samePlace(const MethodInput& input) {
  MethodFindings found;
  for (std::size_t i = 0; i < input.length(); ++i) {
    const bool same = input.location(i) == input.target.location;
    found.scores.push_back(static_cast<double>(same ? input.length() + i : i));
  }
  return found;
}

/// All equal: every order is as good.
Result<MethodFindings> randomOrder(const MethodInput& input) {
  return MethodFindings{.scores = std::vector<double>(input.length(), 0)};
}

bool always(const Capabilities&) {
  return true;
}
bool withGradientTimesInput(const Capabilities& model) {
  return model.gradientTimesInput;
}

bool withGradients(const Capabilities& model) {
  return model.gradients;
}
bool withMasks(const Capabilities& model) {
  return model.masks;
}
bool withPointer(const Capabilities& model) {
  return model.pointer;
}
bool withAttention(const Capabilities& model) {
  return model.attentionMaps;
}
bool withValues(const Capabilities& model) {
  return model.attentionMaps && model.gradients;
}
bool withBoth(const Capabilities& model) {
  return model.pointer && model.attentionMaps;
}

constexpr std::array<Method, 14> methods{{
    {"pointer_weight", "Pointer weight", "the pointer's attention over the visits, whatever their place", pointerWeight,
     withPointer, "a pointer"},
    {"copied_mass", "Copied mass", "what the output takes from each visit for the target, exactly", copiedMass,
     withPointer, "a pointer"},
    {"attention_rollout", "Attention rollout", "attention followed through all layers, from the latest visit",
     attentionRollout, withAttention, "attention"},
    {"value_weighted_attention", "Value-weighted attention",
     "attention of the last layer, weighted by the norm passed on", valueWeightedAttention, withValues,
     "attention values"},
    {"gradient", "Gradient", "how steeply log P changes with each visit's embedding", gradient, withGradients,
     "gradients"},
    {"gradient_x_input", "Gradient x input", "the gradient times the embedding, with its sign", gradientTimesInput,
     withGradientTimesInput, "gradients"},
    {"integrated_gradients", "Integrated gradients",
     "the change of log P from the baseline, shared among embeddings and copies", integratedGradients, withGradients,
     "gradients"},
    {"integrated_gradients_embedding", "Integrated gradients, embeddings only",
     "the same without the copy path, which embeddings alone miss", integratedGradientsOfEmbedding, withGradients,
     "gradients"},
    {"mask_one", "Mask one", "what P loses when the visit is masked", maskOne, withMasks, "masks"},
    {"leave_one_out", "Leave one out", "what P loses when the visit is removed from the record", leaveOneOut, always},
    {"recency", "Recency", "latest first", recency, always},
    {"same_place", "Same place", "visits to the target first, latest first", samePlace, always},
    {.name = "random",
     .title = "Random",
     .meaning = "any order is as good as any other",
     .score = randomOrder,
     .has = always,
     .ranks = false},
    {.name = "copy_path_rollout",
     .title = "Copy-path rollout",
     .meaning = "what the copied visits had read, through all layers",
     .score = copyPathRollout,
     .has = withBoth,
     .needs = "a pointer",
     .listed = false},
}};

}  // namespace

std::span<const Method> explanationMethods() {
  return methods;
}

const Method* findMethod(std::string_view name) {
  const auto found = std::ranges::find(methods, name, &Method::name);
  return found == methods.end() ? nullptr : &*found;
}

}  // namespace sojourn
