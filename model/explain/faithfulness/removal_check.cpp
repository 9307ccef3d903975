// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/faithfulness/removal_check.h"

#include <algorithm>
#include <numeric>

#include "model/inspect/engine.h"
#include "model/inspect/partial_passes.h"

namespace sojourn {

Result<RemovalCheck> checkRemoval(const Engine& engine, const Sequence& sequence, const ExplanationTarget& target,
                                  std::size_t visit, Removal removal, const CancelToken& cancel) {
  const std::size_t length = sequence.visits.size();
  if (visit >= length || length < 2)
    return Error{ErrorKind::BadUsage, "visit " + std::to_string(visit),
                 "cannot be taken away from " + std::to_string(length) + " visits", "choose one of at least two"};
  std::vector<LocationId> places(static_cast<std::size_t>(engine.description().sizes.locations));
  std::iota(places.begin(), places.end(), LocationId{0});
  for (const LocationId location : {target.location, target.ratherThan.value_or(target.location)})
    if (location < 0 || static_cast<std::size_t>(location) >= places.size())
      return Error{ErrorKind::BadInput, "target " + std::to_string(location), "the model does not know this location",
                   "use one from 0 to " + std::to_string(places.size() - 1)};
  PartialSequence part{.sequence = &sequence, .removed = VisitMask(length, false), .removal = removal};
  part.removed[visit] = true;
  const auto found = partialProbabilities(engine, std::span(&part, 1), places, cancel);
  if (!found) return found.error();
  // Of equal ones the first is the smaller id, as everywhere (SPEC 7.3).
  const auto best = std::ranges::max_element(*found);
  const double probability = (*found)[static_cast<std::size_t>(target.location)];
  const double rest = target.ratherThan ? (*found)[static_cast<std::size_t>(*target.ratherThan)] : 0;
  return RemovalCheck{.visit = visit,
                      .removal = removal,
                      .probability = probability,
                      .value = probability - rest,
                      .first = static_cast<LocationId>(best - found->begin()),
                      .firstProbability = *best};
}

}  // namespace sojourn
