// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/samples/first_sample.h"

#include <algorithm>
#include <map>

namespace sojourn::session {
namespace {

constexpr std::size_t mostRows = 4000;
constexpr std::size_t fewestVisits = 8, mostVisits = 24, fewestPlaces = 4;

bool worthSeeing(const Sequence& sequence) {
  if (!sequence.target || sequence.visits.size() < fewestVisits || sequence.visits.size() > mostVisits) return false;
  std::map<LocationId, std::size_t> counts;
  for (const Visit& visit : sequence.visits) ++counts[visit.location];
  const auto target = counts.find(*sequence.target);
  if (counts.size() < fewestPlaces || target == counts.end() || *sequence.target == unseenLocation) return false;
  const auto most = std::ranges::max_element(counts, {}, [](const auto& place) { return place.second; });
  return target->second < most->second && sequence.visits.back().location != *sequence.target;
}

}  // namespace

std::size_t firstSampleToShow(const SequenceSet& set) {
  const std::size_t rows = std::min(set.size(), mostRows);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t length = set.length(row);
    if (length >= fewestVisits && length <= mostVisits && worthSeeing(set.sequence(row))) return row;
  }
  return 0;
}

}  // namespace sojourn::session
