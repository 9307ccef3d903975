// SPDX-License-Identifier: GPL-3.0-or-later
// The monitor on small screens, with large text and in a language of longer words: nothing is wider than its panel.
#include <string>

#include <gtest/gtest.h>

#include "model/core/translation.h"
#include "tests/monitor/headless_imgui.h"
#include "tests/monitor/watched_folder.h"
#include "views/imgui/shell/monitor_view.h"

namespace sojourn::monitor {
namespace {

/// Every word in brackets and 30 % longer.
std::string longerWords(std::string_view english) {
  std::string words;
  for (std::size_t at = 0; at < english.size();) {
    const auto isLetter = [&](std::size_t i) {
      return i < english.size() && std::isalpha(static_cast<unsigned char>(english[i])) != 0;
    };
    std::size_t end = at;
    while (isLetter(end)) ++end;
    if (end - at < 2) {
      words += english[at++];
      continue;
    }
    words += '[' + std::string(english.substr(at, end - at)) + std::string(((end - at) * 3 + 9) / 10, '~') + ']';
    at = end;
  }
  return words;
}

struct Screen {
  const char* name;
  float width, height, scale;
  bool longer;
};

class MonitorRoom : public ::testing::TestWithParam<Screen> {
 protected:
  void SetUp() override {
    if (GetParam().longer) setTranslation(longerWords);
    m_folder.add("fine", m_folder.options(RunState::Running, 3));
    m_folder.add("done", m_folder.options(RunState::Finished, 3));
    m_folder.add("dead", m_folder.options(RunState::Running, 3)).writeStatus(RunState::Running, false);
    ASSERT_TRUE(m_folder.settle());
    m_view = std::make_unique<imgui::MonitorView>(m_folder.monitor(), m_learning);
    m_view->begin(GetParam().scale);
    m_gui.beforeFrame = [this] { m_view->beforeFrame(); };
    frames();
  }
  void TearDown() override {
    m_gui.beforeFrame = {};
    m_view.reset();
    setTranslation(nullptr);
  }
  void frames() {
    for (int i = 0; i < 6; ++i) m_gui.frame([this] { m_view->draw({}); });
  }
  /// Windows that reach beyond the screen, and panels whose words reach beyond them.
  [[nodiscard]] static std::string cut() {
    std::string cut;
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
      if (!window->Active || window->Hidden || (window->Flags & ImGuiWindowFlags_HorizontalScrollbar) != 0) continue;
      const ImRect rect = window->Rect();
      const ImVec2 screen = ImGui::GetIO().DisplaySize;
      if (rect.Max.x > screen.x + 1 || rect.Max.y > screen.y + 1)
        cut += std::string(window->Name) + " leaves the screen\n";
      const float room = window->InnerRect.GetWidth() - 2 * window->WindowPadding.x;
      if (window->ContentSize.x > room + 1 && window->ScrollMax.x > 1)
        cut += std::string(window->Name) + " is " + std::to_string(window->ContentSize.x) + " wide in " +
               std::to_string(room) + '\n';
    }
    return cut;
  }

  test::WatchedFolder m_folder;
  Learning m_learning{{}, {}};
  test::HeadlessImGui m_gui{GetParam().width, GetParam().height};
  std::unique_ptr<imgui::MonitorView> m_view;
};

TEST_P(MonitorRoom, EveryPanelFits) {
  EXPECT_EQ(cut(), "");
  for (const imgui::Panel& panel : imgui::panels) {
    m_view->show(panel.id);
    frames();
    EXPECT_EQ(cut(), "") << panel.id;
  }
}

INSTANTIATE_TEST_SUITE_P(Screens, MonitorRoom,
                         ::testing::Values(Screen{"Small", 1366, 768, 1, false},
                                           Screen{"SmallLongerWords", 1366, 768, 1, true},
                                           Screen{"LargeText", 1600, 1000, 1.5F, false},
                                           Screen{"LargeTextLongerWords", 1600, 1000, 1.5F, true}),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace sojourn::monitor
