// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as GeoJSON: what is read is in range, simplified at every scale, and asked for districts.
#include <cmath>

#include "model/data/background/districts.h"
#include "model/data/background/map_layer.h"
#include "tests/fuzz/touch.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sojourn;
  const auto json = parseGeoJson({reinterpret_cast<const char*>(data), size}, "bytes");
  if (!json) return 0;
  const MapLayer layer(*json, "roads.geojson");
  for (const double metres : {0.5, 20.0, 300.0, 5000.0}) {
    const MapLayer::Level& level = layer.levelFor(metres);
    for (const MapLayer::Part& part : level.parts())
      for (std::size_t r = 0; r < part.rings; ++r)
        for (const GeoPoint point : level.ring(part, r)) {
          const Coordinates at = toCoordinates(point);
          if (!(std::abs(at.latitude) <= 90) || !(std::abs(at.longitude) <= 200))
            throw std::logic_error("a point outside of the world");
        }
  }
  const Districts districts(*json, "bytes");
  for (const Coordinates at : {Coordinates{0, 0}, Coordinates{2.5, 2.5}, Coordinates{-90, 180}})
    if (const auto district = districts.at(at); district && *district >= districts.names().size())
      throw std::logic_error("a district that is not there");
  return 0;
}
