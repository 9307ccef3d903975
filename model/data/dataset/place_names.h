// SPDX-License-Identifier: GPL-3.0-or-later
// Where places are and what people call them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "model/data/dataset/sequence.h"

namespace sojourn {

struct Coordinates {
  double latitude = 0;   ///< degrees, WGS 84
  double longitude = 0;  ///< degrees, WGS 84
};

/// Names and coordinates by location id. A place without a name is "Place 14", 1 is "Unseen", 0 is "Padding".
class PlaceNames {
 public:
  [[nodiscard]] std::string name(LocationId location) const;
  [[nodiscard]] bool hasName(LocationId location) const { return m_names.contains(location); }
  [[nodiscard]] std::optional<Coordinates> coordinates(LocationId location) const;
  /// An empty name removes it.
  void setName(LocationId location, std::string name);
  void setCoordinates(LocationId location, Coordinates where) { m_coordinates[location] = where; }
  /// The number that the place had before it got its location id (the CSV's raw_location_id), kept for writing.
  [[nodiscard]] std::optional<std::int64_t> rawId(LocationId location) const;
  void setRawId(LocationId location, std::int64_t rawId) { m_rawIds[location] = rawId; }
  [[nodiscard]] const std::unordered_map<LocationId, std::string>& names() const { return m_names; }
  [[nodiscard]] const std::unordered_map<LocationId, Coordinates>& allCoordinates() const { return m_coordinates; }

 private:
  std::unordered_map<LocationId, std::string> m_names;
  std::unordered_map<LocationId, Coordinates> m_coordinates;
  std::unordered_map<LocationId, std::int64_t> m_rawIds;
};

}  // namespace sojourn
