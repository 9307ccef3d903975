// SPDX-License-Identifier: GPL-3.0-or-later
// The whole monitor without a window: tiles, buttons, filter and keys as a person uses them.
#include "views/imgui/shell/monitor_view.h"

#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>

#include "tests/monitor/headless_imgui.h"
#include "tests/monitor/watched_folder.h"
#include "views/imgui/scene/style.h"
#include "views/monitor/state/panel_data.h"

namespace sojourn::monitor {
namespace {

class MonitorViews : public ::testing::Test {
 protected:
  void SetUp() override {
    // A run's colour follows from its id: these differ.
    const auto options = [this](const char* id, RunState state, std::int64_t epochs = 3) {
      test::FakeRunOptions made = m_folder.options(state, epochs);
      made.id = id;
      return made;
    };
    m_folder.add("fine", options("00000042-0000-4000-8000-000000000000", RunState::Running));
    m_folder.add("old", options("00000001-0000-4000-8000-000000000000", RunState::Finished));
    m_folder.add("dead", options("00000002-0000-4000-8000-000000000000", RunState::Running))
        .writeStatus(RunState::Running, false);
    auto rising = options("00000011-0000-4000-8000-000000000000", RunState::Running, 7);
    rising.loss = [](std::int64_t e) { return 3.0 + 0.1 * static_cast<double>(e); };
    m_folder.add("heart", rising);
    ASSERT_TRUE(m_folder.settle());
    m_view = std::make_unique<imgui::MonitorView>(m_folder.monitor(), m_learning);
    m_view->begin(1);
    m_gui.beforeFrame = [this] { m_view->beforeFrame(); };
    for (int i = 0; i < 5; ++i) frame();
  }
  void TearDown() override {
    m_gui.beforeFrame = {};
    m_view.reset();
  }
  /// What Ctrl+K offers under these words, chosen.
  void command(const char* text) {
    m_gui.press(ImGuiKey_K, m_draw, ImGuiMod_Ctrl);
    for (int i = 0; i < 3; ++i) frame();
    m_gui.type(text, m_draw);
    m_gui.press(ImGuiKey_Enter, m_draw);
    for (int i = 0; i < 3; ++i) frame();
  }

  void frame() { m_gui.frame(m_draw); }
  [[nodiscard]] Monitor& monitor() { return m_folder.monitor(); }

  void press(ImGuiWindow* window, ImGuiID item) {
    ASSERT_NE(window, nullptr);
    ImVec2 at;
    ASSERT_TRUE(m_gui.find(window, item, m_draw, at));
    m_gui.click(at, m_draw);
    m_folder.monitor().update(wallNow());
    frame();
  }
  /// A colour anywhere in what is drawn.
  [[nodiscard]] static bool drawn(present::Color color) {
    for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists)
      for (const ImDrawVert& vertex : list->VtxBuffer)
        if (vertex.col == imgui::toColor(color)) return true;
    return false;
  }

  test::WatchedFolder m_folder;
  Learning m_learning{{}, {}};
  test::HeadlessImGui m_gui;
  std::unique_ptr<imgui::MonitorView> m_view;
  std::function<void()> m_draw = [this] { m_view->draw({}); };
};

TEST_F(MonitorViews, EveryPanelIsDockedAndTheFirstOfEachStackInFront) {
  for (const char* name : {"###wall", "###alerts", "###run", "###log"}) {
    const ImGuiWindow* window = test::HeadlessImGui::window(name);
    ASSERT_NE(window, nullptr) << name;
    EXPECT_TRUE(window->DockIsActive && window->DockTabIsVisible) << name;
  }
  EXPECT_FALSE(test::HeadlessImGui::window("###controls")->DockTabIsVisible);
  EXPECT_GT(test::HeadlessImGui::window("###wall")->Size.x, 1100);
  // The stalled tile's head and the running one's stripe.
  EXPECT_TRUE(drawn(present::Theme::darkTheme().warnGround));
  EXPECT_TRUE(drawn(present::Theme::darkTheme().ok));
}

TEST_F(MonitorViews, AClickOnATileSelectsItsRun) {
  EXPECT_EQ(monitor().selected(), m_folder.id("dead"));
  const ImGuiWindow* tiles = test::HeadlessImGui::window("/tiles");
  ASSERT_NE(tiles, nullptr);
  // The second tile in the order of need.
  m_gui.click({tiles->Pos.x + 450, tiles->Pos.y + 100}, m_draw);
  m_folder.monitor().update(wallNow());
  EXPECT_EQ(monitor().selected(), m_folder.id("heart"));
  frame();
  EXPECT_NE(test::HeadlessImGui::window("heart###run"), nullptr);
  m_gui.press(ImGuiKey_PageDown, m_draw);
  EXPECT_EQ(monitor().selected(), m_folder.id("fine"));
  m_gui.press(ImGuiKey_PageUp, m_draw);
  EXPECT_EQ(monitor().selected(), m_folder.id("heart"));
}

TEST_F(MonitorViews, TheOrderAndTheFilterAreAtHand) {
  ImGuiWindow* wall = test::HeadlessImGui::window("###wall");
  press(wall, wall->GetID("By name"));
  EXPECT_EQ(monitor().order(), WallOrder::Name);
  EXPECT_EQ(monitor().wall().tiles.front().name, "dead");
  m_gui.press(ImGuiKey_F, m_draw, ImGuiMod_Ctrl);
  frame();
  m_gui.type("state:stalled", m_draw);
  EXPECT_EQ(monitor().filter(), "state:stalled");
  ASSERT_EQ(monitor().wall().tiles.size(), 1U);
  EXPECT_EQ(monitor().wall().tiles[0].name, "dead");
  // A letter in the field is no key of the wall.
  m_gui.press(ImGuiKey_PageDown, m_draw);
  EXPECT_EQ(monitor().selected(), m_folder.id("dead"));
}

TEST_F(MonitorViews, QuietIsOneButtonAway) {
  ASSERT_EQ(monitor().alerts().size(), 2U);
  ImGuiWindow* card = test::HeadlessImGui::window(m_folder.id("dead"));
  ASSERT_NE(card, nullptr);
  press(card, ImHashStr("Mute", 0, ImHashStr("buttons", 0, card->ID)));
  EXPECT_EQ(monitor().alerts().size(), 1U);
  EXPECT_EQ(monitor().mutedAlerts().size(), 1U);
  // And the command that resumes it is in the clipboard at a press.
  m_folder.monitor().act(present::MuteRun{m_folder.id("dead"), false});
  m_folder.monitor().update(wallNow());
  frame();
  press(card, ImHashStr("Copy command", 0, ImHashStr("buttons", 0, card->ID)));
  EXPECT_EQ(m_gui.clipboard, "sojourn train --resume --run-dir " + m_folder.id("dead"));
}

TEST_F(MonitorViews, StopAsksFirstAndIsSentWhenConfirmed) {
  m_folder.monitor().select(m_folder.id("heart"));
  m_folder.monitor().update(wallNow());
  frame();
  const std::filesystem::path control = std::filesystem::path(m_folder.id("heart")) / "control";
  const auto sent = [&] { return std::filesystem::exists(control) && !std::filesystem::is_empty(control); };
  ImGuiWindow* run = test::HeadlessImGui::window("###run");
  const ImGuiID stop = ImHashStr("Stop\u2026", 0, ImHashStr("commands", 0, run->ID));
  press(run, stop);
  ImGuiWindow* question = test::HeadlessImGui::window("Confirm");
  ASSERT_NE(question, nullptr);
  frame();
  press(question, question->GetID("Cancel"));
  EXPECT_EQ(test::HeadlessImGui::window("Confirm"), nullptr);
  EXPECT_FALSE(sent());
  press(run, stop);
  question = test::HeadlessImGui::window("Confirm");
  ASSERT_NE(question, nullptr);
  frame();
  press(question, question->GetID("Stop"));
  EXPECT_TRUE(m_folder.until(sent));
  EXPECT_EQ(monitor().sent().at(0).command, "stop");
}

TEST_F(MonitorViews, TheLearningRateFollowsTheRunUntilOneTypes) {
  m_folder.monitor().select(m_folder.id("fine"));
  m_folder.monitor().update(wallNow());
  for (int i = 0; i < 3; ++i) frame();
  const auto step = [this](std::int64_t number, double rate) {
    m_folder.at("fine").append(StepEvent{.step = number, .epoch = 4, .loss = 3, .learningRate = rate});
    ASSERT_TRUE(m_folder.until([&] { return monitor().card().rate == rate; }));
    for (int i = 0; i < 3; ++i) frame();
  };
  step(61, 1.43e-3);
  EXPECT_EQ(m_view->rateText(), "0.00143");
  step(62, 2e-5);
  EXPECT_EQ(m_view->rateText(), "2e-05") << "not what it was when the run was selected";
  ImGuiWindow* run = test::HeadlessImGui::window("###run");
  ImVec2 at;
  ASSERT_TRUE(m_gui.find(run, run->GetID("##rate"), m_draw, at));
  m_gui.click(at, m_draw);
  m_gui.press(ImGuiKey_A, m_draw, ImGuiMod_Ctrl);
  m_gui.type("0.01", m_draw);
  step(63, 1e-4);
  EXPECT_EQ(m_view->rateText(), "0.01");
  m_gui.press(ImGuiKey_Enter, m_draw);
  frame();
  ImGuiWindow* question = test::HeadlessImGui::window("Confirm");
  ASSERT_NE(question, nullptr);
  frame();
  press(question, question->GetID("Set"));
  EXPECT_EQ(monitor().sent().at(0).command, "set learning rate 0.01");
  frame();
  EXPECT_EQ(m_view->rateText(), "0.0001") << "it follows again";
}

TEST_F(MonitorViews, TheOrderIsKeptWhileThePointerIsOverTheWall) {
  const auto first = [this] { return monitor().wall().tiles.front().name; };
  EXPECT_EQ(first(), "dead");
  const ImGuiWindow* tiles = test::HeadlessImGui::window("/tiles");
  ASSERT_NE(tiles, nullptr);
  m_gui.moveTo({tiles->Pos.x + 450, tiles->Pos.y + 100});
  for (int i = 0; i < 3; ++i) frame();
  m_folder.at("fine").append(StateEvent{.state = RunState::Failed, .why = "gone"});
  m_folder.at("fine").writeStatus(RunState::Failed);
  ASSERT_TRUE(
      m_folder.until([&] { return monitor().run(m_folder.id("fine"))->health.health == session::RunHealth::Failed; }));
  EXPECT_EQ(first(), "dead");
  m_gui.moveTo({1500, 900});
  for (int i = 0; i < 3; ++i) frame();
  m_folder.monitor().update(wallNow());
  EXPECT_EQ(first(), "fine");
}

TEST_F(MonitorViews, TheCurvesAreOfTheChosenRunsAndTheOverlayChangesThem) {
  m_view->show("curves");
  for (int i = 0; i < 6; ++i) frame();
  ImGuiWindow* curves = test::HeadlessImGui::window("curves");
  ASSERT_NE(curves, nullptr);
  ASSERT_TRUE(curves->DockTabIsVisible);
  ASSERT_TRUE(m_folder.until([&] {
    return std::ranges::all_of(monitor().plots().runs, [](const auto& run) { return run.history->steps.size() > 0; });
  }));
  ASSERT_EQ(monitor().plots().runs.size(), 4U);
  const present::Color color = monitor().plots().runs[1].color;
  ASSERT_EQ(std::ranges::count(monitor().plots().runs, color, [](const auto& run) { return run.color; }), 1);
  frame();
  EXPECT_TRUE(drawn(color));
  ImGuiWindow* side = test::HeadlessImGui::window("/side");
  ASSERT_NE(side, nullptr);
  press(side, ImHashStr("##chosen", 0, ImHashStr(monitor().plots().runs[1].id.c_str(), 0, side->ID)));
  EXPECT_EQ(monitor().plots().runs.size(), 3U);
  m_gui.moveTo({1500, 900});
  frame();
  EXPECT_FALSE(drawn(color));
}

TEST_F(MonitorViews, ThePaletteFindsRunsPanelsAndCommands) {
  m_gui.press(ImGuiKey_K, m_draw, ImGuiMod_Ctrl);
  frame();
  m_gui.type("fine", m_draw);
  m_gui.press(ImGuiKey_Enter, m_draw);
  m_folder.monitor().update(wallNow());
  EXPECT_EQ(monitor().selected(), m_folder.id("fine"));
  m_gui.press(ImGuiKey_K, m_draw, ImGuiMod_Ctrl);
  frame();
  m_gui.type("panel learn", m_draw);
  m_gui.press(ImGuiKey_Enter, m_draw);
  for (int i = 0; i < 4; ++i) frame();
  EXPECT_TRUE(test::HeadlessImGui::window("learning")->DockTabIsVisible);
  // A command that costs something asks first, from here too.
  m_gui.press(ImGuiKey_K, m_draw, ImGuiMod_Ctrl);
  frame();
  m_gui.type("stop", m_draw);
  m_gui.press(ImGuiKey_Enter, m_draw);
  frame();
  EXPECT_NE(test::HeadlessImGui::window("Confirm"), nullptr);
  EXPECT_TRUE(monitor().sent().empty());
}

TEST_F(MonitorViews, AModifierThatIsLetGoWithinTheFrameOfItsKeyStillCounts) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, true);
  frame();
  // All of this while one frame is drawn.
  io.AddKeyEvent(ImGuiKey_K, true);
  io.AddKeyEvent(ImGuiMod_Ctrl, false);
  io.AddKeyEvent(ImGuiKey_K, false);
  for (int i = 0; i < 4; ++i) frame();
  EXPECT_TRUE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
  EXPECT_FALSE(io.KeyCtrl);
  EXPECT_FALSE(ImGui::IsKeyDown(ImGuiKey_K));
}

TEST_F(MonitorViews, KeysThatComeAtOnceAreAShortcutToo) {
  ImGuiIO& io = ImGui::GetIO();
  for (const bool down : {true, false}) {
    io.AddKeyEvent(ImGuiMod_Ctrl, down);
    io.AddKeyEvent(ImGuiKey_K, down);
  }
  for (int i = 0; i < 5; ++i) frame();
  m_gui.type("light", m_draw);
  m_gui.press(ImGuiKey_Enter, m_draw);
  EXPECT_EQ(monitor().settings().theme, ThemeChoice::Light);
}

TEST_F(MonitorViews, TheStepsOfTheSelectedRunAreATable) {
  ASSERT_TRUE(m_folder.until([&] { return monitor().card().steps && monitor().card().steps->size() == 60; }));
  m_view->show("steps");
  for (int i = 0; i < 6; ++i) frame();
  ASSERT_TRUE(test::HeadlessImGui::window("steps")->DockTabIsVisible);
  // A table in a child that scrolls: sixty rows are more than there is room for.
  const ImGuiWindow* table = test::HeadlessImGui::window("steps/");
  ASSERT_NE(table, nullptr);
  EXPECT_GT(table->ScrollMax.y, 500);
}

TEST_F(MonitorViews, F1ShowsTheHelpPage) {
  m_gui.press(ImGuiKey_F1, m_draw);
  frame();
  EXPECT_NE(test::HeadlessImGui::window("###help"), nullptr);
  m_gui.press(ImGuiKey_F1, m_draw);
  frame();
  EXPECT_EQ(test::HeadlessImGui::window("###help"), nullptr);
}

TEST_F(MonitorViews, LightIsLight) {
  m_folder.monitor().settings().theme = ThemeChoice::Light;
  m_view->begin(1);
  frame();
  EXPECT_TRUE(drawn(present::Theme::light().warnGround));
  EXPECT_FALSE(drawn(present::Theme::darkTheme().warnGround));
}

TEST_F(MonitorViews, TheSystemsThemeCountsUnlessOneIsChosen) {
  EXPECT_TRUE(m_view->setSystemDark(false));
  EXPECT_FALSE(m_view->setSystemDark(false));
  frame();
  EXPECT_TRUE(drawn(present::Theme::light().warnGround));
  command("dark theme");
  EXPECT_EQ(monitor().settings().theme, ThemeChoice::Dark);
  EXPECT_TRUE(drawn(present::Theme::darkTheme().warnGround));
  command("system theme");
  EXPECT_TRUE(drawn(present::Theme::light().warnGround));
}

TEST_F(MonitorViews, ALayoutWithANameComesBack) {
  m_view->show("controls");
  for (int i = 0; i < 6; ++i) frame();
  ASSERT_TRUE(test::HeadlessImGui::window("###controls")->DockTabIsVisible);
  command("save layout");
  m_gui.type("second screen", m_draw);
  m_gui.press(ImGuiKey_Enter, m_draw);
  ASSERT_EQ(monitor().settings().layouts.count("second screen"), 1U);

  command("reset layout");
  for (int i = 0; i < 6; ++i) frame();
  ASSERT_FALSE(test::HeadlessImGui::window("###controls")->DockTabIsVisible);
  command("layout second screen");
  for (int i = 0; i < 6; ++i) frame();
  EXPECT_TRUE(test::HeadlessImGui::window("###controls")->DockTabIsVisible);
  EXPECT_FALSE(test::HeadlessImGui::window("###log")->DockTabIsVisible);
}

TEST_F(MonitorViews, TheLayoutIsKept) {
  // The second tab of the lower dock.
  const ImGuiWindow* controls = test::HeadlessImGui::window("###controls");
  ImGuiTabBar* bar = controls->DockNode->TabBar;
  const ImGuiTabItem* tab = ImGui::TabBarFindTabByID(bar, controls->TabId);
  ASSERT_NE(tab, nullptr);
  m_gui.click({bar->BarRect.Min.x + tab->Offset + 12, bar->BarRect.GetCenter().y}, m_draw);
  EXPECT_TRUE(controls->DockTabIsVisible);
  // Dear ImGui saves some seconds after a change.
  for (int i = 0; i < 400; ++i) frame();
  const std::string layout = monitor().settings().layout;
  ASSERT_NE(layout.find("[Window][controls]"), std::string::npos);

  m_gui.beforeFrame = {};
  m_view.reset();
  ImGuiContext* const before = ImGui::GetCurrentContext();
  {
    ImGui::SetCurrentContext(nullptr);
    test::HeadlessImGui again;
    imgui::MonitorView view(m_folder.monitor(), m_learning);
    view.begin(1);
    for (int i = 0; i < 5; ++i) again.frame([&] { view.draw({}); });
    EXPECT_TRUE(test::HeadlessImGui::window("###controls")->DockTabIsVisible);
    EXPECT_FALSE(test::HeadlessImGui::window("###log")->DockTabIsVisible);
  }
  ImGui::SetCurrentContext(before);
}

TEST(MonitorViewScale, TwiceTheScaleIsTwiceTheSize) {
  test::WatchedFolder folder;
  folder.add("one", folder.options(RunState::Running));
  ASSERT_TRUE(folder.settle());
  test::HeadlessImGui gui(2000, 1400);
  Learning learning({}, {});
  imgui::MonitorView view(folder.monitor(), learning);
  view.begin(2);
  for (int i = 0; i < 5; ++i) gui.frame([&] { view.draw({}); });
  const ImGuiWindow* run = test::HeadlessImGui::window("###run");
  ASSERT_NE(run, nullptr);
  EXPECT_NEAR(ImGui::GetStyle().WindowPadding.x, 16, 0.1);
  EXPECT_GT(run->Size.x, 650);
}

}  // namespace
}  // namespace sojourn::monitor
