// SPDX-License-Identifier: GPL-3.0-or-later
// What several panels are made of: icons, texts, captions, rows of buttons.
#include <imgui_internal.h>

#include "views/imgui/panels/monitor_panels.h"
#include "views/imgui/scene/fonts.h"
#include "views/imgui/scene/scene_painter.h"
#include "views/imgui/scene/style.h"

namespace sojourn::imgui {
void icon(const char* name, present::Color color, float side) {
  const float scale = styleScale();
  const float height = ImGui::GetTextLineHeight();
  ImVec2 corner = ImGui::GetCursorScreenPos();
  // Beside buttons the words stand lower.
  corner.y += ImGui::GetCurrentWindow()->DC.CurrLineTextBaseOffset;
  present::Scene scene;
  scene.shapes.emplace_back(
      present::IconShape{.rect = {0, (height / scale - side) / 2, side, side}, .name = name, .color = color});
  PixelTextures none;
  paintScene(*ImGui::GetWindowDrawList(), scene, {.origin = corner, .scale = scale, .visible = {-100, -100, 300, 300}},
             none);
  ImGui::Dummy({side * scale, height});
}

void lineSwatch(present::Color color, bool dashed, float side, float height) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float top = corner.y + (height - side) / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (dashed) {
    const float dash = std::round(side * 0.4F), middle = std::round(top + (side - dash) / 2);
    for (const float left : {corner.x, corner.x + side - dash})
      list.AddRectFilled({left, middle}, {left + dash, middle + dash}, toColor(color));
  } else {
    list.AddRectFilled({corner.x, top}, {corner.x + side, top + side}, toColor(color), 2);
  }
  ImGui::Dummy({side, 1});
}

present::Color levelColor(present::RunLogLine::Level level, const present::Theme& theme) {
  using Level = present::RunLogLine::Level;
  if (level == Level::Error) return theme.err;
  return level == Level::Warning ? theme.warn : theme.text2;
}

void coloredText(const std::string& text, present::Color color) {
  ImGui::PushStyleColor(ImGuiCol_Text, toVector(color));
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopStyleColor();
}

void wrappedText(const std::string& text, present::Color color) {
  if (text.empty()) return;
  ImGui::PushTextWrapPos(0);
  coloredText(text, color);
  ImGui::PopTextWrapPos();
}

void moveRight(float width) {
  const float room = ImGui::GetContentRegionAvail().x - width;
  if (room > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
}

void captionAtRight(const std::string& words, const present::Theme& theme) {
  ImGui::SameLine();
  moveRight(ImGui::CalcTextSize(words.c_str()).x);
  coloredText(words, theme.text2);
}

void tooltip(const std::string& text, ImGuiHoveredFlags when) {
  constexpr float width = 420;
  if (text.empty() || !ImGui::IsItemHovered(when) || !ImGui::BeginTooltip()) return;
  ImGui::PushTextWrapPos(width * styleScale());
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

bool choiceButton(const char* text, bool chosen, const present::Theme& theme) {
  if (chosen) {
    ImGui::PushStyleColor(ImGuiCol_Button, toVector(theme.soft));
    ImGui::PushStyleColor(ImGuiCol_Border, toVector(theme.accent));
  }
  const bool pressed = ImGui::Button(text);
  if (chosen) ImGui::PopStyleColor(2);
  return pressed && !chosen;
}

Asked buttonRow(const std::vector<present::ActionButton>& buttons, const char* id, const PanelTools& tools) {
  Asked asked;
  ImGui::PushID(id);
  for (std::size_t i = 0; i < buttons.size(); ++i) {
    const present::ActionButton& button = buttons[i];
    const ImGuiStyle& style = ImGui::GetStyle();
    const float width = ImGui::CalcTextSize(button.text.c_str()).x + 2 * style.FramePadding.x;
    if (i > 0) {
      ImGui::SameLine();
      if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
    }
    ImGui::BeginDisabled(!button.enabled);
    if (ImGui::Button(button.text.c_str())) asked = tools.confirmation.pressed(button);
    ImGui::EndDisabled();
    tooltip(button.hint, ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_AllowWhenDisabled);
  }
  ImGui::PopID();
  return asked;
}

}  // namespace sojourn::imgui
