// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/scene/scene_panel.h"

#include <algorithm>
#include <cmath>

#include "views/imgui/scene/scene_painter.h"
#include "views/imgui/scene/style.h"

namespace sojourn::imgui {
namespace {

using present::HitArea;
using present::Point;
using present::Scene;

/// Paints a strip of the content, `top` to `bottom`, as it lies when scrolled by `scroll`.
void paintStrip(ImDrawList& list, const Scene& scene, ImVec2 corner, ImVec2 size, float top, float bottom, float scroll,
                PixelTextures& textures) {
  if (bottom <= top) return;
  const float scale = styleScale();
  const ImVec2 low{corner.x, corner.y + top * scale};
  const ImVec2 high{corner.x + size.x, corner.y + bottom * scale};
  list.PushClipRect(low, high, true);
  const PlacedScene placed{.origin = {corner.x, std::round(corner.y - scroll * scale)},
                           .scale = scale,
                           .visible = {0, top + scroll, size.x / scale, bottom - top}};
  paintScene(list, scene, placed, textures);
  list.PopClipRect();
}

}  // namespace

void tooltip(const std::string& text, ImGuiHoveredFlags when) {
  constexpr float width = 420;
  if (text.empty() || !ImGui::IsItemHovered(when) || !ImGui::BeginTooltip()) return;
  ImGui::PushTextWrapPos(width * styleScale());
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

present::Size roomLeft() {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  return {std::max(1.0F, std::floor(room.x / styleScale())), std::max(1.0F, std::floor(room.y / styleScale()))};
}

SceneAnswer showScene(const char* id, const Scene& scene, PixelTextures& textures) {
  SceneAnswer answer;
  const float scale = styleScale();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  const bool shown = ImGui::BeginChild(id, {0, 0}, ImGuiChildFlags_NavFlattened, ImGuiWindowFlags_NoMove);
  ImGui::PopStyleVar();
  if (shown) {
    const ImVec2 corner = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    const float height = size.y / scale;
    const float whole = std::max(scene.contentSize.height, height);
    const float scroll = std::round(ImGui::GetScrollY() / scale);
    ImGui::InvisibleButton("picture", {std::max(1.0F, size.x - ImGui::GetStyle().ScrollbarSize), whole * scale},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float range = whole - height;
    const bool split = range > 0 && scene.pinnedTop + scene.pinnedBottom > 0;
    const float top = split ? scene.pinnedTop : 0;
    const float bottom = split ? height - scene.pinnedBottom : height;
    paintStrip(list, scene, corner, size, 0, top, 0, textures);
    paintStrip(list, scene, corner, size, top, bottom, scroll, textures);
    paintStrip(list, scene, corner, size, bottom, height, range, textures);
    if (ImGui::IsItemHovered()) {
      const ImVec2 mouse = ImGui::GetIO().MousePos;
      const Point onCanvas{(mouse.x - corner.x) / scale, (mouse.y - corner.y) / scale};
      float down = scroll;
      if (onCanvas.y < top) down = 0;
      if (onCanvas.y >= bottom) down = range;
      answer.hovered = scene.hitAt({onCanvas.x, onCanvas.y + down});
      if (answer.hovered && answer.hovered->action) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      if (ImGui::IsMouseReleased(ImGuiMouseButton_Left) && ImGui::IsItemDeactivated()) answer.clicked = answer.hovered;
      if (answer.hovered) tooltip(answer.hovered->label);
    }
  }
  ImGui::EndChild();
  return answer;
}

std::optional<present::Action> showEmpty(const present::EmptyState& state) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ImVec2 corner = ImGui::GetCursorPos();
  float y = corner.y + room.y * 0.4F;
  const auto centred = [&](const std::string& text, bool quiet) {
    if (text.empty()) return;
    const float wrap = std::min(room.x - 16, 480 * styleScale());
    const ImVec2 size = ImGui::CalcTextSize(text.data(), text.data() + text.size(), false, wrap);
    ImGui::SetCursorPos({corner.x + (room.x - size.x) / 2, y});
    if (quiet) ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyle().Colors[ImGuiCol_TextDisabled]);
    ImGui::PushTextWrapPos(corner.x + (room.x + wrap) / 2);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    if (quiet) ImGui::PopStyleColor();
    y += size.y + 6 * styleScale();
  };
  {
    const FontScope title({.size = 15, .weight = present::Weight::Medium});
    centred(state.title, false);
  }
  centred(state.detail, true);
  if (state.buttonText.empty()) return std::nullopt;
  const float width = ImGui::CalcTextSize(state.buttonText.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::SetCursorPos({corner.x + (room.x - width) / 2, y});
  return ImGui::Button(state.buttonText.c_str()) ? std::optional(state.button) : std::nullopt;
}

}  // namespace sojourn::imgui
