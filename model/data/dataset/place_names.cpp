// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/dataset/place_names.h"

#include <utility>

namespace sojourn {

std::string PlaceNames::name(LocationId location) const {
  if (const auto found = m_names.find(location); found != m_names.end()) return found->second;
  if (location == paddingLocation) return "Padding";
  if (location == unseenLocation) return "Unseen";
  return "Place " + std::to_string(location);
}

std::optional<Coordinates> PlaceNames::coordinates(LocationId location) const {
  const auto found = m_coordinates.find(location);
  return found == m_coordinates.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::int64_t> PlaceNames::rawId(LocationId location) const {
  const auto found = m_rawIds.find(location);
  return found == m_rawIds.end() ? std::nullopt : std::optional(found->second);
}

void PlaceNames::setName(LocationId location, std::string name) {
  if (name.empty()) {
    m_names.erase(location);
  } else {
    m_names[location] = std::move(name);
  }
}

}  // namespace sojourn
