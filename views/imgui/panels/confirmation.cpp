// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/panels/confirmation.h"

#include <imgui.h>

#include "model/core/translation.h"
#include "views/imgui/scene/style.h"

namespace sojourn::imgui {
void Confirmation::ask(const present::ActionButton& button) {
  m_button = button;
  m_opening = true;
}

std::optional<present::Action> Confirmation::pressed(const present::ActionButton& button) {
  if (button.question.empty()) return button.action;
  ask(button);
  return std::nullopt;
}

std::optional<present::Action> Confirmation::draw() {
  const std::string title = tr("Confirm");
  if (m_opening) ImGui::OpenPopup(title.c_str());
  m_opening = false;
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport.GetCenter(), ImGuiCond_Appearing, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({420 * styleScale(), 0});
  std::optional<present::Action> confirmed;
  if (!ImGui::BeginPopupModal(title.c_str(), nullptr, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove))
    return confirmed;
  ImGui::PushTextWrapPos();
  ImGui::TextUnformatted(m_button.question.c_str());
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
