// SPDX-License-Identifier: GPL-3.0-or-later
// What lies below a map: cut to the picture, tiles where they belong, attribution, names of districts.
#include "views/present/places/map_background.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"

namespace sojourn::present {
namespace {

using ::testing::HasSubstr;

constexpr Rect area{0, 0, 400, 300};
constexpr Coordinates center{47, -7};

GeoFeature shape(std::vector<std::pair<std::string, std::string>> properties, double halfDegrees, bool polygon) {
  GeoPart part{.rings = {{}}, .polygon = polygon};
  for (const auto& [north, east] : {std::pair{-1, -1}, {-1, 1}, {1, 1}, {1, -1}, {-1, -1}})
    part.rings[0].push_back(toGeoPoint({center.latitude + north * halfDegrees, center.longitude + east * halfDegrees}));
  return {.parts = {std::move(part)}, .properties = std::move(properties)};
}

class MapBackgroundTest : public ::testing::Test {
 protected:
  Scene paint(const MapBackground& background) {
    Scene scene;
    scene.size = scene.contentSize = {area.width, area.height};
    const Canvas canvas = lightCanvas(scene.size);
    SceneBuilder builder(scene, canvas);
    const MapFrame frame({center, 20}, area);
    paintBackground(builder, scene, frame, background);
    LabelPlacer labels(area);
    paintAttribution(builder, frame, background, 52, labels);
    paintDistrictNames(builder, frame, background, labels);
    return scene;
  }
  static MapBackground of(GeoJson json) {
    MapBackground background;
    background.layers = {std::make_shared<const MapLayer>(json, "a.geojson")};
    background.attribution = json.attribution;
    return background;
  }
};

TEST_F(MapBackgroundTest, LinesAndAreasAreCutToThePicture) {
  GeoJson json;
  json.attribution = "Mappers";
  json.features = {shape({{"natural", "water"}}, 5, true), shape({{"highway", "primary"}}, 0.01, false),
                   shape({{"boundary", "administrative"}, {"name", "Old town"}}, 0.5, true)};
  const Scene scene = paint(of(std::move(json)));
  std::size_t filled = 0, lines = 0;
  for (const auto& shape : shapesOf<PathsShape>(scene)) {
    (shape.width == 0 ? filled : lines) += shape.paths->pathEnds.size();
    for (const Point point : shape.paths->points) {
      EXPECT_GE(point.x, -6.01F);
      EXPECT_LE(point.x, 406.01F);
      EXPECT_GE(point.y, -6.01F);
      EXPECT_LE(point.y, 306.01F);
    }
  }
  EXPECT_EQ(filled, 1U) << "the lake covers the map";
  EXPECT_GE(lines, 1U) << "the road; the district's edge is far outside";
  std::vector<std::string> words;
  for (const auto& text : shapesOf<TextShape>(scene)) words.push_back(text.text);
  EXPECT_THAT(words, ::testing::UnorderedElementsAre("Old town", "Mappers"));
}

TEST_F(MapBackgroundTest, OfTooManyPointsMajorRoadsAreKept) {
  // Zigzags across the map of 30 000 points each; streets come first in the file.
  GeoJson json;
  for (const char* const kind : {"residential", "residential", "primary"}) {
    GeoPart part{.rings = {{}}, .polygon = false};
    for (int i = 0; i < 30'000; ++i)
      part.rings[0].push_back(toGeoPoint({center.latitude + (i % 2 == 0 ? 0.02 : -0.02), center.longitude + i * 1e-6}));
    json.features.push_back({.parts = {std::move(part)}, .properties = {{"highway", kind}}});
  }
  const Scene scene = paint(of(std::move(json)));
  std::vector<float> widths;
  std::size_t points = 0;
  for (const auto& shape : shapesOf<PathsShape>(scene)) {
    widths.push_back(shape.width);
    points += shape.paths->points.size();
  }
  EXPECT_EQ(widths, (std::vector<float>{1, 2})) << "streets below major roads";
  EXPECT_LT(points, 70'000U) << "the second street is left out";
}

TEST_F(MapBackgroundTest, TilesLieWhereTheyBelong) {
  MapBackground background;
  std::vector<TileNumber> asked;
  const auto pixels = std::make_shared<const std::vector<Color>>(4);
  background.tile = [&](const TileNumber& number) {
    asked.push_back(number);
    return std::make_shared<const TilePicture>(TilePicture{2, 2, pixels});
  };
  background.mostZoom = 18;
  const Scene scene = paint(background);
  const auto images = shapesOf<ImageShape>(scene);
  ASSERT_EQ(images.size(), asked.size());
  ASSERT_FALSE(asked.empty());
  // 20 m a pixel at 47 degrees is between zooms 12 and 13: a tile of 256 pixels has 4.9 or 9.8 km of 29.3 at the
  // equator.
  EXPECT_EQ(asked.front().zoom, 12);
  const MapFrame frame({center, 20}, area);
  for (std::size_t i = 0; i < images.size(); ++i) {
    const double across = 1 << asked[i].zoom;
    const Point corner = frame.toScreen(MercatorPoint{asked[i].x / across, asked[i].y / across});
    EXPECT_NEAR(images[i].rect.x, corner.x, 0.6F);
    EXPECT_NEAR(images[i].rect.y, corner.y, 0.6F);
    EXPECT_TRUE(images[i].smooth);
  }
  // Beyond the zooms of the file the nearest are enlarged.
  asked.clear();
  background.mostZoom = 9;
  static_cast<void>(paint(background));
  EXPECT_EQ(asked.front().zoom, 9);
  // And a file of deep tiles alone shows nothing rather than thousands.
  asked.clear();
  background.leastZoom = background.mostZoom = 18;
  EXPECT_TRUE(shapesOf<ImageShape>(paint(background)).empty());
}

TEST(ClippedShapes, LinesComeInPieces) {
  const Rect to{0, 0, 10, 10};
  const auto pieces = clippedLine({{-5, 5}, {5, 5}, {5, 20}, {8, 20}, {8, 5}}, to);
  ASSERT_EQ(pieces.size(), 2U);
  EXPECT_EQ(pieces[0].size(), 3U);
  EXPECT_FLOAT_EQ(pieces[0].front().x, 0);
  EXPECT_FLOAT_EQ(pieces[0].back().y, 10);
  EXPECT_FLOAT_EQ(pieces[1].front().y, 10);
  EXPECT_TRUE(clippedLine({{-5, 5}, {-5, 8}}, to).empty());
  EXPECT_EQ(clippedLine({{1, 1}, {2, 2}, {3, 1}}, to).front().size(), 3U);
  EXPECT_EQ(clippedRing({{-5, -5}, {15, -5}, {15, 15}, {-5, 15}}, to).size(), 4U);
  EXPECT_TRUE(clippedRing({{20, 20}, {30, 20}, {30, 30}}, to).empty());
}

}  // namespace
}  // namespace sojourn::present
