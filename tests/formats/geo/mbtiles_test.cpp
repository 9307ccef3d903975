// SPDX-License-Identifier: GPL-3.0-or-later
// MBTiles: tiles by their number, what the file says of itself, and files that are hostile or something else.
#include "model/formats/geo/mbtiles.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/made_tiles.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using ::testing::HasSubstr;

class MbTilesTest : public ::testing::Test {
 protected:
  std::filesystem::path make(const std::string& statements) {
    const std::filesystem::path file = m_folder / ("tiles" + std::to_string(m_files++) + ".mbtiles");
    test::makeTiles(file, statements);
    return file;
  }
  std::string refusal(const std::string& statements) {
    const auto tiles = MbTiles::open(make(statements));
    EXPECT_FALSE(tiles);
    return tiles ? std::string() : tiles.error().what;
  }
  test::TempFolder m_folder;
  int m_files = 0;
};

const char* const tables = test::tileTables;
// Tile 1/0 of zoom 1 at the north: row 1 counted from the south.
constexpr const char* northTile = "INSERT INTO tiles VALUES (1, 0, 1, X'89504E470D0A1A0A00');";

TEST_F(MbTilesTest, FindsTilesFromTheNorth) {
  const auto tiles = MbTiles::open(make(std::string(tables) + northTile +
                                        "INSERT INTO metadata VALUES ('name', 'City'), ('format', 'png'), "
                                        "('attribution', '&copy; <a href=\"https://example.org\">Mappers</a>');"));
  ASSERT_TRUE(tiles) << tiles.error().what;
  EXPECT_EQ((*tiles)->name(), "City");
  EXPECT_EQ((*tiles)->attribution(), "\u00A9 Mappers");
  EXPECT_EQ((*tiles)->leastZoom(), 1) << "as the tiles are, where the metadata says nothing";
  EXPECT_EQ((*tiles)->mostZoom(), 1);
  EXPECT_EQ((*tiles)->tile({1, 0, 0})->size(), 9U);
  EXPECT_TRUE((*tiles)->tile({1, 0, 1})->empty());
  EXPECT_TRUE((*tiles)->tile({1, 2, 0})->empty()) << "beyond the world";
  EXPECT_TRUE((*tiles)->tile({40, 0, 0})->empty());
}

TEST_F(MbTilesTest, RefusesVectorTilesAndOtherFiles) {
  EXPECT_THAT(refusal(std::string(tables) + northTile + "INSERT INTO metadata VALUES ('format', 'pbf');"),
              HasSubstr("vector tiles"));
  EXPECT_THAT(refusal(std::string(tables) + "INSERT INTO metadata VALUES ('format', 'gif');"), HasSubstr("gif"));
  EXPECT_THAT(refusal(tables), HasSubstr("no tiles"));
  EXPECT_THAT(refusal("CREATE TABLE other (a);"), HasSubstr("metadata"));
  const std::filesystem::path text = m_folder / "a.mbtiles";
  std::ofstream(text) << "<html>not found</html>";
  const auto page = MbTiles::open(text);
  ASSERT_FALSE(page);
  EXPECT_THAT(page.error().what, HasSubstr("web page"));
  EXPECT_FALSE(MbTiles::open(m_folder / "missing.mbtiles"));
  const auto unsaid = MbTiles::open(make(std::string(tables) + "INSERT INTO tiles VALUES (0, 0, 0, X'1F8B0800');"));
  ASSERT_TRUE(unsaid);
  const auto packed = (*unsaid)->tile({0, 0, 0});
  ASSERT_FALSE(packed);
  EXPECT_THAT(packed.error().what, HasSubstr("vector tiles"));
}

TEST_F(MbTilesTest, HostileFilesEnd) {
  // A view that never ends.
  const auto endless = MbTiles::open(make(
      "CREATE TABLE metadata (name TEXT, value TEXT);"
      "INSERT INTO metadata VALUES ('minzoom', '0'), ('maxzoom', '3');"
      "CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 0 AS zoom_level, "
      "0 AS tile_column, i % 5 AS tile_row, NULL AS tile_data FROM n WHERE i % 7 = 9;"));
  ASSERT_TRUE(endless) << endless.error().what;
  EXPECT_FALSE((*endless)->tile({0, 0, 0})) << "stopped after so many steps";
  const auto large =
      MbTiles::open(make(std::string(tables) + "INSERT INTO tiles VALUES (0, 0, 0, zeroblob(5000000));"));
  ASSERT_TRUE(large);
  EXPECT_FALSE((*large)->tile({0, 0, 0}));
  // Cut off in the middle.
  const std::filesystem::path whole = make(std::string(tables) + northTile);
  std::filesystem::resize_file(whole, std::filesystem::file_size(whole) / 2);
  const auto cut = MbTiles::open(whole);
  EXPECT_TRUE(!cut || !(*cut)->tile({1, 0, 0}));
}

}  // namespace
}  // namespace sojourn
