// SPDX-License-Identifier: GPL-3.0-or-later
// What several panels are made of: icons, texts, captions, rows of buttons, the confirmation.
#include <imgui_internal.h>

#include "model/core/translation.h"
#include "views/imgui/panels/monitor_panels.h"
#include "views/imgui/scene/scene_painter.h"
#include "views/imgui/scene/style.h"

namespace sojourn::imgui {

void icon(const std::string& name, present::Color color, float side) {
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

void plainText(const std::string& text) {
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
}

void coloredText(const std::string& text, present::Color color) {
  ImGui::PushStyleColor(ImGuiCol_Text, toVector(color));
  plainText(text);
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

void textAtRight(const std::string& text, present::Color color) {
  moveRight(widthOf(text));
  coloredText(text, color);
}

void captionAtRight(const std::string& text, const present::Theme& theme) {
  ImGui::SameLine();
  textAtRight(text, theme.text2);
}

void cell(const std::string& text, present::Color color) {
  ImGui::TableNextColumn();
  coloredText(text, color);
}

void numberCell(const std::string& text, present::Color color) {
  ImGui::TableNextColumn();
  textAtRight(text, color);
}

float widthOf(const std::string& text) {
  return ImGui::CalcTextSize(text.c_str()).x;
}

float buttonWidth(const std::string& text) {
  return widthOf(text) + 2 * ImGui::GetStyle().FramePadding.x;
}

void beside(float width, float gap) {
  const float between = gap < 0 ? ImGui::GetStyle().ItemSpacing.x : gap * styleScale();
  const float edge = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  if (ImGui::GetItemRectMax().x + between + width <= edge) ImGui::SameLine(0, between);
}

bool choiceButton(const std::string& text, bool chosen, const present::Theme& theme) {
  if (chosen) {
    ImGui::PushStyleColor(ImGuiCol_Button, toVector(theme.soft));
    ImGui::PushStyleColor(ImGuiCol_Border, toVector(theme.accent));
  }
  const bool pressed = ImGui::Button(text.c_str());
  if (chosen) ImGui::PopStyleColor(2);
  return pressed && !chosen;
}

Asked buttonRow(const std::vector<present::ActionButton>& buttons, const char* id, const PanelTools& tools) {
  Asked asked;
  ImGui::PushID(id);
  for (std::size_t i = 0; i < buttons.size(); ++i) {
    const present::ActionButton& button = buttons[i];
    if (i > 0) beside(buttonWidth(button.text));
    ImGui::BeginDisabled(!button.enabled);
    if (ImGui::Button(button.text.c_str())) asked = tools.confirmation.pressed(button);
    ImGui::EndDisabled();
    tooltip(button.hint, ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_AllowWhenDisabled);
  }
  ImGui::PopID();
  return asked;
}

Asked Confirmation::pressed(const present::ActionButton& button) {
  if (button.question.empty()) return button.action;
  m_button = button;
  m_opening = true;
  return std::nullopt;
}

Asked Confirmation::draw() {
  const std::string title = tr("Confirm");
  if (m_opening) ImGui::OpenPopup(title.c_str());
  m_opening = false;
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport.GetCenter(), ImGuiCond_Appearing, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({420 * styleScale(), 0});
  Asked confirmed;
  if (!ImGui::BeginPopupModal(title.c_str(), nullptr, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove))
    return confirmed;
  ImGui::PushTextWrapPos();
  plainText(m_button.question);
  ImGui::PopTextWrapPos();
  ImGui::Spacing();
  std::string yes = m_button.text;
  if (yes.ends_with("\u2026")) yes.resize(yes.size() - 3);
  if (ImGui::Button(yes.c_str())) {
    confirmed = m_button.action;
    ImGui::CloseCurrentPopup();
  }
  ImGui::SameLine();
  if (ImGui::Button(tr("Cancel").c_str()) || ImGui::IsKeyPressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
  if (ImGui::IsWindowAppearing()) ImGui::SetItemDefaultFocus();
  ImGui::EndPopup();
  return confirmed;
}

}  // namespace sojourn::imgui
