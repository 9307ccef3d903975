// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of many points: nothing of their height is lost, and they cost what their pixels cost.
#include "views/imgui/charts/chart_picture.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "tests/monitor/headless_imgui.h"
#include "views/imgui/scene/scene_painter.h"
#include "views/present/chart/dense_line.h"

namespace sojourn::imgui {
namespace {

class DenseLine : public ::testing::Test {
 protected:
  std::vector<ImDrawVert> draw(const std::vector<ImVec2>& points, float width = 1) {
    std::vector<ImDrawVert> vertices;
    m_gui.frame([&] {
      ImDrawList& list = *ImGui::GetForegroundDrawList();
      drawDenseLine(list, points, IM_COL32_WHITE, width);
      vertices.assign(list.VtxBuffer.begin(), list.VtxBuffer.end());
    });
    return vertices;
  }

  test::HeadlessImGui m_gui;
};

TEST_F(DenseLine, ANoisyColumnIsOneBlockFromItsHighestToItsLowest) {
  const std::vector<ImVec2> points{{10.1F, 50}, {10.3F, 20}, {10.6F, 90}, {10.9F, 55}};
  const auto vertices = draw(points);
  ASSERT_EQ(vertices.size(), 4U);
  const auto [left, right] = std::ranges::minmax(vertices, {}, [](const ImDrawVert& v) { return v.pos.x; });
  const auto [top, bottom] = std::ranges::minmax(vertices, {}, [](const ImDrawVert& v) { return v.pos.y; });
  EXPECT_EQ(left.pos.x, 10);
  EXPECT_EQ(right.pos.x, 11);
  EXPECT_EQ(top.pos.y, 19.5F);
  EXPECT_EQ(bottom.pos.y, 90.5F);
}

TEST_F(DenseLine, BlocksSideBySideTouch) {
  std::vector<ImVec2> points;
  for (const float y : {10.0F, 30.0F, 20.0F}) points.push_back({5.5F, y});
  for (const float y : {70.0F, 90.0F, 80.0F}) points.push_back({6.5F, y});
  for (const float y : {15.0F, 25.0F, 18.0F}) points.push_back({7.5F, y});
  const auto vertices = draw(points);
  ASSERT_EQ(vertices.size(), 12U);
  // The second reaches up to where the first ended, the third down to where the second did.
  EXPECT_EQ(vertices[4].pos.y, 19.5F);
  EXPECT_EQ(vertices[6].pos.y, 90.5F);
  EXPECT_EQ(vertices[8].pos.y, 14.5F);
  EXPECT_EQ(vertices[10].pos.y, 80.5F);
}

TEST_F(DenseLine, ABlockIsJoinedToTheLineAroundIt) {
  const std::vector<ImVec2> points{{2, 40}, {20.2F, 40}, {20.4F, 10}, {20.6F, 80}, {40, 60}, {60, 60}};
  const auto vertices = draw(points);
  const auto reaches = [&](float x, float y) {
    return std::ranges::any_of(
        vertices, [&](const ImDrawVert& v) { return std::fabs(v.pos.x - x) < 3 && std::fabs(v.pos.y - y) < 3; });
  };
  EXPECT_TRUE(reaches(2, 40) && reaches(20.2F, 40));   // up to the block's first point
  EXPECT_TRUE(reaches(20.6F, 80) && reaches(60, 60));  // from its last one on
  EXPECT_TRUE(reaches(20, 9.5F) && reaches(21, 80.5F));
}

TEST_F(DenseLine, FewPointsAndSmoothOnesStayAnOrdinaryLine) {
  std::vector<ImVec2> few;
  for (int i = 0; i < 50; ++i) few.push_back({static_cast<float>(i) * 4, 50 + 40 * std::sin(static_cast<float>(i))});
  std::size_t ordinary = 0;
  m_gui.frame([&] {
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    list.AddPolyline(few.data(), static_cast<int>(few.size()), IM_COL32_WHITE, 1);
    ordinary = static_cast<std::size_t>(list.VtxBuffer.Size);
  });
  EXPECT_EQ(draw(few).size(), ordinary);
  // A slope that rises by less than a pixel in each column keeps its soft edges: no blocks, two points a column.
  std::vector<ImVec2> slope;
  for (int i = 0; i < 400; ++i) slope.push_back({static_cast<float>(i) * 0.125F, static_cast<float>(i) * 0.1F});
  const auto vertices = draw(slope);
  EXPECT_GT(vertices.size(), 50U);
  EXPECT_LE(vertices.size(), 100U * 4U);
  EXPECT_TRUE(draw({}).empty());
  EXPECT_TRUE(draw({{3, 3}}).empty());
}

TEST_F(DenseLine, ASpikeOfAMillionStepsIsSeenAndTheCostIsThatOfThePixels) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> noise(100, 200);
  std::vector<ImVec2> points;
  for (int i = 0; i < 600 * 4; ++i) points.push_back({static_cast<float>(i) / 4, noise(random)});
  points[1001].y = 3;
  const auto vertices = draw(points);
  EXPECT_LE(vertices.size(), 600U * 4U);
  EXPECT_TRUE(std::ranges::any_of(vertices, [](const ImDrawVert& v) { return v.pos.y == 2.5F && v.pos.x == 250; }));
}

TEST_F(DenseLine, CrowdedDashesCostLessThanTheWholeLineAndKeepItsHeight) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> noise(100, 300);
  std::vector<ImVec2> points;
  for (int i = 0; i < 600 * 4; ++i) points.push_back({40 + static_cast<float>(i) / 4, noise(random)});
  ASSERT_TRUE(present::isDense<ImVec2>(points));
  points[1000].y = 20;  // x 290: in a dash
  ASSERT_EQ(static_cast<int>(290 / 5) % 2, 0);
  std::vector<ImDrawVert> dashes;
  m_gui.frame([&] {
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    drawDenseDashes(list, points, IM_COL32_WHITE, 1, 5);
    dashes.assign(list.VtxBuffer.begin(), list.VtxBuffer.end());
  });
  // Dashes along the path, as they are drawn where they can be distinguished.
  std::size_t along = 0;
  m_gui.frame([&] {
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    present::LineShape line{.points = {}, .color = {}, .width = 1, .dashed = true};
    for (const ImVec2& point : points) line.points.push_back({point.x, point.y});
    present::Scene scene;
    scene.shapes.emplace_back(std::move(line));
    PixelTextures none;
    paintScene(list, scene, {.origin = {}, .scale = 1, .visible = {0, 0, 2000, 2000}}, none);
    along = static_cast<std::size_t>(list.VtxBuffer.Size);
  });
  RecordProperty("along", static_cast<int>(along));
  RecordProperty("dashes", static_cast<int>(dashes.size()));
  EXPECT_GT(along, 100'000U);
  EXPECT_LE(dashes.size(), 600U / 2 * 4U);
  EXPECT_LE(dashes.size(), draw(points).size() / 2 + 40);
  // Every other five pixels, up to the spike.
  for (const ImDrawVert& vertex : dashes) {
    const int column = static_cast<int>(vertex.pos.x) - 40;
    EXPECT_TRUE(column % 10 <= 5) << vertex.pos.x;
  }
  EXPECT_TRUE(std::ranges::any_of(dashes, [](const ImDrawVert& v) { return v.pos.y == 19.5F && v.pos.x == 290; }));
  EXPECT_TRUE(std::ranges::none_of(dashes, [](const ImDrawVert& v) { return v.pos.x > 46 && v.pos.x < 50; }));
}

TEST_F(DenseLine, OnlyPointsThatStandCloseAreDense) {
  std::vector<ImVec2> points;
  for (int i = 0; i < 100; ++i) points.push_back({static_cast<float>(i) * 3, static_cast<float>(i % 2) * 50});
  EXPECT_FALSE(present::isDense<ImVec2>(points));
  for (ImVec2& point : points) point.x /= 2;
  EXPECT_TRUE(present::isDense<ImVec2>(points));
  EXPECT_FALSE(present::isDense<ImVec2>({}));
  EXPECT_FALSE(present::isDense<ImVec2>(std::vector<ImVec2>{{1, 1}, {1, 5}}));
}

}  // namespace
}  // namespace sojourn::imgui
