// SPDX-License-Identifier: GPL-3.0-or-later
// Districts: named polygons, and which of them each place of a dataset lies in.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/core/cancel.h"
#include "model/data/background/map_layer.h"

namespace sojourn {

/// Immutable once made. Two polygons of one name are one district.
class Districts {
 public:
  /// Of a file's polygons that have a name and are no water, parks or buildings.
  explicit Districts(const GeoJson& json, std::string_view file);

  [[nodiscard]] const std::vector<std::string>& names() const { return m_names; }
  [[nodiscard]] bool empty() const { return m_names.empty(); }
  /// The number of the district around a position; of several the smallest, so that a quarter wins over its city.
  [[nodiscard]] std::optional<std::size_t> at(Coordinates where) const;

 private:
  struct Area {
    GeoPart part;
    GeoBox box;
    std::size_t district = 0;
  };
  std::vector<std::string> m_names;  ///< in the order of the alphabet
  std::vector<Area> m_areas;         ///< small ones first
};

/// The districts of all places that have coordinates.
class PlaceDistricts {
 public:
  PlaceDistricts() = default;
  /// Cancelled, it is of some places alone.
  PlaceDistricts(const Districts& districts, const PlaceNames& places, const CancelToken& cancel = {});

  [[nodiscard]] const std::vector<std::string>& names() const { return m_names; }
  [[nodiscard]] bool empty() const { return m_ofPlace.empty(); }
  /// Nothing where the place is in none, or has no coordinates.
  [[nodiscard]] std::optional<std::size_t> of(LocationId location) const;

 private:
  std::vector<std::string> m_names;
  std::unordered_map<LocationId, std::size_t> m_ofPlace;
};

}  // namespace sojourn
