// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/background/districts.h"

#include <algorithm>
#include <map>

namespace sojourn {
namespace {

/// Whether a line from the point to the west crosses the rings an odd number of times.
bool contains(const GeoPart& part, GeoPoint point) {
  bool inside = false;
  for (const auto& ring : part.rings)
    for (std::size_t i = 1; i < ring.size(); ++i) {
      const GeoPoint a = ring[i - 1], b = ring[i];
      if ((a.latitude > point.latitude) == (b.latitude > point.latitude)) continue;
      const double share =
          (static_cast<double>(point.latitude) - a.latitude) / (static_cast<double>(b.latitude) - a.latitude);
      if (static_cast<double>(point.longitude) < a.longitude + share * (static_cast<double>(b.longitude) - a.longitude))
        inside = !inside;
    }
  return inside;
}

double extentOf(const GeoBox& box) {
  return (static_cast<double>(box.most.longitude) - box.least.longitude) *
         (static_cast<double>(box.most.latitude) - box.least.latitude);
}

}  // namespace

Districts::Districts(const GeoJson& json, std::string_view file) {
  std::map<std::string, std::vector<const GeoFeature*>> byName;
  for (const GeoFeature& feature : json.features)
    if (kindOf(feature, file) == MapFeatureKind::District)
      if (std::string name = nameOf(feature); !name.empty()) byName[std::move(name)].push_back(&feature);
  for (const auto& [name, features] : byName) {
    const std::size_t before = m_areas.size();
    for (const GeoFeature* feature : features)
      for (const GeoPart& part : feature->parts) {
        if (!part.polygon) continue;
        GeoBox box;
        for (const GeoPoint point : part.rings.front()) box.add(point);
        m_areas.push_back({part, box, m_names.size()});
      }
    if (m_areas.size() > before) m_names.push_back(name);
  }
  std::ranges::stable_sort(m_areas, {}, [](const Area& area) { return extentOf(area.box); });
}

std::optional<std::size_t> Districts::at(Coordinates where) const {
  const GeoPoint point = toGeoPoint(where);
  const GeoBox here{point, point};
  for (const Area& area : m_areas)
    if (area.box.overlaps(here) && contains(area.part, point)) return area.district;
  return std::nullopt;
}

PlaceDistricts::PlaceDistricts(const Districts& districts, const PlaceNames& places, const CancelToken& cancel)
    : m_names(districts.names()) {
  for (const auto& [location, where] : places.allCoordinates()) {
    if (cancel.cancelled()) return;
    if (const auto district = districts.at(where)) m_ofPlace.emplace(location, *district);
  }
}

std::optional<std::size_t> PlaceDistricts::of(LocationId location) const {
  const auto found = m_ofPlace.find(location);
  return found == m_ofPlace.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace sojourn
