// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of the background and districts: what features are, what each scale keeps, where places lie.
#include <gtest/gtest.h>

#include "model/data/background/districts.h"
#include "model/data/background/map_layer.h"

namespace sojourn {
namespace {

GeoFeature feature(std::vector<std::pair<std::string, std::string>> properties, std::vector<Coordinates> points,
                   bool polygon) {
  GeoPart part{.rings = {{}}, .polygon = polygon};
  for (const Coordinates& point : points) part.rings[0].push_back(toGeoPoint(point));
  if (polygon) part.rings[0].push_back(part.rings[0].front());
  return {.parts = {std::move(part)}, .properties = std::move(properties)};
}
GeoFeature square(const std::string& name, double south, double west, double degrees) {
  return feature({{"name", name}},
                 {{south, west}, {south, west + degrees}, {south + degrees, west + degrees}, {south + degrees, west}},
                 true);
}

TEST(MapLayer, KnowsFeaturesByTagsAndFiles) {
  const auto kind = [](std::vector<std::pair<std::string, std::string>> properties, const char* file, bool polygon) {
    return kindOf(feature(std::move(properties), {{0, 0}, {1, 1}, {1, 0}}, polygon), file);
  };
  EXPECT_EQ(kind({{"highway", "trunk"}}, "a", false), MapFeatureKind::MajorRoad);
  EXPECT_EQ(kind({{"highway", "residential"}}, "a", false), MapFeatureKind::Road);
  EXPECT_EQ(kind({{"highway", "footway"}}, "a", false), MapFeatureKind::Path);
  EXPECT_EQ(kind({{"natural", "water"}, {"name", "Lake"}}, "a", true), MapFeatureKind::Water);
  EXPECT_EQ(kind({{"boundary", "administrative"}}, "a", true), MapFeatureKind::District);
  EXPECT_EQ(kind({}, "Roads.geojson", false), MapFeatureKind::Road);
  EXPECT_EQ(kind({}, "city_water.geojson", true), MapFeatureKind::Water);
  EXPECT_EQ(kind({}, "quarters.geojson", true), MapFeatureKind::District);
  EXPECT_EQ(kind({}, "something.geojson", false), MapFeatureKind::Other);
}

TEST(MapLayer, CoarseScalesKeepLess) {
  // A road of 1000 points, 1 m apart, and a garden of 10 m.
  constexpr double metre = 1 / 111'320.0;
  std::vector<Coordinates> points;
  for (int i = 0; i < 1000; ++i) points.push_back({i * metre, 0});
  GeoJson json;
  json.features = {feature({{"highway", "primary"}}, points, false), square("Garden", 1, 1, 10 * metre)};
  const MapLayer layer(json, "a");
  const auto pointsOf = [&](double metresPerPixel) {
    const MapLayer::Level& level = layer.levelFor(metresPerPixel);
    std::size_t n = 0;
    for (const MapLayer::Part& part : level.parts())
      for (std::size_t r = 0; r < part.rings; ++r) n += level.ring(part, r).size();
    return n;
  };
  EXPECT_EQ(pointsOf(1), 1005U) << "every point";
  EXPECT_EQ(layer.levelFor(1).parts().size(), 2U);
  EXPECT_EQ(layer.levelFor(20).parts().size(), 1U) << "the garden is less than a pixel";
  EXPECT_NEAR(static_cast<double>(pointsOf(20)), 1000.0 / 16, 3);
  const MapLayer::Level& coarse = layer.levelFor(300);
  ASSERT_EQ(coarse.parts().size(), 1U);
  EXPECT_EQ(coarse.ring(coarse.parts()[0], 0).back(), toGeoPoint(points.back())) << "both ends stay";
  EXPECT_TRUE(layer.levelFor(5000).parts().empty());
}

TEST(Districts, TheSmallestAroundAPlaceCounts) {
  GeoJson json;
  json.features = {square("City", 0, 0, 10), square("Old town", 2, 2, 1), square("City", 20, 20, 1),
                   feature({{"natural", "water"}, {"name", "Lake"}}, {{0, 0}, {0, 9}, {9, 9}}, true),
                   square("", 30, 30, 1)};
  // A hole in the city.
  json.features[0].parts[0].rings.push_back(square("", 5, 5, 1).parts[0].rings[0]);
  const Districts districts(json, "a");
  EXPECT_EQ(districts.names(), (std::vector<std::string>{"City", "Old town"}));
  EXPECT_EQ(districts.at({1, 1}), 0U);
  EXPECT_EQ(districts.at({2.5, 2.5}), 1U);
  EXPECT_EQ(districts.at({20.5, 20.5}), 0U) << "two polygons of one name";
  EXPECT_FALSE(districts.at({5.5, 5.5})) << "a hole";
  EXPECT_FALSE(districts.at({30.5, 30.5})) << "without a name";
  PlaceNames places;
  places.setCoordinates(2, {1, 1});
  places.setCoordinates(3, {50, 50});
  const PlaceDistricts of(districts, places);
  EXPECT_EQ(of.of(2), 0U);
  EXPECT_FALSE(of.of(3));
  EXPECT_FALSE(of.of(4));
  EXPECT_FALSE(of.empty());
}

TEST(Districts, NamesOfOtherOffices) {
  GeoJson json;
  GeoFeature other = square("", 0, 0, 1);
  other.properties = {{"id", "7"}, {"BEZ_NAME", "Mitte"}};
  json.features = {other};
  EXPECT_EQ(Districts(json, "a").names(), (std::vector<std::string>{"Mitte"}));
}

}  // namespace
}  // namespace sojourn
