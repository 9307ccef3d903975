// SPDX-License-Identifier: GPL-3.0-or-later
// A presenter's picture as a part of a Dear ImGui window: painted, scrolled, hovered, clicked.
#pragma once

#include <optional>
#include <string>

#include "views/imgui/scene/scene_painter.h"
#include "views/present/scene/scene.h"

namespace sojourn::imgui {

/// What the pointer did on a picture in this frame. The areas are the scene's.
struct SceneAnswer {
  const present::HitArea* hovered = nullptr;
  const present::HitArea* clicked = nullptr;
};

/// Words about the item before it, while the pointer rests on it; nothing where they are empty.
void tooltip(const std::string& text, ImGuiHoveredFlags when = ImGuiHoveredFlags_ForTooltip);

/// The room that is left in the current window, logical pixels: what a presenter is to be given as its canvas.
[[nodiscard]] present::Size roomLeft();

/// Shows the scene in the room that is left, at least `scene.size`; what is larger scrolls. Where the pointer rests on
/// an area, its label is shown as a tooltip. `id` names the part within the window.
SceneAnswer showScene(const char* id, const present::Scene& scene, PixelTextures& textures);

/// One sentence, a second one and a button in the middle of the room that is left; the button's action where it was
/// pressed.
[[nodiscard]] std::optional<present::Action> showEmpty(const present::EmptyState& state);

}  // namespace sojourn::imgui
