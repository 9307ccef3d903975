// SPDX-License-Identifier: GPL-3.0-or-later
// Where places are and what people call them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "model/data/dataset/sequence.h"

namespace sojourn {

struct Coordinates {
  double latitude = 0;   ///< degrees, WGS 84
  double longitude = 0;  ///< degrees, WGS 84
};

/// People's positions are drawn and exported on a grid of this width until exact ones are chosen.
inline constexpr double positionGridMetres = 500;
/// The nearest point of a grid whose neighbours are `metres` apart, north to south and, at that latitude, west to east.
[[nodiscard]] Coordinates roundedPosition(Coordinates where, double metres = positionGridMetres);

/// Names and coordinates by location id. A place without a name is "Place 14", 1 is "Unseen", 0 is "Padding".
class PlaceNames {
 public:
  [[nodiscard]] std::string name(LocationId location) const {
    if (const auto found = find(m_names, location)) return *found;
    if (location == paddingLocation) return "Padding";
    return location == unseenLocation ? "Unseen" : "Place " + std::to_string(location);
  }
  [[nodiscard]] bool hasName(LocationId location) const { return m_names.contains(location); }
  [[nodiscard]] std::optional<Coordinates> coordinates(LocationId location) const {
    return find(m_coordinates, location);
  }
  /// An empty name removes it.
  void setName(LocationId location, std::string name) {
    if (name.empty()) {
      m_names.erase(location);
    } else {
      m_names[location] = std::move(name);
    }
  }
  void setCoordinates(LocationId location, Coordinates where) { m_coordinates[location] = where; }
  /// The number that the place had before it got its location id (the CSV's raw_location_id), kept for writing.
  [[nodiscard]] std::optional<std::int64_t> rawId(LocationId location) const { return find(m_rawIds, location); }
  void setRawId(LocationId location, std::int64_t rawId) { m_rawIds[location] = rawId; }
  [[nodiscard]] const std::unordered_map<LocationId, std::string>& names() const { return m_names; }
  [[nodiscard]] const std::unordered_map<LocationId, Coordinates>& allCoordinates() const { return m_coordinates; }

 private:
  template <class T>
  static std::optional<T> find(const std::unordered_map<LocationId, T>& values, LocationId location) {
    const auto found = values.find(location);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  }

  std::unordered_map<LocationId, std::string> m_names;
  std::unordered_map<LocationId, Coordinates> m_coordinates;
  std::unordered_map<LocationId, std::int64_t> m_rawIds;
};

}  // namespace sojourn
