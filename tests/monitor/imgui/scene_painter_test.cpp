// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/scene/scene_painter.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/monitor/headless_imgui.h"
#include "views/imgui/scene/scene_panel.h"
#include "views/imgui/scene/style.h"

namespace sojourn::imgui {
namespace {

using present::Color;
using present::Scene;

constexpr Color red{0xFF, 0, 0};

class ScenePainter : public ::testing::Test {
 protected:
  ScenePainter() {
    loadFonts();
    applyStyle(present::Theme::darkTheme(), 1);
  }

  /// The commands and vertices of a scene painted at (100, 50).
  void paint(const Scene& scene, float scale = 1, present::Rect visible = {0, 0, 500, 500}) {
    m_gui.frame([&] {
      ImDrawList& list = *ImGui::GetForegroundDrawList();
      paintScene(list, scene, {.origin = {100, 50}, .scale = scale, .visible = visible}, m_textures);
      m_vertices.assign(list.VtxBuffer.begin(), list.VtxBuffer.end());
      m_commands = list.CmdBuffer.Size;
      m_textures.endFrame();
    });
  }
  [[nodiscard]] ImRect bounds() const {
    ImRect area(1e9F, 1e9F, -1e9F, -1e9F);
    for (const ImDrawVert& vertex : m_vertices) area.Add(vertex.pos);
    return area;
  }

  test::HeadlessImGui m_gui;
  PixelTextures m_textures;
  std::vector<ImDrawVert> m_vertices;
  int m_commands = 0;
};

TEST_F(ScenePainter, BoxesLieOnWholePixelsAtAnyScale) {
  Scene scene;
  scene.shapes.emplace_back(present::BoxShape{.rect = {10.3F, 5.2F, 20, 8}, .fill = red, .stroke = {}});
  paint(scene);
  EXPECT_EQ(bounds().Min.x, 110);
  EXPECT_EQ(bounds().Min.y, 55);
  EXPECT_EQ(bounds().Max.x, 130);
  EXPECT_EQ(m_vertices.at(0).col, IM_COL32(0xFF, 0, 0, 0xFF));
  paint(scene, 2);
  EXPECT_EQ(bounds().Min.x, 121);
  EXPECT_EQ(bounds().Max.x, 161);
}

TEST_F(ScenePainter, WhatIsOutOfSightIsLeftOut) {
  Scene scene;
  for (int i = 0; i < 1000; ++i)
    scene.shapes.emplace_back(
        present::BoxShape{.rect = {0, static_cast<float>(i) * 10, 5, 5}, .fill = red, .stroke = {}});
  paint(scene, 1, {0, 100, 500, 50});
  EXPECT_LE(m_vertices.size(), 8U * 4U);
  EXPECT_GE(m_vertices.size(), 5U * 4U);
}

TEST_F(ScenePainter, AHeatMapIsOneTexture) {
  Scene scene;
  const auto pixels = std::make_shared<const std::vector<Color>>(50 * 40, red);
  scene.shapes.emplace_back(present::ImageShape{.rect = {0, 0, 100, 80}, .columns = 50, .rows = 40, .pixels = pixels});
  paint(scene);
  EXPECT_EQ(m_vertices.size(), 4U) << "not a rectangle a cell";
  EXPECT_EQ(m_textures.size(), 1U);
  paint(scene);
  EXPECT_EQ(m_textures.size(), 1U) << "the same picture is not handed over again";
  // Out of sight for long enough it goes.
  for (int i = 0; i < 70; ++i) paint({});
  EXPECT_EQ(m_textures.size(), 0U);
  // One that says more pixels than it has is not painted.
  std::get<present::ImageShape>(scene.shapes[0]).rows = 4000;
  paint(scene);
  EXPECT_TRUE(m_vertices.empty());
}

Scene dashedLine(std::vector<present::Point> points) {
  Scene scene;
  scene.shapes.emplace_back(present::LineShape{.points = std::move(points), .color = red, .width = 1, .dashed = true});
  return scene;
}

TEST_F(ScenePainter, DashesAreAsLongAsWhatIsLeftOut) {
  paint(dashedLine({{0, 10}, {60, 10}}));
  const std::size_t corners = m_vertices.size() / 10;
  EXPECT_EQ(m_vertices.size(), 10 * corners) << "a dash of three pixels every six";
  // Around a corner they go on where they were: a way of 60 in pieces of 7 is still ten dashes, some of them bent.
  std::vector<present::Point> pieces;
  for (int i = 0; i <= 60; i += 7) pieces.push_back({static_cast<float>(i), 10});
  pieces.push_back({60, 10});
  paint(dashedLine(pieces));
  EXPECT_GE(m_vertices.size(), 10 * corners);
  EXPECT_LE(m_vertices.size(), (10 + pieces.size()) * corners);
  EXPECT_NEAR(bounds().Max.x, 100 + 57, 1) << "the last dash begins at 54";
}

TEST_F(ScenePainter, OfALongDashedLineOnlyWhatIsInSightIsPainted) {
  const present::Rect visible{0, 0, 200, 100};
  paint(dashedLine({{0, 50}, {200, 50}}), 1, visible);
  const std::size_t across = m_vertices.size();
  // A chart that is zoomed in far: the same row, and a steep way through it.
  for (const float far : {1e5F, 1e9F, 1e15F, 3e38F}) {
    paint(dashedLine({{-far, 50}, {far, 50}}), 1, visible);
    EXPECT_LE(m_vertices.size(), across + across / 4) << far;
    paint(dashedLine({{0, -far}, {200, far}, {201, -far}}), 1, visible);
    EXPECT_LE(m_vertices.size(), 3 * across) << far;
  }
  paint(dashedLine({{-6e5F, 50}, {6e5F, 50}}), 1, visible);
  EXPECT_GE(m_vertices.size(), across) << "what is in sight is there";
  EXPECT_LE(bounds().Max.x, 100 + 200 + 10);
  EXPECT_GE(bounds().Min.x, 100 - 10);
}

TEST_F(ScenePainter, TextStandsWhereItsRectangleSays) {
  Scene scene;
  scene.shapes.emplace_back(present::TextShape{
      .rect = {0, 0, 200, 20}, .text = "epoch 8", .font = {.size = 13}, .color = red, .align = present::Align::Right});
  paint(scene);
  const ImRect right = bounds();
  EXPECT_NEAR(right.Max.x, 300, 3);
  EXPECT_GE(right.Min.y, 50);
  EXPECT_LE(right.Max.y, 70 + 2);
  std::get<present::TextShape>(scene.shapes[0]).upwards = true;
  std::get<present::TextShape>(scene.shapes[0]).rect = {0, 0, 20, 200};
  paint(scene);
  EXPECT_GT(bounds().GetHeight(), bounds().GetWidth());
  EXPECT_NEAR(bounds().GetHeight(), right.GetWidth(), 2);
}

TEST_F(ScenePainter, TextThatDoesNotFitEndsInAnEllipsis) {
  m_gui.frame([] {
    const present::Font font{.size = 13};
    EXPECT_EQ(elided("short", font, 200), "short");
    const std::string cut = elided("a name that is much too long for its tile", font, 80);
    EXPECT_TRUE(cut.ends_with("\u2026"));
    EXPECT_LE(ImGuiMeasurer().width(cut, font), 80.5F);
    // Never half a letter: each of these takes two bytes.
    const std::string letters = elided("ääääääääääääääääää", font, 60);
    EXPECT_EQ((letters.size() - 3) % 2, 0U);
  });
}

TEST_F(ScenePainter, WidthsAreOfTheEmNotOfTheLine) {
  m_gui.frame([] {
    // Inter's digits are tabular and 0.62 em wide.
    const float width = ImGuiMeasurer().width("0000000000", {.size = 100});
    EXPECT_NEAR(width, 620, 30);
  });
}

TEST_F(ScenePainter, ASceneScrollsAnswersAndSaysWhatLiesUnderThePointer) {
  Scene scene;
  scene.size = {300, 200};
  scene.contentSize = {300, 1000};
  scene.hits.push_back({.rect = {0, 900, 300, 50},
                        .focus = {},
                        .label = "the last",
                        .value = {},
                        .action = present::SelectRun{"there"}});
  std::string clicked;
  const auto draw = [&] {
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({320, 240});
    ImGui::Begin("w", nullptr, ImGuiWindowFlags_NoTitleBar);
    const SceneAnswer answer = showScene("scene", scene, m_textures);
    if (answer.clicked) clicked = answer.clicked->action->as<present::SelectRun>()->folder;
    ImGui::End();
  };
  for (int i = 0; i < 3; ++i) m_gui.frame(draw);
  m_gui.click({150, 120}, draw);
  EXPECT_TRUE(clicked.empty());
  for (int i = 0; i < 40; ++i) {
    ImGui::GetIO().AddMouseWheelEvent(0, -3);
    m_gui.frame(draw);
  }
  ImGuiWindow* child = test::HeadlessImGui::window("w/scene");
  ASSERT_NE(child, nullptr);
  EXPECT_EQ(child->Scroll.y, child->ScrollMax.y);
  // 1000 - (1000 - 925) from the top of the content.
  m_gui.click({150, child->Pos.y + 925 - child->Scroll.y}, draw);
  EXPECT_EQ(clicked, "there");
}

}  // namespace
}  // namespace sojourn::imgui
