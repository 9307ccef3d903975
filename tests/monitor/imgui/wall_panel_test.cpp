// SPDX-License-Identifier: GPL-3.0-or-later
// The wall is painted again only where something has changed.
#include <gtest/gtest.h>

#include "tests/monitor/headless_imgui.h"
#include "views/imgui/panels/monitor_panels.h"
#include "views/imgui/scene/style.h"

namespace sojourn::imgui {
namespace {

class WallPanel : public ::testing::Test {
 protected:
  WallPanel() {
    loadFonts();
    applyStyle(present::Theme::darkTheme(), 1);
    for (int i = 0; i < 3; ++i) {
      present::RunTile tile;
      tile.id = "/runs/" + std::to_string(i);
      tile.name = "run-" + std::to_string(i);
      wall.tiles.push_back(tile);
    }
    wall.version = 1;
  }
  void draw(float width = 1000, const present::Theme& theme = present::Theme::darkTheme()) {
    m_gui.frame([&] {
      ImGui::SetNextWindowPos({0, 0});
      ImGui::SetNextWindowSize({width, 600});
      ImGui::Begin("wall");
      const PanelTools tools{.theme = theme, .text = m_text, .textures = m_textures, .confirmation = m_confirmation};
      static_cast<void>(wallPanel(wall, counts, options, tools));
      ImGui::End();
      m_textures.endFrame();
    });
  }
  /// Whether the frame made another picture: a mark is left in the one that is kept.
  bool repaints(float width = 1000, const present::Theme& theme = present::Theme::darkTheme()) {
    options.painted.scene.summary = "kept";
    draw(width, theme);
    return options.painted.scene.summary != "kept";
  }

  test::HeadlessImGui m_gui;
  ImGuiMeasurer m_text;
  PixelTextures m_textures;
  Confirmation m_confirmation;
  present::RunWall wall;
  std::vector<present::TileCount> counts;
  WallOptions options;
};

TEST_F(WallPanel, KeepsItsPictureUntilSomethingChanges) {
  draw();
  draw();
  EXPECT_FALSE(repaints());
  wall.tiles[0].name = "another";
  wall.version = 2;
  EXPECT_TRUE(repaints());
  EXPECT_FALSE(repaints());
  EXPECT_TRUE(repaints(700));
  EXPECT_FALSE(repaints(700));
  EXPECT_TRUE(repaints(700, present::Theme::light()));
  EXPECT_FALSE(repaints(700, present::Theme::light()));
  // Nobody says whether it has changed.
  wall.version = 0;
  EXPECT_TRUE(repaints(700, present::Theme::light()));
  EXPECT_TRUE(repaints(700, present::Theme::light()));
}

TEST_F(WallPanel, TilesStayInTheirPlaceWhileTheOrderIsKept) {
  counts = {{.word = "running", .icon = "play", .severity = present::RunSeverity::Good, .count = 2}};
  for (const float width : {1000.0F, 300.0F, 150.0F}) {
    wall.held = false;
    draw(width);
    draw(width);
    const float height = options.painted.room.height;
    wall.held = true;
    draw(width);
    draw(width);
    EXPECT_FLOAT_EQ(options.painted.room.height, height) << width;
  }
}

}  // namespace
}  // namespace sojourn::imgui
