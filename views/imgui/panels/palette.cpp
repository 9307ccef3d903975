// SPDX-License-Identifier: GPL-3.0-or-later
// The command palette.
#include <algorithm>
#include <cctype>
#include <sstream>

#include <imgui.h>
// Needs imgui.h before it.
#include <imgui_stdlib.h>

#include "model/core/translation.h"
#include "views/imgui/panels/monitor_panels.h"
#include "views/imgui/scene/style.h"

namespace sojourn::imgui {
namespace {

constexpr const char* popup = "##palette";
constexpr std::size_t mostShown = 12;

std::string small(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

bool matches(const PaletteEntry& entry, const std::string& query) {
  const std::string all = small(entry.title + ' ' + entry.hint);
  std::istringstream words(small(query));
  for (std::string word; words >> word;)
    if (all.find(word) == std::string::npos) return false;
  return true;
}

Asked Palette::draw(const std::vector<PaletteEntry>& entries, const PanelTools& tools) {
  if (m_opening) {
    m_query.clear();
    m_at = 0;
    ImGui::OpenPopup(popup);
  }
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const float scale = styleScale();
  ImGui::SetNextWindowPos({viewport.GetCenter().x, viewport.Pos.y + viewport.Size.y * 0.2F}, ImGuiCond_Always,
                          {0.5F, 0});
  ImGui::SetNextWindowSize({std::min(560 * scale, viewport.Size.x - 16), 0});
  if (!ImGui::BeginPopup(popup, ImGuiWindowFlags_NoMove)) {
    m_opening = false;
    return std::nullopt;
  }
  if (m_opening) ImGui::SetKeyboardFocusHere();
  m_opening = false;
  ImGui::SetNextItemWidth(-FLT_MIN);
  if (ImGui::InputTextWithHint("##query", tr("command, panel or run").c_str(), &m_query)) m_at = 0;
  std::vector<const PaletteEntry*> found;
  for (const PaletteEntry& entry : entries)
    if (found.size() < mostShown && matches(entry, m_query)) found.push_back(&entry);
  const int last = static_cast<int>(found.size()) - 1;
  if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) ++m_at;
  if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) --m_at;
  m_at = std::clamp(m_at, 0, std::max(0, last));
  const PaletteEntry* chosen = nullptr;
  for (int i = 0; i <= last; ++i) {
    const PaletteEntry& entry = *found[static_cast<std::size_t>(i)];
    ImGui::PushID(i);
    ImGui::BeginDisabled(!entry.button.enabled);
    if (ImGui::Selectable(entry.title.c_str(), i == m_at)) chosen = &entry;
    captionAtRight(entry.hint, tools.theme);
    ImGui::EndDisabled();
    ImGui::PopID();
  }
  if (found.empty()) ImGui::TextDisabled("%s", tr("No matches").c_str());
  const bool enter = ImGui::IsKeyPressed(ImGuiKey_Enter) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter);
  if (enter && !found.empty() && found[static_cast<std::size_t>(m_at)]->button.enabled)
    chosen = found[static_cast<std::size_t>(m_at)];
  if (ImGui::IsKeyPressed(ImGuiKey_Escape) || chosen) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  return chosen ? tools.confirmation.pressed(chosen->button) : std::nullopt;
}

}  // namespace sojourn::imgui
