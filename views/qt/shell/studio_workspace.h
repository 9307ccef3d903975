// SPDX-License-Identifier: GPL-3.0-or-later
// What the studio's window is for at the moment; each has its own docks and its own layout.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace sojourn::qt {

enum class StudioWorkspace { Inspect, WhatIf, Explain, Training, Compare, Dataset, Places, Ablation };

/// As layouts and the command line name them, in the order of the tool bar.
inline constexpr std::array<std::pair<StudioWorkspace, const char*>, 8> studioWorkspaces{
    {{StudioWorkspace::Inspect, "inspect"},
     {StudioWorkspace::WhatIf, "what_if"},
     {StudioWorkspace::Explain, "explain"},
     {StudioWorkspace::Training, "training"},
     {StudioWorkspace::Compare, "compare"},
     {StudioWorkspace::Dataset, "dataset"},
     {StudioWorkspace::Places, "places"},
     {StudioWorkspace::Ablation, "ablation"}}};

[[nodiscard]] constexpr std::optional<StudioWorkspace> studioWorkspaceNamed(std::string_view name) {
  for (const auto& [workspace, known] : studioWorkspaces) {
    if (name == known) return workspace;
  }
  return std::nullopt;
}

}  // namespace sojourn::qt
