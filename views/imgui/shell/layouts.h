// SPDX-License-Identifier: GPL-3.0-or-later
// The monitor's panels and where they are docked: the layout of the first start, the last one, and those with names.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "views/imgui/panels/monitor_panels.h"
#include "views/monitor/state/monitor_settings.h"

namespace sojourn::imgui {

/// A panel of the monitor.
struct Panel {
  enum class Dock { Middle, Right, BelowRight, Bottom };

  const char* id;  ///< the word of --panel and of actions; with "###" before it, the window's name in layouts
  const char* title;
  Dock dock;  ///< at the first start, beside the others of that place
};
inline constexpr std::array<Panel, 13> panels{{{"wall", "Wall", Panel::Dock::Middle},
                                               {"compare", "Compare", Panel::Dock::Middle},
                                               {"curves", "Curves", Panel::Dock::Middle},
                                               {"learning", "Learning", Panel::Dock::Middle},
                                               {"alerts", "Alerts", Panel::Dock::Right},
                                               {"muted", "Muted", Panel::Dock::Right},
                                               {"run", "Selected run", Panel::Dock::BelowRight},
                                               {"config", "Config", Panel::Dock::BelowRight},
                                               {"differences", "Differences", Panel::Dock::BelowRight},
                                               {"log", "Log", Panel::Dock::Bottom},
                                               {"steps", "Steps", Panel::Dock::Bottom},
                                               {"controls", "Controls", Panel::Dock::Bottom},
                                               {"queue", "Queue", Panel::Dock::Bottom}}};
/// What identifies a panel's window, whatever title stands before it.
[[nodiscard]] inline std::string windowOf(const std::string& panel) {
  return "###" + panel;
}

/// For the current Dear ImGui context. A frame is beforeFrame(), NewFrame(), dockSpace() and the rest, keep().
class Layouts {
 public:
  /// The settings outlive this.
  explicit Layouts(monitor::MonitorSettings& settings) : m_settings(settings) {}

  /// Places windows as they were left. Once.
  void begin();
  /// Takes over a layout that was asked for: Dear ImGui does so between frames only.
  void beforeFrame();
  /// The area of all panels. Returns the windows that a new layout wants in front.
  [[nodiscard]] std::vector<std::string> dockSpace(float scale);
  /// Writes what has been dragged into the settings.
  void keep();

  /// The box that asks for the name of a layout to save; once a frame.
  void drawQuestion();
  /// The items of the menu.
  void menu();
  void addTo(std::vector<PaletteEntry>& entries) const;
  /// Carries out the actions of addTo().
  void act(const present::LayoutAction& action);

 private:
  void load(const std::string& name);
  static void arrange(unsigned int dockSpace, float scale);
  [[nodiscard]] static std::string current();

  monitor::MonitorSettings& m_settings;
  bool m_reset = false;
  bool m_asking = false;
  std::string m_name;    ///< in the box
  std::string m_wanted;  ///< a layout's text, for the next frame
};

}  // namespace sojourn::imgui
