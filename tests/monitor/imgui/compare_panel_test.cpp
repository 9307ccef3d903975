// SPDX-License-Identifier: GPL-3.0-or-later
// The table of runs as a person uses it: titles pressed and reached with the keys, boxes, groups, the question.
#include "views/imgui/panels/monitor_panels.h"

#include <gmock/gmock.h>

#include "tests/monitor/headless_imgui.h"
#include "tests/monitor/state/compared_runs.h"
#include "views/imgui/scene/style.h"
#include "views/monitor/state/panel_data.h"

namespace sojourn::monitor {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ComparePanels : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(m_runs.folder().settle());
    ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    imgui::loadFonts();
    imgui::applyStyle(present::Theme::light(), 1);
    for (int i = 0; i < 4; ++i) m_gui.frame(m_draw);
  }
  void draw() {
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({1500, 500});
    ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoDecoration);
    const imgui::PanelTools tools{
        .theme = present::Theme::light(), .text = m_text, .textures = m_textures, .confirmation = m_confirmation};
    const Compare& compare = m_runs.monitor().compare();
    handle(imgui::comparePanel(compare.table(), compare.sortedBy(), compare.descending(), compare.grouped(), tools));
    ImGui::End();
    handle(m_confirmation.draw());
  }
  void handle(const imgui::Asked& asked) {
    if (!asked) return;
    if (const auto* window = std::get_if<present::MonitorWindowAction>(&*asked))
      ImGui::SetClipboardText(std::get<present::CopyText>(*window).text.c_str());
    m_runs.act(*asked);
  }
  [[nodiscard]] static const ImGuiTable& table() {
    ImGuiWindow* panel = test::HeadlessImGui::window("panel");
    return *ImGui::TableFindByID(panel->GetID("compare"));
  }
  [[nodiscard]] static ImVec2 titleOf(std::size_t column) {
    const ImGuiTableColumn& at = table().Columns[static_cast<int>(column)];
    return {at.MinX + 12, table().OuterRect.Min.y + 8};
  }
  /// In the frame before, of which the table still knows its last line.
  [[nodiscard]] ImVec2 rowAt(std::size_t row, float x) {
    const float height = table().RowPosY2 - table().RowPosY1;
    const auto below = static_cast<float>(m_runs.table().rows.size() - 1 - row);
    return {x, (table().RowPosY1 + table().RowPosY2) / 2 - below * height};
  }

  test::ComparedRuns m_runs;
  test::HeadlessImGui m_gui;
  imgui::PixelTextures m_textures;
  imgui::ImGuiMeasurer m_text;
  imgui::Confirmation m_confirmation;
  std::function<void()> m_draw = [this] { draw(); };
};

TEST_F(ComparePanels, ATitleSortsAndTheNextOneIsReachedWithTheKeys) {
  m_gui.click(titleOf(0), m_draw);
  EXPECT_EQ(m_runs.monitor().compare().sortedBy(), 0);
  EXPECT_THAT(m_runs.names(), ElementsAre("a", "- a-s1", "- a-s2", "b"));
  m_gui.click(titleOf(0), m_draw);
  EXPECT_TRUE(m_runs.monitor().compare().descending());
  EXPECT_EQ(m_runs.names().front(), "b");
  m_gui.press(ImGuiKey_RightArrow, m_draw);
  m_gui.press(ImGuiKey_Space, m_draw);
  EXPECT_EQ(m_runs.monitor().compare().sortedBy(), 1);
}

TEST_F(ComparePanels, BoxesPutRunsIntoTheChartsAndTheArrowClosesAGroup) {
  const float box = table().OuterRect.Min.x + 10;
  // The selected run is in the charts in any case; "b", the first line, is not that.
  m_runs.act(present::SelectRun{m_runs.folder().id("a-s1")});
  m_gui.frame(m_draw);
  const bool before = m_runs.table().rows[0].chosen;
  m_gui.click(rowAt(0, box), m_draw);
  EXPECT_NE(m_runs.table().rows[0].chosen, before);
  m_gui.click(rowAt(1, box), m_draw);
  EXPECT_THAT(m_runs.names(), ElementsAre("b", "a"));
}

TEST_F(ComparePanels, TestFiguresAreShownOnceSomebodyAgrees) {
  const std::size_t column = test::ComparedRuns::columnOf(RunFigure::TestAccuracy);
  const auto shown = [&] { return m_runs.table().rows[0].cells[column].text; };
  const ImGuiTableColumn& at = table().Columns[static_cast<int>(column)];
  m_gui.click(rowAt(0, at.MinX + 14), m_draw);
  EXPECT_EQ(shown(), "hidden") << "it asks first";
  ImGuiWindow* box = test::HeadlessImGui::window("Confirm");
  ASSERT_NE(box, nullptr);
  ImVec2 yes;
  ASSERT_TRUE(m_gui.find(box, box->GetID("Reveal"), m_draw, yes));
  m_gui.click(yes, m_draw);
  EXPECT_TRUE(m_runs.folder().until([&] { return shown() == "48.5"; }));
  // The same place hides them again, without a question; that is no showing.
  for (int i = 0; i < 3; ++i) m_gui.frame(m_draw);
  const ImGuiTableColumn& now = table().Columns[static_cast<int>(column)];
  m_gui.click(rowAt(0, now.MinX + 14), m_draw);
  EXPECT_EQ(test::HeadlessImGui::window("Confirm"), nullptr);
  EXPECT_TRUE(m_runs.folder().until([&] { return shown() == "hidden"; }));
  EXPECT_EQ(m_runs.monitor().run(m_runs.folder().id("b"))->run->entry.notes.reveals, 1);
}

TEST_F(ComparePanels, TheTableIsCopied) {
  ImGuiWindow* panel = test::HeadlessImGui::window("panel");
  ImVec2 at;
  ASSERT_TRUE(m_gui.find(panel, panel->GetID("Copy table"), m_draw, at));
  m_gui.click(at, m_draw);
  EXPECT_THAT(m_gui.clipboard, HasSubstr("a-s2\tfinished\t"));
}

}  // namespace
}  // namespace sojourn::monitor
