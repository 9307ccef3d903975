// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/counterfactual/exhaustive_counterfactuals.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/inspect/engine.h"

namespace sojourn {
namespace {

std::size_t firstOf(const std::vector<float>& row) {
  return static_cast<std::size_t>(std::ranges::max_element(row) - row.begin());
}

}  // namespace

Result<std::vector<VisitChange>> exhaustiveSingleCounterfactuals(const Engine& engine, const Sequence& sequence,
                                                                 const CounterfactualRequest& request,
                                                                 const CounterfactualContext& context,
                                                                 const CancelToken& cancel) {
  const auto present = engine.logProbabilities(std::span(&sequence, 1), cancel);
  if (!present) return present.error();
  const std::size_t before = firstOf(present->front());
  std::vector<VisitChange> robust;
  const std::vector<PlausibleChange> space =
      singleChanges(sequence, engine.description().sizes, request.kinds, context);
  for (std::size_t at = 0; at < space.size(); at += sequencesAtOnce) {
    const auto chunk = std::span(space).subspan(at, std::min(sequencesAtOnce, space.size() - at));
    std::vector<Sequence> edited;
    for (const PlausibleChange& one : chunk) {
      auto changed = withChanges(sequence, std::span(&one.change, 1));
      if (!changed) return changed.error();
      edited.push_back(std::move(changed->sequence));
    }
    const auto rows = engine.logProbabilities(edited, cancel);
    if (!rows) return rows.error();
    for (std::size_t k = 0; k < chunk.size(); ++k) {
      const std::vector<float>& row = (*rows)[k];
      const std::size_t first = firstOf(row);
      if (first == before || (request.to && first != static_cast<std::size_t>(*request.to))) continue;
      if (std::exp(row[first]) - std::exp(row[before]) < counterfactualMargin) continue;
      std::vector<Sequence> copies;
      for (int number = 0; number < counterfactualJitters; ++number)
        copies.push_back(jittered(edited[k], number, request.seed));
      const auto noisy = engine.logProbabilities(copies, cancel);
      if (!noisy) return noisy.error();
      const auto survived = std::ranges::count_if(*noisy, [&](const auto& one) { return firstOf(one) == first; });
      if (survived >= counterfactualSurvivals) robust.push_back(chunk[k].change);
    }
  }
  return robust;
}

}  // namespace sojourn
