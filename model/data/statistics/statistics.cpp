// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/statistics/statistics.h"

#include <algorithm>
#include <unordered_map>

namespace sojourn {

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
