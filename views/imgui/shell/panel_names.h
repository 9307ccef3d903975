// SPDX-License-Identifier: GPL-3.0-or-later
// The monitor's panels: their titles, and what identifies their windows in layouts, whatever title stands before it.
#pragma once

#include <array>
#include <utility>

namespace sojourn::imgui {

inline constexpr const char* wallWindow = "###wall";
inline constexpr const char* compareWindow = "###compare";
inline constexpr const char* curvesWindow = "###curves";
inline constexpr const char* learningWindow = "###learning";
inline constexpr const char* configWindow = "###config";
inline constexpr const char* logWindow = "###log";
inline constexpr const char* stepsWindow = "###steps";
inline constexpr const char* controlsWindow = "###controls";
inline constexpr const char* runWindowId = "###run";
inline constexpr const char* alertsWindowId = "###alerts";
inline constexpr const char* mutedWindowId = "###muted";
inline constexpr const char* queueWindowId = "###queue";
inline constexpr const char* differencesWindowId = "###differences";

/// The word of --panel and of actions, and the title in menus.
inline constexpr std::array<std::pair<const char*, const char*>, 13> panelTitles{{{"wall", "Wall"},
                                                                                  {"compare", "Compare"},
                                                                                  {"curves", "Curves"},
                                                                                  {"learning", "Learning"},
                                                                                  {"alerts", "Alerts"},
                                                                                  {"muted", "Muted"},
                                                                                  {"run", "Selected run"},
                                                                                  {"config", "Config"},
                                                                                  {"differences", "Differences"},
                                                                                  {"log", "Log"},
                                                                                  {"steps", "Steps"},
                                                                                  {"controls", "Controls"},
                                                                                  {"queue", "Queue"}}};

}  // namespace sojourn::imgui
