// SPDX-License-Identifier: GPL-3.0-or-later
// The log of all runs, newest last.
#include "model/core/translation.h"
#include "views/imgui/panels/monitor_panels.h"
#include "views/imgui/scene/style.h"

namespace sojourn::imgui {
namespace {

using Level = present::RunLogLine::Level;

const char* levelWord(Level level) {
  return level == Level::Info ? "info" : level == Level::Warning ? "warn" : "error";
}

void cell(const std::string& text, present::Color color) {
  ImGui::TableNextColumn();
  coloredText(text, color);
}

}  // namespace

Asked logPanel(const std::vector<present::RunLogLine>& lines, const std::string& onlyRun, bool routine,
               const PanelTools& tools) {
  Asked asked;
  std::vector<const present::RunLogLine*> shown;
  shown.reserve(lines.size());
  for (const present::RunLogLine& line : lines)
    if ((onlyRun.empty() || line.id == onlyRun) && (routine || !line.routine)) shown.push_back(&line);
  const float scale = styleScale();
  if (!ImGui::BeginTable("log", 4, ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit)) return asked;
  ImGui::TableSetupColumn("time", 0, 64 * scale);
  ImGui::TableSetupColumn("run", 0, 120 * scale);
  ImGui::TableSetupColumn("level", 0, 48 * scale);
  ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(shown.size()));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const present::RunLogLine& line = *shown[static_cast<std::size_t>(i)];
      ImGui::TableNextRow();
      ImGui::PushID(i);
      cell(line.clock, tools.theme.text2);
      cell(line.run, tools.theme.text);
      if (ImGui::IsItemClicked()) asked = present::Action{"selectRun", line.id};
      cell(tr(levelWord(line.level)), levelColor(line.level, tools.theme));
      cell(line.text, line.level == Level::Info ? tools.theme.text2 : tools.theme.text);
      ImGui::PopID();
    }
  }
  // Follow the newest lines only at the end: after scrolling up one reads.
  if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY() - 1 || ImGui::IsWindowAppearing()) ImGui::SetScrollHereY(1);
  ImGui::EndTable();
  return asked;
}

}  // namespace sojourn::imgui
