// SPDX-License-Identifier: GPL-3.0-or-later
// Reads GeoJSON (RFC 7946), as QGIS, Overpass and ogr2ogr write it: roads, water and districts for the background of a
// map. The file is not trusted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"

namespace sojourn {

/// WGS 84, in units of 1e-7 degrees (a centimetre), as OpenStreetMap stores them.
struct GeoPoint {
  std::int32_t longitude = 0, latitude = 0;
  bool operator==(const GeoPoint&) const = default;
};
inline constexpr double geoUnitsPerDegree = 1e7;

/// Points of one line, or of the rings of one polygon.
struct GeoPart {
  /// Lines: one. Polygons: the outer ring and its holes, each closed.
  std::vector<std::vector<GeoPoint>> rings;
  bool polygon = false;
};

struct GeoFeature {
  std::vector<GeoPart> parts;
  /// Texts and numbers of the feature's properties, as texts, in the order of the file; not those that hold more.
  std::vector<std::pair<std::string, std::string>> properties;

  /// Empty where there is none. Letter case does not matter.
  [[nodiscard]] std::string_view property(std::string_view key) const;
};

struct GeoJson {
  std::vector<GeoFeature> features;  ///< those with lines or polygons
  std::string attribution;           ///< as the file says; Overpass writes one
  std::size_t skippedPoints = 0;     ///< features that are points alone, which no background shows
};

inline constexpr std::uint64_t mostGeoJsonBytes = 200'000'000;

/// Progress counts bytes. Errors (ErrorKind::BadInput): unreadable or larger, what the file is instead, not well-formed
/// or nested too deep, positions that are no degrees (with the number of the feature), nothing that could be drawn;
/// cancelled.
[[nodiscard]] Result<GeoJson> readGeoJson(const std::filesystem::path& file, const CancelToken& cancel = {},
                                          const Progress& progress = {});
[[nodiscard]] Result<GeoJson> parseGeoJson(std::string_view text, const std::string& where,
                                           const CancelToken& cancel = {}, const Progress& progress = {});

}  // namespace sojourn
