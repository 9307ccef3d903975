// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/explanation/interventions.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/core/random.h"
#include "model/explain/statistics/ranking.h"

namespace sojourn {
namespace {

double weightOf(const Inspection& inspection, std::size_t visit) {
  return static_cast<double>(inspection.pointerWeight[visit]);
}

double generatedMass(const Inspection& inspection, LocationId location) {
  if (inspection.generation.empty()) return 0;
  const double generation = static_cast<double>(inspection.generation[static_cast<std::size_t>(location)]);
  return inspection.gate ? (1 - static_cast<double>(*inspection.gate)) * generation : generation;
}

/// P(location) with visit `without` gone from the pointer, its weight shared among the others, all else as it is.
double directlyWithout(const Inspection& inspection, LocationId location, std::size_t without) {
  double matching = 0, others = 0;  // others = 1 - w, without the rounding of weights near 1
  for (std::size_t j = 0; j < inspection.pointerWeight.size(); ++j) {
    if (j == without) continue;
    others += weightOf(inspection, j);
    if (inspection.sequence.visits[j].location == location) matching += weightOf(inspection, j);
  }
  const double pointer = others > 0 ? matching / others : 0;
  return static_cast<double>(*inspection.gate) * pointer + generatedMass(inspection, location);
}

std::vector<double> softmaxOf(const std::vector<float>& scores) {
  const double top = static_cast<double>(*std::ranges::max_element(scores));
  std::vector<double> weights;
  double sum = 0;
  for (const float score : scores) sum += weights.emplace_back(std::exp(static_cast<double>(score) - top));
  for (double& weight : weights) weight /= sum;
  return weights;
}

std::vector<double> ownWeights(const Inspection& inspection) {
  return {inspection.pointerWeight.begin(), inspection.pointerWeight.end()};
}

std::vector<double> mixed(const Inspection& inspection, const std::vector<double>& weights, double gate) {
  std::vector<double> probability(inspection.logProbability.size(), 0);
  for (std::size_t y = 0; y < inspection.generation.size(); ++y)
    probability[y] = (1 - gate) * static_cast<double>(inspection.generation[y]);
  for (std::size_t i = 0; i < weights.size(); ++i)
    probability[static_cast<std::size_t>(inspection.sequence.visits[i].location)] += gate * weights[i];
  return probability;
}

}  // namespace

Decomposition decompositionOf(const Inspection& inspection, LocationId location) {
  Decomposition parts{.copied = {}, .generated = generatedMass(inspection, location), .gate = {}, .copyShare = {}};
  if (!inspection.gate) return parts;
  parts.gate = static_cast<double>(*inspection.gate);
  double copied = 0;
  for (std::size_t i = 0; i < inspection.copiedMass.size(); ++i) {
    const bool matches = inspection.sequence.visits[i].location == location;
    copied += parts.copied.emplace_back(matches ? static_cast<double>(inspection.copiedMass[i]) : 0.0);
  }
  const double probability = copied + parts.generated;
  parts.copyShare = probability > 0 ? copied / probability : 0;
  return parts;
}

std::vector<VisitEffect> effectsOf(const Inspection& inspection, const ExplanationTarget& target, double whole,
                                   std::span<const double> withoutMasked) {
  std::vector<VisitEffect> effects;
  if (!inspection.gate) return effects;
  for (std::size_t i = 0; i < withoutMasked.size(); ++i) {
    double direct = whole - directlyWithout(inspection, target.location, i);
    if (target.ratherThan) direct += directlyWithout(inspection, *target.ratherThan, i);
    const double total = whole - withoutMasked[i];
    effects.push_back({.total = total, .direct = direct, .indirect = total - direct});
  }
  return effects;
}

std::vector<double> weightsWithoutBias(const Inspection& inspection) {
  return softmaxOf(inspection.contentScore);
}

std::vector<double> weightsWithoutContent(const Inspection& inspection) {
  return softmaxOf(inspection.positionBias);
}

std::vector<double> uniformWeights(const Inspection& inspection) {
  const std::size_t length = inspection.pointerWeight.size();
  return std::vector<double>(length, 1 / static_cast<double>(length));
}

std::vector<double> permutedWeights(const Inspection& inspection, std::uint64_t seed) {
  std::vector<double> weights = ownWeights(inspection);
  Random(seed).shuffle(std::span(weights));
  return weights;
}

std::vector<double> weightsWithoutTop(const Inspection& inspection, std::size_t k) {
  std::vector<double> weights = ownWeights(inspection);
  std::vector<std::size_t> order(weights.size());
  std::iota(order.rbegin(), order.rend(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return weights[i]; });
  for (std::size_t i = 0; i < std::min(k, order.size()); ++i) weights[order[i]] = 0;
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (sum > 0)
    for (double& weight : weights) weight /= sum;
  return weights;
}

Result<Intervention> intervene(const Inspection& inspection, const ExplanationTarget& target, std::string name,
                               const std::vector<double>& weights, double gate) {
  const auto refuse = [&](std::string what) { return Error{ErrorKind::BadUsage, name, std::move(what), ""}; };
  if (!inspection.gate) return refuse("the model has no pointer");
  if (weights.size() != inspection.pointerWeight.size()) return refuse("needs one weight per visit");
  if (!(gate >= 0 && gate <= 1)) return refuse("the gate must be between 0 and 1");
  const double own = static_cast<double>(*inspection.gate);
  if (inspection.generation.empty() && gate != own) return refuse("the model copies only, its gate cannot be moved");
  for (const LocationId location : {target.location, target.ratherThan.value_or(target.location)})
    if (location < 0 || static_cast<std::size_t>(location) >= inspection.logProbability.size())
      return refuse("the model does not know location " + std::to_string(location));

  const std::vector<double> probability = mixed(inspection, weights, gate);
  return Intervention{
      .name = std::move(name),
      .probability = probability[static_cast<std::size_t>(target.location)],
      .value = target.valueIn(probability),
      .change = target.valueIn(probability) - target.valueIn(mixed(inspection, ownWeights(inspection), own)),
      .rank = rankIn(probability, target.location),
      .top = topOf(probability)};
}

std::vector<Intervention> standardInterventions(const Inspection& inspection, const ExplanationTarget& target) {
  std::vector<Intervention> all;
  if (!inspection.gate) return all;
  const double gate = static_cast<double>(*inspection.gate);
  const auto add = [&](const char* name, const std::vector<double>& weights, double withGate) {
    if (auto found = intervene(inspection, target, name, weights, withGate)) all.push_back(std::move(*found));
  };
  add("position_bias_0", weightsWithoutBias(inspection), gate);
  add("content_0", weightsWithoutContent(inspection), gate);
  add("gate_0", ownWeights(inspection), 0);
  add("gate_1", ownWeights(inspection), 1);
  add("weights_uniform", uniformWeights(inspection), gate);
  add("weights_permuted", permutedWeights(inspection), gate);
  for (const std::size_t k : {std::size_t{1}, std::size_t{2}, std::size_t{3}})
    if (k < inspection.pointerWeight.size())
      add(("weights_without_top_" + std::to_string(k)).c_str(), weightsWithoutTop(inspection, k), gate);
  return all;
}

}  // namespace sojourn
