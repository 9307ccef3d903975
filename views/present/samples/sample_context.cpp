// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/samples/sample_context.h"

#include <algorithm>
#include <cmath>

namespace sojourn::present {
namespace {

/// By reference index: the visit shown that it became.
std::vector<std::optional<std::size_t>> becameOf(const Reference& reference) {
  std::vector<std::optional<std::size_t>> became(reference.inspection->sequence.visits.size());
  for (std::size_t i = 0; i < reference.before.size(); ++i)
    if (const auto before = reference.before[i]; before && *before < became.size()) became[*before] = i;
  return became;
}

}  // namespace

bool hasReference(const SampleContext& context) {
  const Reference* reference = context.reference;
  if (!reference || !reference->inspection || !context.inspection) return false;
  const Inspection& now = *context.inspection;
  const Inspection& before = *reference->inspection;
  return reference->before.size() == now.sequence.visits.size() && !before.sequence.visits.empty() &&
         now.gate.has_value() == before.gate.has_value() && now.copiedMass.empty() == before.copiedMass.empty() &&
         now.logProbability.size() == before.logProbability.size();
}

std::optional<std::size_t> visitBefore(const SampleContext& context, std::size_t visit) {
  if (!hasReference(context)) return std::nullopt;
  const auto before = context.reference->before[visit];
  // Known from the caller: what the reference does not have is a new visit.
  return before && *before < context.reference->inspection->sequence.visits.size() ? before : std::nullopt;
}

std::vector<std::size_t> removedVisits(const SampleContext& context) {
  std::vector<std::size_t> removed;
  for (const ComparedVisit& visit : comparedVisits(context))
    if (!visit.now) removed.push_back(*visit.before);
  std::ranges::sort(removed);
  return removed;
}

std::vector<ComparedVisit> comparedVisits(const SampleContext& context) {
  std::vector<ComparedVisit> visits;
  if (!context.inspection) return visits;
  const std::size_t length = context.inspection->sequence.visits.size();
  if (!hasReference(context)) {
    for (std::size_t i = 0; i < length; ++i) visits.push_back({.now = i, .before = std::nullopt});
    return visits;
  }
  const auto became = becameOf(*context.reference);
  // Removed visits that followed visit i of those shown (or the beginning, at index length).
  std::vector<std::vector<std::size_t>> behind(length + 1);
  std::size_t anchor = length;
  for (std::size_t before = 0; before < became.size(); ++before) {
    if (became[before])
      anchor = *became[before];
    else
      behind[anchor].push_back(before);
  }
  const auto addRemoved = [&](std::size_t after) {
    for (const std::size_t before : behind[after]) visits.push_back({.now = std::nullopt, .before = before});
  };
  addRemoved(length);
  for (std::size_t i = 0; i < length; ++i) {
    visits.push_back({.now = i, .before = visitBefore(context, i)});
    addRemoved(i);
  }
  return visits;
}

bool isChanged(const SampleContext& context, std::size_t visit) {
  if (!hasReference(context)) return false;
  const auto before = visitBefore(context, visit);
  return !before ||
         context.inspection->sequence.visits[visit] != context.reference->inspection->sequence.visits[*before];
}

std::size_t changedVisits(const SampleContext& context) {
  if (!hasReference(context)) return 0;
  std::size_t changed = removedVisits(context).size();
  for (std::size_t i = 0; i < context.inspection->sequence.visits.size(); ++i) changed += isChanged(context, i) ? 1 : 0;
  return changed;
}

const VisitFlag* flagOf(const SampleContext& context, std::size_t visit) {
  const auto found = std::ranges::find(context.flags, visit, &VisitFlag::visit);
  return found == context.flags.end() ? nullptr : &*found;
}

RankedCandidate candidateOf(const Inspection& inspection, LocationId location) {
  const auto found = std::ranges::find(inspection.ranking, location, &Candidate::location);
  if (found == inspection.ranking.end()) return {};
  return {.candidate = &*found, .rank = static_cast<std::size_t>(found - inspection.ranking.begin()) + 1};
}

double movedProbability(const Inspection& now, const Inspection& before) {
  const std::size_t places = std::min(now.logProbability.size(), before.logProbability.size());
  double sum = 0;
  for (std::size_t y = 0; y < places; ++y)
    sum += std::fabs(std::exp(double{now.logProbability[y]}) - std::exp(double{before.logProbability[y]}));
  return sum / 2;
}

}  // namespace sojourn::present
