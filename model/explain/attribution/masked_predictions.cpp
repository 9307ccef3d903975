// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/attribution/masked_predictions.h"

#include <algorithm>
#include <span>

#include "model/inspect/network_passes.h"

namespace sojourn {

std::size_t MaskedPredictions::enqueue(const VisitMask& removed, Removal removal) {
  // With nothing removed the operators are one.
  const bool whole = std::ranges::count(removed, true) == 0;
  auto& known = removal == Removal::Masked || whole ? m_masked : m_removed;
  const auto [entry, isNew] = known.emplace(removed, m_parts.size());
  if (isNew) m_parts.push_back({.sequence = &m_sequence, .removed = removed, .removal = removal});
  return entry->second;
}

Status MaskedPredictions::evaluate(const CancelToken& cancel, const Progress& progress) {
  const auto waiting = std::span(m_parts).subspan(m_values.size());
  std::vector<LocationId> locations{m_target.location};
  if (m_target.ratherThan) locations.push_back(*m_target.ratherThan);
  const auto found = partialProbabilities(m_engine, waiting, locations, cancel, progress);
  if (!found) return found.error();
  for (std::size_t k = 0; k < waiting.size(); ++k) {
    const std::size_t first = k * locations.size();
    m_values.push_back(m_target.ratherThan ? (*found)[first] - (*found)[first + 1] : (*found)[first]);
  }
  return {};
}

}  // namespace sojourn
