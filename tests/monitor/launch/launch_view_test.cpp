// SPDX-License-Identifier: GPL-3.0-or-later
// The launch form as a person uses it, with mouse and keys, without a window.
#include <filesystem>

#include <gmock/gmock.h>

#include "model/runs/queue/run_queue.h"
#include "model/runs/store/ids_and_times.h"
#include "tests/monitor/headless_imgui.h"
#include "tests/monitor/watched_folder.h"
#include "tests/support/built.h"
#include "views/imgui/shell/monitor_view.h"

namespace sojourn::monitor {
namespace {

using test::HeadlessImGui;
using ::testing::HasSubstr;

class LaunchViews : public ::testing::Test {
 protected:
  void SetUp() override {
    auto options = m_folder.options(RunState::Finished);
    options.seed = 42;
    m_folder.add("hot", options);
    m_live = &m_folder.add("live", m_folder.options(RunState::Running));
    m_folder.add("left", m_folder.options(RunState::Running)).writeStatus(RunState::Running, false);
    ASSERT_TRUE(m_folder.settle());
    m_launching = std::make_unique<Launching>(
        LaunchingOptions{.wake = {},
                         .startQueue = [this](const auto&, std::int64_t, const auto&) -> Status {
                           ++m_started;
                           return {};
                         },
                         .demo = {},
                         .home = {}},
        monitor());
    m_view = std::make_unique<imgui::MonitorView>(monitor(), m_learning, m_launching.get());
    m_view->begin(1);
    monitor().select(m_folder.id("hot"));
    ASSERT_TRUE(until([this] { return monitor().card().name == "hot"; }));
    for (int i = 0; i < 5; ++i) frame();
  }
  void TearDown() override { m_view.reset(); }

  void frame() { m_gui.frame(m_draw); }
  [[nodiscard]] Monitor& monitor() { return m_folder.monitor(); }
  [[nodiscard]] bool until(const std::function<bool()>& condition) {
    return m_folder.until([&] {
      m_launching->update(wallNow());
      return condition();
    });
  }
  void press(ImGuiWindow* window, ImGuiID item) {
    ASSERT_NE(window, nullptr);
    ImVec2 at;
    ASSERT_TRUE(m_gui.find(window, item, m_draw, at));
    m_gui.click(at, m_draw);
    monitor().update(wallNow());
    m_launching->update(wallNow());
    frame();
  }
  void again() {
    ImGuiWindow* run = HeadlessImGui::window("###run");
    press(run, ImHashStr("Relaunch with\u2026", 0, ImHashStr("commands", 0, run->ID)));
    for (int i = 0; i < 3; ++i) frame();
    ASSERT_NE(form(), nullptr);
  }
  [[nodiscard]] static ImGuiWindow* form() { return HeadlessImGui::window("###launch"); }
  void key(ImGuiKey which, ImGuiKey modifier = ImGuiKey_None) { m_gui.press(which, m_draw, modifier); }
  [[nodiscard]] std::string text(const std::string& wanted) const {
    for (const session::FormSection& section : m_launching->formModel().sections)
      for (const session::FormField& field : section.fields)
        if (field.key == wanted) return field.text;
    return "no such field";
  }
  [[nodiscard]] std::vector<QueuedRun> waiting() const { return RunQueue(m_folder.path()).waiting(); }

  test::WatchedFolder m_folder;
  test::FakeRun* m_live = nullptr;
  Learning m_learning{{}, {}};
  HeadlessImGui m_gui;
  std::unique_ptr<Launching> m_launching;
  std::unique_ptr<imgui::MonitorView> m_view;
  int m_started = 0;
  std::function<void()> m_draw = [this] { m_view->draw({}); };
};

TEST_F(LaunchViews, IsFilledByKeysWhileTheWallGoesOnAndLaunched) {
  EXPECT_EQ(form(), nullptr);
  again();
  EXPECT_THAT(form()->Name, HasSubstr("Relaunch hot"));
  // The keyboard is in what is changed most.
  m_gui.type("1e-3", m_draw);
  EXPECT_EQ(text("training.learning_rate"), "1e-3");
  key(ImGuiKey_Tab);
  m_gui.type("7", m_draw);
  // Runs go on meanwhile; what was typed stays, and so does the keyboard.
  const std::uint64_t before = monitor().version();
  m_live->writeEpoch();
  ASSERT_TRUE(until([&] { return monitor().version() > before; }));
  for (int i = 0; i < 3; ++i) frame();
  m_gui.type("3", m_draw);
  EXPECT_EQ(text("seed"), "73");
  EXPECT_THAT(m_launching->formModel().differs, HasSubstr("lr 0.001, seed 73"));

  // Escape takes back what was typed into the field, the next one closes the form; nothing else is lost.
  key(ImGuiKey_Escape);
  EXPECT_EQ(text("seed"), "42");
  EXPECT_TRUE(m_launching->shown());
  key(ImGuiKey_Escape);
  EXPECT_FALSE(m_launching->shown());
  frame();
  EXPECT_EQ(form(), nullptr);
  key(ImGuiKey_N, ImGuiMod_Ctrl);
  ASSERT_TRUE(m_launching->shown());
  EXPECT_EQ(text("training.learning_rate"), "1e-3");

  m_launching->act(present::SetField{"where.data", test::demoFolder()});
  ASSERT_TRUE(until([this] { return m_launching->formModel().launch.enabled; })) << m_launching->formModel().problem;
  for (int i = 0; i < 3; ++i) frame();
  press(form(), form()->GetID("###launchNow"));
  ASSERT_TRUE(until([this] { return !m_launching->shown(); })) << m_launching->formModel().problem;
  ASSERT_EQ(waiting().size(), 1U);
  EXPECT_EQ(waiting()[0].config["training"]["learning_rate"], 1e-3);
  EXPECT_EQ(m_started, 1);
  // The queue is read by a thread.
  EXPECT_TRUE(until([this] {
    frame();
    return HeadlessImGui::window("Queue 1###queue") != nullptr;
  }));
}

TEST_F(LaunchViews, TabReachesTheButtonsAndControlEnterLaunches) {
  again();
  m_launching->act(present::SetField{"where.data", test::demoFolder()});
  ASSERT_TRUE(until([this] { return m_launching->formModel().launch.enabled; }));
  frame();
  ImGuiWindow* window = form();
  bool reached = false;
  for (int i = 0; i < 60 && !reached; ++i) {
    key(ImGuiKey_Tab);
    reached = ImGui::GetCurrentContext()->NavId == window->GetID("###launchNow");
  }
  EXPECT_TRUE(reached);
  key(ImGuiKey_Enter, ImGuiMod_Ctrl);
  ASSERT_TRUE(until([this] { return !m_launching->shown(); })) << m_launching->formModel().problem;
  EXPECT_EQ(waiting().size(), 1U);
  EXPECT_EQ(m_started, 1);
}

TEST_F(LaunchViews, AWrongValueKeepsLaunchFromBeingPressedAndResetTakesItBack) {
  again();
  m_gui.type("fast", m_draw);
  EXPECT_THAT(m_launching->formModel().problem, HasSubstr("learning_rate is fast"));
  const auto enabled = [](ImGuiWindow* window) {
    return window->GetID("###launchNow") == ImGui::GetCurrentContext()->HoveredId;
  };
  EXPECT_FALSE(enabled(form()));
  key(ImGuiKey_Enter, ImGuiMod_Ctrl);
  EXPECT_TRUE(m_launching->shown());
  EXPECT_TRUE(waiting().empty());
  ImGuiWindow* fields = HeadlessImGui::window("/form");
  ASSERT_NE(fields, nullptr);
  press(fields, ImHashStr("Reset", 0, ImHashStr("training.learning_rate", 0, fields->ID)));
  EXPECT_EQ(text("training.learning_rate"), "0.00065");
}

TEST_F(LaunchViews, TheFormIsSavedByKeysAndReplacedAfterAQuestion) {
  again();
  key(ImGuiKey_Escape);  // leaves the field
  key(ImGuiKey_S, ImGuiMod_Ctrl);
  for (int i = 0; i < 3; ++i) frame();
  ASSERT_TRUE(m_launching->formModel().saving.has_value());
  const std::string file = m_folder.id("mine.yaml");
  const auto saved = [this] {
    return until([this] {
      const auto& saving = m_launching->formModel().saving;
      return !saving->answer.empty() || !saving->path.error.empty();
    });
  };
  // The keyboard is in the path, all of which is taken by what is typed.
  m_gui.type(file.c_str(), m_draw);
  ASSERT_EQ(m_launching->formModel().saving->path.text, file);
  key(ImGuiKey_Enter);
  ASSERT_TRUE(saved());
  EXPECT_THAT(m_launching->formModel().saving->answer, HasSubstr("mine.yaml"));
  EXPECT_TRUE(std::filesystem::exists(file));
  for (int i = 0; i < 3; ++i) frame();

  // Once more: a question, which Escape answers with no; then yes.
  std::filesystem::resize_file(file, 0);
  const auto childId = [this](const char* text) { return ImHashStr(text, 0, ImHashStr("save", 0, form()->ID)); };
  press(form(), childId("Save"));
  ASSERT_TRUE(saved());
  for (int i = 0; i < 3; ++i) frame();
  press(form(), childId("Replace\u2026"));
  ImGuiWindow* question = HeadlessImGui::window("Confirm");
  ASSERT_NE(question, nullptr);
  key(ImGuiKey_Escape);
  EXPECT_EQ(HeadlessImGui::window("Confirm"), nullptr);
  EXPECT_EQ(std::filesystem::file_size(file), 0U);
  press(form(), childId("Replace\u2026"));
  question = HeadlessImGui::window("Confirm");
  ASSERT_NE(question, nullptr);
  frame();
  press(question, question->GetID("Replace"));
  ASSERT_TRUE(until([this] { return !m_launching->formModel().saving->answer.empty(); }));
  EXPECT_GT(std::filesystem::file_size(file), 100U);
  // Escape closes the line first, then the form.
  for (int i = 0; i < 3; ++i) frame();
  key(ImGuiKey_Escape);
  EXPECT_FALSE(m_launching->formModel().saving.has_value());
  EXPECT_TRUE(m_launching->shown());
}

TEST_F(LaunchViews, ThePaletteBeginsAgainWithAnyRun) {
  key(ImGuiKey_K, ImGuiMod_Ctrl);
  frame();
  m_gui.type("relaunch live", m_draw);
  key(ImGuiKey_Enter);
  for (int i = 0; i < 3; ++i) frame();
  ASSERT_NE(form(), nullptr);
  EXPECT_THAT(form()->Name, HasSubstr("Relaunch live"));
}

TEST_F(LaunchViews, AQueueThatNobodyWorksOnIsStartedByItsButton) {
  m_view->show("queue");
  for (int i = 0; i < 4; ++i) frame();
  ImGuiWindow* queue = HeadlessImGui::window("###queue");
  ASSERT_NE(queue, nullptr);
  const ImGuiID start = ImHashStr("Start the queue", 0, ImHashStr("start", 0, queue->ID));
  ImVec2 at;
  EXPECT_FALSE(m_gui.find(queue, start, m_draw, at)) << "nothing waits";
  QueuedRun run;
  run.id = newUuid();
  run.runFolder = "later";
  run.data = test::demoFolder();
  ASSERT_TRUE(RunQueue(m_folder.path()).add(run).ok());
  again();  // while the form is open the queue is looked at more often
  ASSERT_TRUE(until([this] { return !m_launching->queue().idle.empty(); }));
  m_launching->act(present::LaunchCommand::Close);
  for (int i = 0; i < 3; ++i) frame();
  EXPECT_EQ(m_started, 0);
  press(queue, start);
  ASSERT_TRUE(until([this] { return m_started == 1 && m_launching->queue().idle.empty(); }));
  frame();
  EXPECT_FALSE(m_gui.find(queue, start, m_draw, at)) << "it has been started";
  EXPECT_EQ(waiting().size(), 1U);
}

TEST_F(LaunchViews, AStalledRunIsResumedAfterAQuestion) {
  ImGuiWindow* card = HeadlessImGui::window(m_folder.id("left"));
  ASSERT_NE(card, nullptr);
  press(card, ImHashStr("Resume\u2026", 0, ImHashStr("buttons", 0, card->ID)));
  ImGuiWindow* question = HeadlessImGui::window("Confirm");
  ASSERT_NE(question, nullptr);
  EXPECT_EQ(m_started, 0);
  frame();
  press(question, question->GetID("Resume"));
  ASSERT_TRUE(until([this] { return !m_launching->busy(); }));
  ASSERT_EQ(waiting().size(), 1U);
  EXPECT_TRUE(waiting()[0].resume);
  EXPECT_EQ(m_started, 1);
}

}  // namespace
}  // namespace sojourn::monitor
