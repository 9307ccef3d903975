// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/shell/layouts.h"

#include <algorithm>
#include <utility>

#include <imgui_internal.h>
// Needs imgui.h before it.
#include <imgui_stdlib.h>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/imgui/scene/style.h"

namespace sojourn::imgui {
namespace {

constexpr std::size_t longestName = 60;

}  // namespace

std::string Layouts::current() {
  std::size_t length = 0;
  const char* text = ImGui::SaveIniSettingsToMemory(&length);
  return {text, length};
}

void Layouts::begin() {
  const std::string& layout = m_settings.layout;
  if (!layout.empty()) ImGui::LoadIniSettingsFromMemory(layout.data(), layout.size());
}

void Layouts::beforeFrame() {
  if (m_wanted.empty()) return;
  const std::string layout = std::exchange(m_wanted, {});
  ImGui::LoadIniSettingsFromMemory(layout.data(), layout.size());
  ImGui::MarkIniSettingsDirty();
}

void Layouts::keep() {
  if (!ImGui::GetIO().WantSaveIniSettings) return;
  m_settings.layout = current();
  ImGui::GetIO().WantSaveIniSettings = false;
}

void Layouts::load(const std::string& name) {
  const auto found = m_settings.layouts.find(name);
  if (found != m_settings.layouts.end()) m_wanted = found->second;
}

void Layouts::arrange(unsigned int dockSpace, float scale) {
  ImGui::DockBuilderRemoveNodeChildNodes(dockSpace);
  const ImVec2 size = ImGui::GetMainViewport()->WorkSize;
  ImGui::DockBuilderSetNodeSize(dockSpace, size);
  ImGuiID rest = dockSpace;
  const ImGuiID bottom =
      ImGui::DockBuilderSplitNode(rest, ImGuiDir_Down, std::min(0.3F, 180 * scale / size.y), nullptr, &rest);
  ImGuiID right =
      ImGui::DockBuilderSplitNode(rest, ImGuiDir_Right, std::min(0.35F, 366 * scale / size.x), nullptr, &rest);
  const ImGuiID lower = ImGui::DockBuilderSplitNode(right, ImGuiDir_Down, 0.52F, nullptr, &right);
  // In the order of Panel::Dock.
  const std::array<ImGuiID, 4> docks{rest, right, lower, bottom};
  for (const Panel& panel : panels)
    ImGui::DockBuilderDockWindow(windowOf(panel.id).c_str(), docks[static_cast<std::size_t>(panel.dock)]);
  ImGui::DockBuilderFinish(dockSpace);
}

std::vector<std::string> Layouts::dockSpace(float scale) {
  const ImGuiID dockSpace = ImGui::GetID("docks");
  const ImGuiDockNode* node = ImGui::DockBuilderGetNode(dockSpace);
  const bool bare = node == nullptr || (!node->IsSplitNode() && node->Windows.empty());
  ImGui::DockSpaceOverViewport(dockSpace, nullptr, ImGuiDockNodeFlags_NoWindowMenuButton);
  if (!std::exchange(m_reset, false) && !bare) return {};
  arrange(dockSpace, scale);
  // The first of each stack in front, the wall last: it has the keyboard.
  return {windowOf("alerts"), windowOf("run"), windowOf("log"), windowOf("wall")};
}

void Layouts::drawQuestion() {
  const std::string question = tr("Save layout");
  if (std::exchange(m_asking, false)) {
    m_name.clear();
    ImGui::OpenPopup(question.c_str());
  }
  ImGui::SetNextWindowPos(ImGui::GetMainViewport()->GetCenter(), ImGuiCond_Appearing, {0.5F, 0.5F});
  if (!ImGui::BeginPopupModal(question.c_str(), nullptr, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove))
    return;
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(320 * styleScale());
  const bool entered =
      ImGui::InputTextWithHint("##name", tr("a name").c_str(), &m_name, ImGuiInputTextFlags_EnterReturnsTrue) &&
      !m_name.empty();
  const bool known = m_settings.layouts.contains(m_name);
  ImGui::BeginDisabled(m_name.empty());
  const bool pressed = ImGui::Button(tr(known ? "Replace" : "Save").c_str());
  ImGui::EndDisabled();
  if (entered || pressed) {
    m_settings.layouts[escapeForDisplay(m_name, longestName)] = current();
    ImGui::CloseCurrentPopup();
  }
  ImGui::SameLine();
  if (ImGui::Button(tr("Cancel").c_str()) || ImGui::IsKeyPressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

void Layouts::menu() {
  for (const auto& [name, layout] : m_settings.layouts)
    if (ImGui::MenuItem(name.c_str())) load(name);
  if (!m_settings.layouts.empty()) ImGui::Separator();
  if (ImGui::MenuItem(tr("Save layout\u2026").c_str())) m_asking = true;
  if (ImGui::BeginMenu(tr("Delete layout").c_str(), !m_settings.layouts.empty())) {
    std::string forgotten;
    for (const auto& [name, layout] : m_settings.layouts)
      if (ImGui::MenuItem(name.c_str())) forgotten = name;
    m_settings.layouts.erase(forgotten);
    ImGui::EndMenu();
  }
  if (ImGui::MenuItem(tr("Reset layout").c_str())) m_reset = true;
}

void Layouts::addTo(std::vector<PaletteEntry>& entries) const {
  const auto add = [&](const std::string& title, present::LayoutAction action) {
    entries.push_back({title, tr("layout"), {.text = title, .action = std::move(action)}});
  };
  for (const auto& [name, layout] : m_settings.layouts) add(tr("Layout %1", {name}), present::LoadLayout{name});
  add(tr("Save layout\u2026"), present::LayoutCommand::Save);
  add(tr("Reset layout"), present::LayoutCommand::Reset);
}

void Layouts::act(const present::LayoutAction& action) {
  std::visit(present::Overloaded{[this](const present::LoadLayout& one) { load(one.name); },
                                 [this](present::LayoutCommand command) {
                                   if (command == present::LayoutCommand::Save) m_asking = true;
                                   if (command == present::LayoutCommand::Reset) m_reset = true;
                                 }},
             action);
}

}  // namespace sojourn::imgui
