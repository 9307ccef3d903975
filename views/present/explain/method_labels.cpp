// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/explain/method_labels.h"

#include <algorithm>
#include <array>
#include <utility>

#include "model/core/translation.h"

namespace sojourn::present {
namespace {

struct Entry {
  std::string_view name, title, shortTitle, firstLine, secondLine, unit, meaning;
  bool control = false, addsUp = false;
};

constexpr std::array<Entry, 14> entries{{
    {"pointer_weight", "Pointer weight", "Pointer weight", "Pointer", "weight", "any place",
     "the pointer's attention to each visit, regardless of its place", false, true},
    {"copied_mass", "Copied mass", "Copied mass", "Copied", "mass", "share of P",
     "the exact probability that the output copies from each visit to the target", false, true},
    {"attention_rollout", "Attention rollout", "Rollout", "Attention", "rollout", "all layers",
     "attention followed through all layers, from the latest visit", false, true},
    {"value_weighted_attention", "Value-weighted attention", "Value-weighted", "Value-", "weighted", "last layer",
     "attention of the last layer, weighted by the size of the values it carries", false, false},
    {"gradient", "Gradient", "Gradient", "Gradient", "size", "of log P",
     "how steeply log P changes with each visit's embedding", false, false},
    {"gradient_x_input", "Gradient × input", "Grad. × input", "Gradient", "× input", "of log P",
     "the gradient times the embedding, with its sign", false, false},
    {"integrated_gradients", "Integrated gradients", "Integrated grad.", "Integrated", "gradients", "of log P",
     "the change of log P from the baseline to the sequence, distributed over embeddings and copies", false, true},
    {"integrated_gradients_embedding", "Integrated gradients, embeddings only", "IG, embeddings", "Integrated",
     "(embed.)", "no copies", "integrated gradients over the embeddings only, without the copy path", false, true},
    {"mask_one", "Mask one", "Mask one", "Mask", "one", "change of P", "what P loses when the visit is masked", false,
     false},
    {"leave_one_out", "Leave one out", "Leave one out", "Leave", "one out", "change of P",
     "what P loses when the visit is removed from the sequence", false, false},
    {"recency", "Recency", "Recency", "Recency", "", "control", "latest first: a control that needs no model", true,
     false},
    {"same_place", "Same place", "Same place", "Same", "place", "control",
     "visits to the target first, latest first: a control that needs no model", true, false},
    {"random", "Random orders", "Random", "Random", "orders", "control", "any order is as good as any other", true,
     false},
    {"copy_path_rollout", "Copy-path rollout", "Copy rollout", "Copy-path", "rollout", "all layers",
     "what the copied visits had read, through all layers", false, false},
}};

constexpr std::array<std::pair<std::string_view, std::string_view>, 9> interventions{{
    {"position_bias_0", "Position bias to 0"},
    {"content_0", "Content to 0"},
    {"gate_0", "Gate to 0"},
    {"gate_1", "Gate to 1"},
    {"weights_uniform", "Uniform weights"},
    {"weights_permuted", "Permuted weights"},
    {"weights_without_top_1", "Without top visit"},
    {"weights_without_top_2", "Without top 2 visits"},
    {"weights_without_top_3", "Without top 3 visits"},
}};

/// Scores of P are of the difference of two P, those of log P of the logarithm of their ratio.
std::string_view unitOfDifference(std::string_view unit) {
  if (unit == "of log P") return "of log ratio";
  return unit.ends_with("of P") ? "difference" : unit;
}

}  // namespace

MethodLabels methodLabels(std::string_view name, bool ratherThan) {
  const auto found = std::ranges::find(entries, name, &Entry::name);
  if (found == entries.end()) {
    const std::string own(name);
    return {.title = own, .shortTitle = own, .firstLine = own, .secondLine = {}, .unit = {}, .meaning = own};
  }
  return {.title = tr(found->title),
          .shortTitle = tr(found->shortTitle),
          .firstLine = tr(found->firstLine),
          .secondLine = tr(found->secondLine),
          .unit = tr(ratherThan ? unitOfDifference(found->unit) : found->unit),
          .meaning = tr(found->meaning),
          .control = found->control,
          .addsUp = found->addsUp};
}

std::optional<std::size_t> methodNumber(std::string_view name) {
  const auto found = std::ranges::find(entries, name, &Entry::name);
  if (found == entries.end()) return std::nullopt;
  return static_cast<std::size_t>(found - entries.begin());
}

Focus focusOnMethod(std::string_view name) {
  return {.visit = {}, .query = {}, .location = {}, .head = {}, .method = methodNumber(name)};
}

std::string interventionTitle(std::string_view name) {
  for (const auto& [known, title] : interventions)
    if (known == name) return tr(title);
  return std::string(name);
}

}  // namespace sojourn::present
