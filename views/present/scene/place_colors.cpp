// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/scene/place_colors.h"

#include <algorithm>
#include <functional>
#include <map>

namespace sojourn::present {

void PlaceColors::assign(std::span<const LocationId> byImportance) {
  for (const LocationId location : byImportance) {
    if (m_slots.size() == placePalette.size()) return;
    if (location > unseenLocation) m_slots.try_emplace(location, m_slots.size());
  }
}

Swatch PlaceColors::swatch(LocationId location) const {
  if (location == unseenLocation) return {.color = std::nullopt, .hatched = true};
  const auto slot = m_slots.find(location);
  if (slot == m_slots.end()) return {};
  return {.color = placePalette[slot->second], .hatched = false};
}

std::vector<LocationId> placesOf(const Dataset& dataset, UserId user) {
  std::map<LocationId, std::size_t> visits;
  for (const auto& set : dataset.splits) {
    if (!set) continue;
    for (std::size_t row = 0; row < set->size(); ++row) {
      if (set->user(row) != user) continue;
      for (const LocationId location : set->locations(row)) ++visits[location];
    }
  }
  std::vector<LocationId> places;
  for (const auto& entry : visits) places.push_back(entry.first);
  std::ranges::stable_sort(places, std::greater<>(), [&](LocationId place) { return visits[place]; });
  return places;
}

PlaceColors placeColorsOf(const Dataset& dataset, UserId user) {
  PlaceColors colors;
  colors.assign(placesOf(dataset, user));
  return colors;
}

}  // namespace sojourn::present
