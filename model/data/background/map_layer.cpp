// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/background/map_layer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>

#include "model/core/text.h"

namespace sojourn {
namespace {

/// Of the levels, metres; the first has every point.
constexpr std::array<double, 7> levelMetres{0, 4, 16, 64, 256, 1024, 4096};
constexpr std::size_t longestName = 80;
constexpr double metresPerUnit = 40'075'017.0 / 360 / geoUnitsPerDegree;

/// Metres between two points that are near each other.
double metresBetween(GeoPoint a, GeoPoint b) {
  const double latitude = static_cast<double>(a.latitude) / geoUnitsPerDegree * std::numbers::pi / 180;
  const double east = (static_cast<double>(a.longitude) - b.longitude) * std::cos(latitude);
  const double north = static_cast<double>(a.latitude) - b.latitude;
  return std::hypot(east, north) * metresPerUnit;
}

/// Keeps both ends, and of what is between only points that are so far from the one before. Linear in time, whatever
/// the shape; at half a pixel nobody sees the difference to a better choice.
void appendThinned(std::span<const GeoPoint> ring, double metres, std::vector<GeoPoint>& points) {
  points.push_back(ring.front());
  for (std::size_t i = 1; i + 1 < ring.size(); ++i)
    if (metres == 0 || metresBetween(points.back(), ring[i]) >= metres) points.push_back(ring[i]);
  points.push_back(ring.back());
}

bool isOneOf(std::string_view value, std::initializer_list<std::string_view> all) {
  return std::ranges::find(all, value) != all.end();
}

std::string lowerCase(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

}  // namespace

GeoPoint toGeoPoint(Coordinates where) {
  return {static_cast<std::int32_t>(std::lround(std::clamp(where.longitude, -200.0, 200.0) * geoUnitsPerDegree)),
          static_cast<std::int32_t>(std::lround(std::clamp(where.latitude, -90.0, 90.0) * geoUnitsPerDegree))};
}

Coordinates toCoordinates(GeoPoint point) {
  return {point.latitude / geoUnitsPerDegree, point.longitude / geoUnitsPerDegree};
}

MapFeatureKind kindOf(const GeoFeature& feature, std::string_view file) {
  using enum MapFeatureKind;
  if (const std::string_view highway = feature.property("highway"); !highway.empty()) {
    if (isOneOf(highway, {"motorway", "trunk", "primary", "secondary", "motorway_link", "trunk_link", "primary_link"}))
      return MajorRoad;
    return isOneOf(highway, {"footway", "path", "cycleway", "steps", "track", "bridleway", "corridor", "pedestrian"})
               ? Path
               : Road;
  }
  if (!feature.property("railway").empty()) return Rail;
  if (!feature.property("building").empty()) return Building;
  const std::string_view natural = feature.property("natural"), landuse = feature.property("landuse"),
                         leisure = feature.property("leisure");
  if (isOneOf(natural, {"water", "bay", "coastline"}) || isOneOf(landuse, {"reservoir", "basin"}) ||
      feature.property("waterway") == "riverbank")
    return Water;
  if (!feature.property("waterway").empty()) return Waterway;
  if (isOneOf(natural, {"wood", "grassland", "scrub", "heath", "wetland"}) ||
      isOneOf(landuse, {"forest", "grass", "meadow", "recreation_ground", "cemetery", "village_green"}) ||
      isOneOf(leisure, {"park", "garden", "golf_course", "nature_reserve"}))
    return Green;
  if (!feature.property("boundary").empty() || !feature.property("admin_level").empty()) return District;
  const bool polygons = std::ranges::any_of(feature.parts, &GeoPart::polygon);
  const std::string name = lowerCase(file);
  const auto named = [&](std::string_view word) { return name.find(word) != std::string::npos; };
  if (named("water") || named("lake") || named("river") || named("sea")) return polygons ? Water : Waterway;
  if (named("park") || named("green") || named("forest")) return Green;
  if (named("building")) return Building;
  if (named("rail") || named("metro") || named("subway")) return polygons ? Other : Rail;
  if (named("road") || named("street") || named("highway")) return polygons ? Other : Road;
  return polygons ? District : Other;
}

std::string nameOf(const GeoFeature& feature) {
  // Of OpenStreetMap, statistical offices and Natural Earth.
  static constexpr std::array<std::string_view, 8> keys{"name", "name:en", "district", "neighborhood",
                                                        "nom",  "label",   "title",    "nazwa"};
  for (const std::string_view key : keys)
    if (const std::string_view name = feature.property(key); !name.empty()) return escapeForDisplay(name, longestName);
  // "NAME_2", "BEZ_NAME", "zone_name".
  for (const auto& [key, value] : feature.properties)
    if (!value.empty() && (key.find("name") != std::string::npos || key.find("NAME") != std::string::npos))
      return escapeForDisplay(value, longestName);
  return {};
}

std::span<const GeoPoint> MapLayer::Level::ring(const Part& part, std::size_t index) const {
  const std::size_t begin = m_ringEnds[part.firstRing + index], end = m_ringEnds[part.firstRing + index + 1];
  return std::span(m_points).subspan(begin, end - begin);
}

MapLayer::MapLayer(const GeoJson& json, std::string file, const CancelToken& cancel)
    : m_file(std::move(file)), m_attribution(json.attribution), m_levels(levelMetres.size()) {
  for (std::size_t l = 0; l < m_levels.size(); ++l) {
    m_levels[l].m_metres = levelMetres.at(l);
    for (std::size_t f = 0; f < json.features.size(); ++f) {
      if (cancel.cancelled()) return;
      const GeoFeature& feature = json.features[f];
      const MapFeatureKind kind = kindOf(feature, m_file);
      if (l == 0) m_names.push_back(kind == MapFeatureKind::District ? nameOf(feature) : std::string());
      for (const GeoPart& part : feature.parts) add(m_levels[l], part, kind, f);
    }
  }
}

void MapLayer::add(Level& level, const GeoPart& part, MapFeatureKind kind, std::size_t feature) const {
  Part made{.kind = kind,
            .polygon = part.polygon,
            .box = {},
            .firstRing = level.m_ringEnds.size() - 1,
            .rings = 0,
            .feature = feature};
  for (const auto& ring : part.rings) {
    GeoBox box;
    for (const GeoPoint point : ring) box.add(point);
    // What is smaller than a pixel or two is not seen; an outer ring that goes takes its holes along.
    const bool tiny = level.m_metres > 0 && metresBetween(box.least, box.most) < 2 * level.m_metres;
    if (tiny && made.rings == 0) break;
    if (tiny) continue;
    appendThinned(ring, level.m_metres, level.m_points);
    level.m_ringEnds.push_back(level.m_points.size());
    if (made.rings++ == 0) made.box = box;
  }
  if (made.rings > 0) level.m_parts.push_back(made);
}

const MapLayer::Level& MapLayer::levelFor(double metresPerPixel) const {
  std::size_t best = 0;
  for (std::size_t l = 0; l < m_levels.size(); ++l)
    if (m_levels[l].m_metres <= metresPerPixel) best = l;
  return m_levels[best];
}

}  // namespace sojourn
