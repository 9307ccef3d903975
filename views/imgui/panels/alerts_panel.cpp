// SPDX-License-Identifier: GPL-3.0-or-later
// The alerts: which runs need attention, why, and what may be done about it.
#include "views/imgui/panels/monitor_panels.h"
#include "views/imgui/scene/fonts.h"
#include "views/imgui/scene/style.h"

namespace sojourn::imgui {
namespace {

Asked card(const present::RunAlert& alert, const PanelTools& tools) {
  Asked asked;
  const float scale = styleScale();
  const present::Color severity = present::severityColor(tools.theme, alert.severity);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, toVector(tools.theme.title));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {12 * scale, 6 * scale});
  const bool shown =
      ImGui::BeginChild(alert.id.c_str(), {0, 0}, ImGuiChildFlags_AutoResizeY | ImGuiChildFlags_AlwaysUseWindowPadding);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  if (shown) {
    const ImVec2 corner = ImGui::GetWindowPos();
    ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + 3 * scale, corner.y + ImGui::GetWindowHeight()},
                                              toColor(severity));
    icon(alert.icon.c_str(), severity);
    ImGui::SameLine();
    {
      const FontScope title({.size = 13, .weight = present::Weight::SemiBold});
      ImGui::TextUnformatted(alert.title.data(), alert.title.data() + alert.title.size());
    }
    if (ImGui::IsItemClicked()) asked = present::Action{"selectRun", alert.id};
    captionAtRight(alert.age, tools.theme);
    wrappedText(alert.reason, tools.theme.text2);
    wrappedText(alert.further, tools.theme.text2);
    if (const Asked pressed = buttonRow(alert.buttons, "buttons", tools)) asked = pressed;
  }
  ImGui::EndChild();
  return asked;
}

}  // namespace

Asked alertsPanel(const std::vector<present::RunAlert>& alerts, const std::string& nothing, const PanelTools& tools) {
  Asked asked;
  if (alerts.empty()) wrappedText(nothing, tools.theme.text2);
  for (const present::RunAlert& alert : alerts) {
    if (const Asked one = card(alert, tools)) asked = one;
  }
  return asked;
}

}  // namespace sojourn::imgui
