// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles become pictures; those that cannot are missing, and the first is said.
#include "views/qt/scene/map_tiles.h"

#include "tests/gui/window_fixture.h"
#include "tests/support/made_tiles.h"
#include "tests/support/temp_folder.h"

namespace sojourn::test {
namespace {

class MapTilesTest : public WindowTest {
 protected:
  std::shared_ptr<session::MapBackground> background(const std::string& tiles) {
    const auto file = m_folder / ("city" + std::to_string(m_files++) + ".mbtiles");
    makeTiles(file, std::string(tileTables) + tiles);
    auto opened = MbTiles::open(file);
    EXPECT_TRUE(opened) << opened.error().sentence();
    auto made = std::make_shared<session::MapBackground>();
    if (opened) made->tiles = std::move(*opened);
    return made;
  }
  std::size_t bannersAboutTiles() {
    return static_cast<std::size_t>(
        std::ranges::count_if(workspace().banners().all(), [](const session::Banner& banner) {
          return banner.error.what.find("holds tiles that are no pictures") != std::string::npos;
        }));
  }
  TempFolder m_folder;
  int m_files = 0;
};

// One pixel as WebP without loss.
constexpr const char* webp = "X'524946461a000000574542505650384c0d0000002f00000010071011118888fe0700'";
constexpr const char* notPng = "X'89504E470D0A1A0A00'";

TEST_F(MapTilesTest, ReadsWebP) {
  bool changed = false;
  qt::MapTiles tiles(workspace(), [&] { changed = true; });
  const auto file = background(std::string("INSERT INTO tiles VALUES (0, 0, 0, ") + webp + ");");
  EXPECT_EQ(tiles.shown(file).tile({0, 0, 0}), nullptr) << "it is read first";
  ASSERT_TRUE(waitFor([&] { return changed; }));
  const auto picture = tiles.shown(file).tile({0, 0, 0});
  ASSERT_NE(picture, nullptr);
  EXPECT_EQ(picture->columns, 1);
  EXPECT_EQ(bannersAboutTiles(), 0U);
}

TEST_F(MapTilesTest, SaysOnceThatTilesCannotBeShown) {
  qt::MapTiles tiles(workspace(), [] {});
  const auto file = background(std::string("INSERT INTO tiles VALUES (1, 0, 0, ") + notPng + "), (1, 1, 0, " + notPng +
                               ");");
  const auto shown = tiles.shown(file);
  for (int x = 0; x < 2; ++x)
    for (int y = 0; y < 2; ++y) EXPECT_EQ(shown.tile({1, x, y}), nullptr);
  ASSERT_TRUE(waitFor([&] { return tiles.settled(); }));
  EXPECT_EQ(bannersAboutTiles(), 1U);
}

}  // namespace
}  // namespace sojourn::test
