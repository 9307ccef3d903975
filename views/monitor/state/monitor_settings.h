// SPDX-License-Identifier: GPL-3.0-or-later
// The settings that the monitor restores at its start: theme, window, panels, charts, which alerts are muted.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "model/core/result.h"
#include "views/present/monitor/monitor_panel_data.h"

namespace sojourn::monitor {

enum class ThemeChoice { System, Dark, Light };

struct MonitorSettings {
  ThemeChoice theme = ThemeChoice::System;
  int width = 1600, height = 1000;
  std::string layout;                          ///< Dear ImGui's own text: windows and docks
  std::map<std::string, std::string> layouts;  ///< the same, by the names that people gave
  /// By a run's folder, the state in which it is muted: "diverging". Another state is reported.
  std::map<std::string, std::string> muted;
  present::PlotOptions curves;
  std::string configurations;  ///< the folder that a training's configuration was last taken from; may be empty

  static void fields(auto& json, auto& settings);

  bool operator==(const MonitorSettings&) const = default;
};

/// A file that is not there gives the defaults. Errors (ErrorKind::BadInput): not JSON, another schema, wrong types.
[[nodiscard]] Result<MonitorSettings> readMonitorSettings(const std::filesystem::path& file);
/// Makes the folder where it is missing; atomic.
[[nodiscard]] Status writeMonitorSettings(const std::filesystem::path& file, const MonitorSettings& settings);

inline constexpr const char* monitorSettingsName = "monitor.json";

}  // namespace sojourn::monitor
