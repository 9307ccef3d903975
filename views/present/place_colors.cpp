// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/place_colors.h"

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

}  // namespace sojourn::present
