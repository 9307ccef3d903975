// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/panels/differences_panel.h"

#include "model/core/translation.h"
#include "views/imgui/scene/fonts.h"
#include "views/imgui/scene/style.h"

namespace sojourn::imgui {
namespace {

using present::RunDifferences;

/// A run's colour and name; answers whether it was pressed.
bool heading(const RunDifferences::Run& run) {
  lineSwatch(run.ink, run.dashed, 9 * styleScale(), ImGui::GetTextLineHeight());
  ImGui::SameLine(0, 5 * styleScale());
  ImGui::PushID(run.id.c_str());
  const bool pressed = ImGui::Selectable(run.name.c_str(), false);
  ImGui::PopID();
  return pressed;
}

}  // namespace

Asked differencesPanel(const RunDifferences& differences, const PanelTools& tools) {
  Asked asked;
  if (differences.rows.empty()) {
    wrappedText(differences.nothing, tools.theme.text2);
    return asked;
  }
  // Without a width of the user's own a column follows its texts, which change with the chosen runs.
  constexpr ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY |
                                    ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_BordersInnerV;
  if (!ImGui::BeginTable("differences", static_cast<int>(differences.runs.size()) + 1, flags)) return asked;
  ImGui::TableSetupScrollFreeze(1, 1);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  coloredText(tr("key"), tools.theme.text2);
  for (const RunDifferences::Run& run : differences.runs) {
    ImGui::TableNextColumn();
    if (heading(run)) asked = present::Action{"selectRun", run.id};
  }
  for (const RunDifferences::Row& row : differences.rows) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    coloredText(row.key, tools.theme.text2);
    for (const RunDifferences::Value& value : row.values) {
      ImGui::TableNextColumn();
      if (value.differs) ImGui::TableSetBgColor(ImGuiTableBgTarget_CellBg, toColor(tools.theme.soft));
      const FontScope font({.size = 13, .weight = value.differs ? present::Weight::Medium : present::Weight::Regular});
      coloredText(value.text, value.differs ? tools.theme.accent : tools.theme.text);
    }
  }
  ImGui::EndTable();
  return asked;
}

}  // namespace sojourn::imgui
