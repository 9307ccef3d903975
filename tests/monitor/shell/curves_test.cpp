// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of the monitor under a real mouse and real keys: what is zoomed, what follows, what is left alone.
#include <cmath>
#include <memory>

#include <gmock/gmock.h>
#include <implot.h>
#include <implot_internal.h>

#include "tests/monitor/headless_imgui.h"
#include "views/imgui/plots/run_plots.h"
#include "views/imgui/scene/style.h"

namespace sojourn::imgui {
namespace {

constexpr int steps = 600, stepsPerEpoch = 60;

std::shared_ptr<const RunHistory> history(bool gpu) {
  auto made = std::make_shared<RunHistory>();
  std::int64_t seq = 0;
  for (int step = 1; step <= steps; ++step) {
    const int epoch = (step - 1) / stepsPerEpoch + 1;
    StepEvent event;
    event.step = step;
    event.epoch = epoch;
    event.loss = 2 + 3 * std::exp(-step / 200.0);
    event.learningRate = 1e-3;
    event.gradientNorm = 4;
    event.clippedGradientNorm = 0.8;
    event.sequencesPerSecond = 1500;
    const double wall = 1000 + step;
    made->addStep(event, wall);
    if (step % stepsPerEpoch != 0) continue;
    EvalEvent eval{.epoch = epoch, .split = "validation", .metrics = {}, .batchMeanLoss = event.loss};
    eval.metrics.all.n = eval.metrics.known.n = 10;
    SystemEvent system{.cpu = 95, .memoryBytes = 400'000'000, .gpu = std::nullopt, .gpuMemoryBytes = std::nullopt};
    if (gpu) system.gpu = 50, system.gpuMemoryBytes = 2'000'000'000;
    made->add({.seq = ++seq, .wall = wall, .body = system});
    made->add({.seq = ++seq, .wall = wall, .body = EpochEvent{.epoch = epoch, .trainLoss = event.loss, .seconds = 60}});
    made->add({.seq = ++seq, .wall = wall, .body = eval});
  }
  return made;
}

class Curves : public ::testing::Test {
 protected:
  void SetUp() override {
    ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    loadFonts();
    applyStyle(theme(), 1);
    use(false);
    frames(4);
  }

  void use(bool gpu) {
    present::CurveRun run;
    run.id = run.title = "one";
    run.color = {200, 40, 40};
    run.history = history(gpu);
    m_plots.runs = {run};
    m_plots.selected = "one";
    m_plots.choices = {{.id = "one", .name = "one", .chosen = true, .color = run.color}};
  }
  void frames(int count) {
    for (int i = 0; i < count; ++i) m_gui.frame(m_draw);
  }
  static const present::Theme& theme() { return present::Theme::darkTheme(); }
  [[nodiscard]] ChartView& chart(const char* title) { return m_options.charts.at(title); }

  /// In the middle of the first chart's plot; its title line lies above, its axes left of it and below.
  [[nodiscard]] static ImVec2 inLoss() {
    const ImGuiWindow* charts = test::HeadlessImGui::window("/charts");
    return {charts->Pos.x + 300, charts->Pos.y + 150};
  }
  /// A box drawn with the right button.
  void box(ImVec2 from, ImVec2 to) {
    test::HeadlessImGui::moveTo(from);
    frames(2);
    ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Right, true);
    frames(2);
    test::HeadlessImGui::moveTo({(from.x + to.x) / 2, (from.y + to.y) / 2});
    frames(2);
    test::HeadlessImGui::moveTo(to);
    frames(2);
    ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Right, false);
    frames(3);
  }
  void wheel(ImVec2 at, float by) {
    test::HeadlessImGui::moveTo(at);
    frames(2);
    ImGui::GetIO().AddMouseWheelEvent(0, by);
    frames(3);
  }

  test::HeadlessImGui m_gui;
  ImGuiMeasurer m_measurer;
  PixelTextures m_textures;
  Confirmation m_confirmation;
  present::CurveCache m_cache;
  present::RunPlots m_plots;
  PlotPanelOptions m_options;
  std::function<void()> m_draw = [this] {
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({1400, 900});
    if (ImGui::Begin("curves"))
      static_cast<void>(
          plotsPanel(m_plots, m_options, m_cache,
                     {.theme = theme(), .text = m_measurer, .textures = m_textures, .confirmation = m_confirmation}));
    ImGui::End();
  };
};

TEST_F(Curves, ShowAllStepsAndAllValues) {
  EXPECT_EQ(m_options.from, 0);
  EXPECT_NEAR(m_options.to, steps * 1.01, 0.5);
  EXPECT_LT(chart("Loss").low, 2.2);
  EXPECT_GT(chart("Loss").high, 4.9);
  // Before and after clipping are in one chart.
  EXPECT_LT(chart("Gradient norm, log").low, 0.8);
  EXPECT_GT(chart("Gradient norm, log").high, 4);
}

TEST_F(Curves, OneRunGoneWildFlattensNoOtherAndIsMarkedAtTheFrame) {
  present::CurveRun wild = m_plots.runs[0];
  wild.id = wild.title = "wild";
  wild.color = {40, 200, 40};
  auto made = std::make_shared<RunHistory>();
  for (int step = 1; step <= steps; ++step)
    made->addStep({.step = step, .epoch = 1, .loss = step < 50 ? 4.0 : 18.5, .gradientNorm = 2}, 1000 + step);
  wild.history = made;
  m_plots.runs.push_back(wild);
  m_options.smoothing = 0;  // its values are 4 and 18.5, and none between
  frames(4);
  EXPECT_GT(chart("Loss").high, 4.2);
  EXPECT_LT(chart("Loss").high, 9);
  // The tip of a triangle in the run's colour right below the upper frame of a plot.
  const auto marked = [] {
    auto& known = ImPlot::GetCurrentContext()->Plots;
    for (int i = 0; i < known.GetBufSize(); ++i) {
      const float top = known.GetByIndex(i)->PlotRect.Min.y;
      for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists)
        for (const ImDrawVert& vertex : list->VtxBuffer)
          if (vertex.col == IM_COL32(40, 200, 40, 255) && vertex.pos.y >= top && vertex.pos.y < top + 4) return true;
    }
    return false;
  };
  EXPECT_TRUE(marked());
  made = std::make_shared<RunHistory>();
  for (int step = 1; step <= steps; ++step)
    made->addStep({.step = step, .epoch = 1, .loss = 3, .gradientNorm = 2}, 1000 + step);
  m_plots.runs.back().history = made;
  frames(4);
  EXPECT_FALSE(marked()) << "nothing of it is beyond";
}

TEST_F(Curves, AHighBoxZoomsBothAxesAndOnlyTimeInTheOthers) {
  const double high = chart("Loss").high;
  box(inLoss(), {inLoss().x + 120, inLoss().y + 60});
  EXPECT_GT(m_options.from, 50);
  EXPECT_LT(m_options.to, 500);
  EXPECT_EQ(m_options.follow, FollowX::Nothing);
  EXPECT_TRUE(chart("Loss").freeY);
  EXPECT_LT(chart("Loss").high, high - 0.3);
  EXPECT_FALSE(chart("Throughput, sequences/s").freeY);
  // A double click takes all of it back.
  m_gui.click(inLoss(), m_draw);
  m_gui.click(inLoss(), m_draw);
  EXPECT_EQ(m_options.from, 0);
  EXPECT_FALSE(chart("Loss").freeY);
  frames(2);
  EXPECT_NEAR(chart("Loss").high, high, 1e-6);
}

TEST_F(Curves, AFlatBoxZoomsTheTimeAloneAndYStillHoldsWhatIsDrawn) {
  const double high = chart("Loss").high;
  box(inLoss(), {inLoss().x + 120, inLoss().y + 5});
  EXPECT_GT(m_options.from, 50);
  EXPECT_FALSE(chart("Loss").freeY);
  // The steep beginning is out of sight, and the axis has followed.
  EXPECT_LT(chart("Loss").high, high - 0.3);
}

TEST_F(Curves, TheWheelOverTheYAxisFreesIt) {
  wheel(inLoss(), 1);
  EXPECT_FALSE(chart("Loss").freeY);
  EXPECT_LT(m_options.to - m_options.from, steps);
  const double before = chart("Loss").high - chart("Loss").low;
  const ImGuiWindow* charts = test::HeadlessImGui::window("/charts");
  wheel({charts->Pos.x + 10, inLoss().y}, 2);
  EXPECT_TRUE(chart("Loss").freeY);
  EXPECT_LT(chart("Loss").high - chart("Loss").low, before);
}

TEST_F(Curves, AxesThatAreNotLinkedMoveAlone) {
  m_options.linked = false;
  frames(1);
  box(inLoss(), {inLoss().x + 120, inLoss().y + 5});
  EXPECT_GT(chart("Loss").from, 50);
  EXPECT_EQ(chart("Throughput, sequences/s").from, 0);
}

TEST_F(Curves, KeysZoomMoveAndReadTheCharts) {
  m_gui.click({inLoss().x, inLoss().y}, m_draw);
  test::HeadlessImGui::moveTo({1500, 950});
  frames(2);
  const double width = m_options.to - m_options.from;
  m_gui.type("+", m_draw);
  EXPECT_NEAR(m_options.to - m_options.from, 0.8 * width, 1e-6);
  const double from = m_options.from;
  m_gui.press(ImGuiKey_RightArrow, m_draw, ImGuiMod_Shift);
  EXPECT_NEAR(m_options.from, from + 0.08 * width, 1e-6);
  m_gui.press(ImGuiKey_RightArrow, m_draw, ImGuiMod_Alt);
  ASSERT_TRUE(m_options.cursor);
  const double cursor = *m_options.cursor;
  m_gui.press(ImGuiKey_RightArrow, m_draw, ImGuiMod_Alt);
  EXPECT_NEAR(*m_options.cursor, cursor + 0.008 * width, 1e-6);
  m_gui.press(ImGuiKey_Home, m_draw);
  EXPECT_EQ(m_options.from, 0);
}

TEST_F(Curves, TheLastEpochsAreFollowed) {
  m_options.follow = FollowX::LastEpochs;
  frames(1);
  EXPECT_NEAR(m_options.from, steps - 5 * stepsPerEpoch, 1);
}

TEST_F(Curves, AGraphicsCardHasAChartWhereThereIsOne) {
  EXPECT_FALSE(m_options.charts.contains("GPU"));
  use(true);
  frames(2);
  ASSERT_TRUE(m_options.charts.contains("GPU"));
  EXPECT_LE(chart("GPU").low, 50);
  EXPECT_GE(chart("GPU").high, 50);
}

TEST_F(Curves, MemoryHasItsOwnAxis) {
  // 95 % of a core and 0.4 GB: neither presses the other to the edge.
  EXPECT_GT(chart("System").low, 80);
}

}  // namespace
}  // namespace sojourn::imgui
