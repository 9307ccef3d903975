// SPDX-License-Identifier: GPL-3.0-or-later
// Where the monitor's panels are docked: the layout of the first start, the last one, and those with names.
#pragma once

#include <string>
#include <vector>

#include "views/imgui/panels/monitor_panels.h"
#include "views/imgui/panels/palette.h"
#include "views/monitor/state/monitor_settings.h"

namespace sojourn::imgui {

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

  void reset() { m_reset = true; }
  /// One with a name; nothing where there is none.
  void load(const std::string& name);
  /// Asks for a name in a box.
  void askName() { m_asking = true; }
  /// That box; once a frame.
  void drawQuestion();
  /// The items of the menu.
  void menu();
  void addTo(std::vector<PaletteEntry>& entries) const;
  /// Carries out the actions of addTo(); false for another.
  bool act(const present::Action& action);

 private:
  static void arrange(unsigned int dockSpace, float scale);
  [[nodiscard]] static std::string current();

  monitor::MonitorSettings& m_settings;
  bool m_reset = false;
  bool m_asking = false;
  std::string m_name;    ///< in the box
  std::string m_wanted;  ///< a layout's text, for the next frame
};

}  // namespace sojourn::imgui
