// SPDX-License-Identifier: GPL-3.0-or-later
// GeoJSON: every shape, members in any order, properties, and what is refused with which words.
#include "model/formats/geo/geojson.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sojourn {
namespace {

using ::testing::HasSubstr;

GeoJson parsed(const std::string& text) {
  auto json = parseGeoJson(text, "roads.geojson");
  EXPECT_TRUE(json) << json.error().what;
  return json ? std::move(*json) : GeoJson{};
}
std::string collection(const std::string& features) {
  return R"({"type":"FeatureCollection","features":[)" + features + "]}";
}
std::string refusal(const std::string& text) {
  const auto json = parseGeoJson(text, "roads.geojson");
  EXPECT_FALSE(json) << text;
  return json ? std::string() : json.error().what + " | " + json.error().remedy;
}

TEST(GeoJsonReader, ReadsLinesWithTheirProperties) {
  const GeoJson json = parsed(collection(
      R"({"type":"Feature","properties":{"highway":"primary","NAME":"Elm Street","lanes":2,"tags":{"name":"no"},"x":null},
          "geometry":{"type":"LineString","coordinates":[[116.3,39.9,44.5],[116.4,39.95]]}})"));
  ASSERT_EQ(json.features.size(), 1U);
  const GeoFeature& road = json.features[0];
  EXPECT_EQ(road.property("highway"), "primary");
  EXPECT_EQ(road.property("name"), "Elm Street") << "letter case does not matter";
  EXPECT_EQ(road.property("lanes"), "2");
  ASSERT_EQ(road.parts.size(), 1U);
  EXPECT_FALSE(road.parts[0].polygon);
  EXPECT_EQ(road.parts[0].rings[0], (std::vector<GeoPoint>{{1163000000, 399000000}, {1164000000, 399500000}}));
}

TEST(GeoJsonReader, TheTypeMayComeBehindTheCoordinates) {
  const GeoJson json = parsed(collection(
      R"({"geometry":{"coordinates":[[[0,0],[4,0],[4,4],[0,4],[0,0]],[[1,1],[2,1],[2,2]]],"type":"Polygon"},"type":"Feature"})"));
  ASSERT_EQ(json.features.size(), 1U);
  ASSERT_EQ(json.features[0].parts.size(), 1U);
  const GeoPart& polygon = json.features[0].parts[0];
  EXPECT_TRUE(polygon.polygon);
  ASSERT_EQ(polygon.rings.size(), 2U);
  EXPECT_EQ(polygon.rings[0].size(), 5U);
  EXPECT_EQ(polygon.rings[1].size(), 4U) << "an open ring is closed";
}

TEST(GeoJsonReader, ReadsManyAndCollections) {
  const GeoJson json = parsed(collection(
      R"({"type":"Feature","geometry":{"type":"MultiLineString","coordinates":[[[0,0],[1,1]],[[2,2],[3,3],[4,4]]]}},
         {"type":"Feature","geometry":{"type":"MultiPolygon","coordinates":[
             [[[0,0],[1,0],[1,1],[0,0]]],[[[5,5],[9,5],[9,9],[5,5]],[[6,6],[7,6],[7,7],[6,6]]]]}},
         {"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[
             {"type":"Point","coordinates":[1,1]},{"type":"LineString","coordinates":[[0,0],[1,1]]}]}},
         {"type":"Feature","geometry":{"type":"Point","coordinates":[1,1]}},
         {"type":"Feature","geometry":null}, {"type":"Feature","geometry":{"type":"LineString","coordinates":[]}})"));
  ASSERT_EQ(json.features.size(), 3U);
  ASSERT_EQ(json.features[0].parts.size(), 2U);
  EXPECT_EQ(json.features[0].parts[1].rings[0].size(), 3U);
  ASSERT_EQ(json.features[1].parts.size(), 2U);
  EXPECT_EQ(json.features[1].parts[0].rings.size(), 1U);
  EXPECT_EQ(json.features[1].parts[1].rings.size(), 2U);
  EXPECT_EQ(json.features[2].parts.size(), 1U);
  EXPECT_EQ(json.skippedPoints, 1U);
}

TEST(GeoJsonReader, ReadsAFeatureOrAShapeAlone) {
  EXPECT_EQ(parsed(R"({"type":"LineString","coordinates":[[0,0],[1,1]]})").features.size(), 1U);
  const GeoJson one = parsed(
      "\xEF\xBB\xBF"
      R"({"type":"Feature","properties":{"name":"A"},"geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]}})");
  ASSERT_EQ(one.features.size(), 1U);
  EXPECT_EQ(one.features[0].property("name"), "A");
  EXPECT_EQ(
      parsed(R"({"copyright":"OpenStreetMap, ODbL","type":"LineString","coordinates":[[0,0],[1,1]]})").attribution,
      "OpenStreetMap, ODbL");
}

TEST(GeoJsonReader, SaysWhatIsWrong) {
  EXPECT_THAT(refusal(R"({"type":"Topology","objects":{}})"), HasSubstr("TopoJSON"));
  EXPECT_THAT(refusal(R"({"a":1})"), HasSubstr("neither features nor coordinates"));
  EXPECT_THAT(refusal(collection("")), HasSubstr("no lines and no polygons"));
  EXPECT_THAT(refusal(collection(R"({"geometry":{"type":"Point","coordinates":[1,1]}})")), HasSubstr("points alone"));
  EXPECT_THAT(refusal(collection(R"({"geometry":{"type":"LineString","coordinates":[[448000,4420000],[1,1]]}})")),
              HasSubstr("EPSG:4326"));
  EXPECT_THAT(refusal(collection(R"({"geometry":{"type":"LineString","coordinates":[[1],[1,1]]}})")),
              HasSubstr("feature 1"));
  EXPECT_THAT(refusal(R"({"type":"LineString","coordinates":[[0,0],[1)"), HasSubstr("byte"));
  EXPECT_THAT(refusal("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"), HasSubstr("git lfs pull"));
  EXPECT_THAT(refusal(std::string(40, '[')), HasSubstr("GeoJSON"));
  std::string deep = R"({"a":)";
  for (int i = 0; i < 100; ++i) deep += "[";
  EXPECT_THAT(refusal(deep), HasSubstr("nested"));
  CancelToken cancel;
  cancel.cancel();
  const auto stopped = parseGeoJson(collection(""), "a", cancel);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::Cancelled);
}

}  // namespace
}  // namespace sojourn
