// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/explanation/effects.h"

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

}  // namespace sojourn
