// SPDX-License-Identifier: GPL-3.0-or-later
// The Learning panel as a person uses it: another run chosen beside, played, scrubbed, at several widths.
#include "views/imgui/shell/learning_panel.h"

#include <gmock/gmock.h>

#include "tests/monitor/headless_imgui.h"
#include "tests/monitor/replay/learning_pair.h"
#include "views/imgui/scene/style.h"

namespace sojourn::monitor {
namespace {

class LearningPanels : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(m_pair.settle());
    ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    imgui::loadFonts();
    imgui::applyStyle(present::Theme::darkTheme(), 1);
    m_pair.show(m_learning, "short", "");
    frames(3);
  }
  void frames(int count) {
    for (int i = 0; i < count; ++i) m_gui.frame(m_draw);
  }
  void draw() {
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(m_size);
    ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoDecoration);
    m_learning.followRuns(m_pair.monitor().runs(), m_pair.id("short"), m_pair.monitor().plots());
    m_panel.draw(
        m_learning,
        {.theme = present::Theme::darkTheme(), .text = m_text, .textures = m_textures, .confirmation = m_confirmation});
    ImGui::End();
    m_textures.endFrame();
  }
  ImVec2 where(const char* item) {
    ImGuiWindow* panel = test::HeadlessImGui::window("panel");
    ImVec2 at{-1, -1};
    EXPECT_TRUE(m_gui.find(panel, panel->GetID(item), m_draw, at)) << item;
    return at;
  }
  void chooseLong() {
    m_gui.click(where("##beside"), m_draw);
    m_gui.press(ImGuiKey_DownArrow, m_draw);
    m_gui.press(ImGuiKey_Enter, m_draw);
    m_pair.show(m_learning, "short", "long");
    frames(3);
  }
  /// The windows of pictures whose names hold the text, as they lie.
  [[nodiscard]] static std::vector<ImRect> placed(const std::string& part) {
    std::vector<ImRect> found;
    for (const ImGuiWindow* one : ImGui::GetCurrentContext()->Windows) {
      const std::string name = one->Name;
      const bool content =
          one->Active && name.find("/" + part + "_") != std::string::npos && name.find("/scene_") == std::string::npos;
      if (content) found.push_back(one->Rect());
    }
    return found;
  }

  test::LearningPair m_pair;
  Learning m_learning{{}, {}};
  test::HeadlessImGui m_gui;
  imgui::PixelTextures m_textures;
  imgui::ImGuiMeasurer m_text;
  imgui::Confirmation m_confirmation;
  imgui::LearningPanel m_panel;
  ImVec2 m_size{1300, 800};
  std::function<void()> m_draw = [this] { draw(); };
};

TEST_F(LearningPanels, ARunIsChosenBesideWithTheKeys) {
  EXPECT_FALSE(m_learning.two());
  m_gui.click(where("##beside"), m_draw);
  m_gui.press(ImGuiKey_DownArrow, m_draw);
  m_gui.press(ImGuiKey_Enter, m_draw);
  EXPECT_EQ(m_learning.besideChosen(), m_pair.id("long"));
  m_pair.show(m_learning, "short", "long");
  frames(3);
  const auto heads = placed("head");
  ASSERT_EQ(heads.size(), 2U);
  EXPECT_FLOAT_EQ(heads[0].Min.y, heads[1].Min.y) << "side by side";
  EXPECT_LE(std::min(heads[0].Max.x, heads[1].Max.x), std::max(heads[0].Min.x, heads[1].Min.x));
  EXPECT_EQ(placed("bias").size(), 1U) << "one chart for both";
  EXPECT_EQ(placed("gate").size(), 2U);
  EXPECT_GT(m_textures.size(), 30U) << "matrices, 16 maps and 16 changes are textures";
}

TEST_F(LearningPanels, TheDifferenceIsTakenOffAndPlayGoesThroughBoth) {
  chooseLong();
  m_gui.click(where("###minus"), m_draw);
  EXPECT_FALSE(m_learning.minus());
  EXPECT_EQ(m_learning.besideReplay().a(), 5U);
  // At the end it starts again.
  m_gui.click(where("Play##play"), m_draw);
  EXPECT_EQ(m_learning.at(), 0U);
  EXPECT_TRUE(m_panel.nextFrame().has_value());
  for (int i = 0; i < 60 * 3 && m_panel.nextFrame(); ++i) frames(1);
  EXPECT_FALSE(m_panel.nextFrame().has_value()) << "it has come to the end";
  EXPECT_EQ(m_learning.replay().b(), 3U);
  EXPECT_EQ(m_learning.besideReplay().b(), 5U);
}

TEST_F(LearningPanels, WhereItIsNarrowTheRunsStandBelowEachOther) {
  chooseLong();
  m_size = {380, 800};
  frames(3);
  const auto heads = placed("head");
  ASSERT_FALSE(heads.empty());
  EXPECT_GT(heads[0].GetWidth(), 340);
  const auto narrow = placed("pointer");
  m_size = {600, 900};
  frames(3);
  const auto two = placed("pointer");
  ASSERT_EQ(two.size(), 2U);
  EXPECT_FLOAT_EQ(two[0].Min.y, two[1].Min.y);
  EXPECT_LT(two[0].GetWidth(), 300);
  ASSERT_FALSE(narrow.empty());
  EXPECT_GT(narrow[0].GetWidth(), two[0].GetWidth());
  for (const ImRect& one : narrow) EXPECT_GT(one.GetWidth(), 340);
  // Without the list of probes they are chosen above.
  EXPECT_TRUE(placed("probes").empty());
  m_gui.click(where("##probe"), m_draw);
  m_gui.press(ImGuiKey_DownArrow, m_draw);
  m_gui.press(ImGuiKey_Enter, m_draw);
  EXPECT_EQ(m_learning.replay().probe(), 1U);
  EXPECT_EQ(m_learning.besideReplay().probe(), 1U);
}

}  // namespace
}  // namespace sojourn::monitor
