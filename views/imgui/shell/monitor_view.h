// SPDX-License-Identifier: GPL-3.0-or-later
// The monitor's frame: menu, docks, panels, status line. Draws into the current Dear ImGui context, window or not.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <imgui_internal.h>

#include "views/imgui/panels/launch_panel.h"
#include "views/imgui/panels/monitor_panels.h"
#include "views/imgui/plots/run_plots.h"
#include "views/imgui/scene/style.h"
#include "views/imgui/shell/layouts.h"
#include "views/imgui/shell/learning_panel.h"
#include "views/monitor/launch/launching.h"
#include "views/monitor/state/monitor.h"

namespace sojourn::imgui {

/// Figures of the loop that the menu bar shows.
struct FrameFigures {
  double frameMilliseconds = 0;
  std::uint64_t memoryBytes = 0;
};

/// Dear ImGui takes a key and the release of its modifier in the same frame, in which the chord is then none: where
/// frames are slow, Ctrl+K comes to nothing if Ctrl is let go first. What follows upon such a release waits for the
/// next frame. Belongs to one context.
class KeyChordFilter {
 public:
  /// Before NewFrame(): takes the rest of the input away.
  void beforeFrame();
  /// After it: puts the rest back, ahead of whatever comes.
  void afterNewFrame();

 private:
  std::vector<ImGuiInputEvent> m_rest;
};

/// Belongs to one context: made after it, gone before it.
class MonitorView {
 public:
  /// All outlive this. Without `launching` nothing can be launched from here.
  MonitorView(monitor::Monitor& monitor, monitor::Learning& learning, monitor::Launching* launching = nullptr);
  ~MonitorView();
  MonitorView(const MonitorView&) = delete;
  MonitorView& operator=(const MonitorView&) = delete;

  /// Fonts, colours, docking, the kept layout. Once, and again when the scale changes.
  void begin(float scale);
  /// Before NewFrame().
  void beforeFrame() {
    m_layouts.beforeFrame();
    m_keyChords.beforeFrame();
  }
  /// One frame between NewFrame() and Render().
  void draw(const FrameFigures& figures);

  /// Brings a panel to the front: "wall", "curves", ...
  void show(const std::string& panel) { m_focus.push_back(windowOf(panel)); }

  /// In how many seconds a frame is due though nothing happens: while something plays.
  [[nodiscard]] std::optional<double> nextFrame() const { return m_learningPanel.nextFrame(); }
  /// The desktop's theme; true if that changes something.
  bool setSystemDark(bool dark);
  [[nodiscard]] bool quitAsked() const { return m_quit; }
  [[nodiscard]] const present::Theme& theme() const;
  /// What stands in the field of the learning rate.
  [[nodiscard]] const std::string& rateText() const { return m_rate.text; }

 private:
  void menus(const FrameFigures& figures);
  void panels();
  void launchWindows(const PanelTools& tools);
  void statusLine();
  void holdOrder(bool hovered);
  void keys();
  void bringForward();
  void handle(const Asked& asked);
  void act(const present::MonitorWindowAction& action);
  [[nodiscard]] std::vector<PaletteEntry> entries() const;
  void setTheme(monitor::ThemeChoice choice);

  monitor::Monitor& m_monitor;
  monitor::Learning& m_learning;
  monitor::Launching* m_launching;
  LaunchPanelState m_launchState;
  LearningPanel m_learningPanel;
  Layouts m_layouts;
  bool m_systemDark = true;  ///< a wall on a second screen is dark unless the desktop says otherwise
  PixelTextures m_textures;
  Confirmation m_confirmation;
  KeyChordFilter m_keyChords;
  ImGuiMeasurer m_measurer;
  WallOptions m_wallOptions;
  PlotPanelOptions m_plotOptions;
  Palette m_palette;
  bool m_helpShown = false;
  present::CurveCache m_curves;
  float m_scale = 1;
  bool m_begun = false;
  bool m_quit = false;
  bool m_onlySelectedLog = false;
  bool m_checkpointsInLog = false;
  std::vector<std::string> m_focus;  ///< windows to be brought to the front
  int m_focused = 0;                 ///< frames in which that has been asked for
  RateField m_rate;
  std::string m_rateOf;       ///< the run whose rate that is
  double m_pointerMoved = 0;  ///< ImGui::GetTime() when it moved last
};

}  // namespace sojourn::imgui
