// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/statistics/place_use.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <unordered_map>

#include "model/data/dataset/local_time.h"
#include "model/data/statistics/statistics.h"

namespace sojourn {

std::vector<PlaceUse> placeUses(const Dataset& dataset, std::int32_t zoneOffsetMinutes) {
  std::vector<PlaceUse> uses;
  uses.reserve(dataset.places.allCoordinates().size());
  for (const auto& [location, position] : dataset.places.allCoordinates())
    if (location > unseenLocation) uses.push_back({.location = location, .position = position});
  std::ranges::sort(uses, {}, &PlaceUse::location);
  const SequenceSet* counted = dataset.split(Split::Train);
  for (const Split split : allSplits)
    if (const SequenceSet* other = dataset.split(split);
        !dataset.split(Split::Train) && other && (!counted || other->size() > counted->size()))
      counted = other;
  if (!counted) return uses;
  struct ClockSum {
    double x = 0, y = 0;
  };
  std::vector<ClockSum> clocks(uses.size());
  std::unordered_map<LocationId, std::size_t> at;
  for (std::size_t i = 0; i < uses.size(); ++i) at.emplace(uses[i].location, i);
  for (std::size_t row = 0; row < counted->size(); ++row) {
    const Visit visit = lastVisit(*counted, row);
    const auto found = at.find(visit.location);
    if (found == at.end()) continue;
    const double angle = localStart(visit, zoneOffsetMinutes).minute * 2 * std::numbers::pi / minutesPerDay;
    ++uses[found->second].visits;
    clocks[found->second].x += std::cos(angle);
    clocks[found->second].y += std::sin(angle);
  }
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const double turn = std::atan2(clocks[i].y, clocks[i].x) / (2 * std::numbers::pi);
    uses[i].hour = uses[i].visits == 0 ? std::numeric_limits<double>::quiet_NaN() : 24 * (turn < 0 ? turn + 1 : turn);
  }
  return uses;
}

}  // namespace sojourn
