// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/statistics/statistics.h"

#include <algorithm>
#include <unordered_map>

namespace sojourn {
std::vector<std::size_t> sequencesReachingPosition(const SequenceSet& set) {
  std::vector<std::size_t> reaching(set.longest() + 1);
  for (std::size_t row = 0; row < set.size(); ++row) ++reaching[set.length(row)];
  // A sequence of length L has a visit at every position up to L: sum from the far end.
  for (std::size_t p = reaching.size() - 1; p > 0; --p) reaching[p - 1] += reaching[p];
  return reaching;
}

std::map<LocationId, LocationCount> countLocations(const SequenceSet& set) {
  std::map<LocationId, LocationCount> counts;
  for (std::size_t row = 0; row < set.size(); ++row) {
    for (const LocationId location : set.locations(row)) ++counts[location].visits;
    ++counts[set.target(row)].targets;
  }
  return counts;
}

std::map<UserId, std::size_t> sequencesPerUser(const SequenceSet& set) {
  std::map<UserId, std::size_t> counts;
  for (const UserId user : set.users()) ++counts[user];
  return counts;
}

Visit lastVisit(const SequenceSet& set, std::size_t row) {
  return set.visit(row, set.length(row) - 1);
}

std::vector<FrequentPlace> frequentPlaces(const SequenceSet& set, UserId user, std::size_t limit) {
  std::unordered_map<LocationId, std::size_t> stays;
  std::size_t total = 0;
  for (std::size_t row = 0; row < set.size(); ++row) {
    if (set.user(row) != user) continue;
    ++total;
    if (const LocationId location = set.locations(row).back(); location > unseenLocation) ++stays[location];
  }
  std::vector<FrequentPlace> places;
  for (const auto& [location, count] : stays) {
    places.push_back({location, count, static_cast<double>(count) / static_cast<double>(total)});
  }
  std::ranges::sort(places, [](const FrequentPlace& a, const FrequentPlace& b) {
    return a.stays != b.stays ? a.stays > b.stays : a.location < b.location;
  });
  if (places.size() > limit) places.resize(limit);
  return places;
}

}  // namespace sojourn
