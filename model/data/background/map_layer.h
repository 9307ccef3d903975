// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and polygons for the background of a map, simplified once for every scale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/core/cancel.h"
#include "model/data/dataset/place_names.h"
#include "model/formats/geo/geojson.h"

namespace sojourn {

/// What a feature is, by the tags of OpenStreetMap or, without them, by the name of its file. In the order of drawing.
enum class MapFeatureKind { Green, Water, Building, District, Other, Waterway, Path, Road, Rail, MajorRoad };

/// West, south, east and north ends.
struct GeoBox {
  GeoPoint least{INT32_MAX, INT32_MAX}, most{INT32_MIN, INT32_MIN};

  void add(GeoPoint point) {
    least = {std::min(least.longitude, point.longitude), std::min(least.latitude, point.latitude)};
    most = {std::max(most.longitude, point.longitude), std::max(most.latitude, point.latitude)};
  }
  [[nodiscard]] bool overlaps(const GeoBox& other) const {
    return least.longitude <= other.most.longitude && most.longitude >= other.least.longitude &&
           least.latitude <= other.most.latitude && most.latitude >= other.least.latitude;
  }
};

[[nodiscard]] GeoPoint toGeoPoint(Coordinates where);
[[nodiscard]] Coordinates toCoordinates(GeoPoint point);

/// Immutable once made.
class MapLayer {
 public:
  /// A line, or a polygon with its holes.
  struct Part {
    MapFeatureKind kind = MapFeatureKind::Other;
    bool polygon = false;
    GeoBox box;
    std::size_t firstRing = 0, rings = 0;
    std::size_t feature = 0;  ///< of names()
  };

  /// All shapes at one scale.
  class Level {
   public:
    [[nodiscard]] std::span<const Part> parts() const { return m_parts; }
    /// Ring `index` of a part, closed in polygons.
    [[nodiscard]] std::span<const GeoPoint> ring(const Part& part, std::size_t index) const;

   private:
    friend class MapLayer;
    double m_metres = 0;  ///< neighbours are at least so far apart
    std::vector<Part> m_parts;
    std::vector<std::size_t> m_ringEnds{0};
    std::vector<GeoPoint> m_points;
  };

  /// `file` is its name: a kind for features without tags. Takes time that is linear in the points.
  MapLayer(const GeoJson& json, std::string file, const CancelToken& cancel = {});

  [[nodiscard]] const std::string& file() const { return m_file; }
  [[nodiscard]] const std::string& attribution() const { return m_attribution; }
  /// By feature: of a district its name, safe to draw; of everything else nothing.
  [[nodiscard]] const std::vector<std::string>& names() const { return m_names; }
  /// The coarsest that looks whole where a pixel is so many metres.
  [[nodiscard]] const Level& levelFor(double metresPerPixel) const;

 private:
  void add(Level& level, const GeoPart& part, MapFeatureKind kind, std::size_t feature) const;

  std::string m_file, m_attribution;
  std::vector<std::string> m_names;
  std::vector<Level> m_levels;  ///< fine to coarse
};

/// By its tags, else by the file's name ("roads.geojson").
[[nodiscard]] MapFeatureKind kindOf(const GeoFeature& feature, std::string_view file);
/// What a feature is called, safe to draw; empty where no property says so.
[[nodiscard]] std::string nameOf(const GeoFeature& feature);

}  // namespace sojourn
