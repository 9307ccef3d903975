// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of the selected run as a table.
#include <array>
#include <string>

#include "views/imgui/look.h"
#include "views/imgui/monitor_panels.h"
#include "views/present/format.h"

namespace sojourn::imgui {
namespace {

void cell(const std::string& text) {
  ImGui::TableNextColumn();
  const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
  if (room > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
}

/// An imported log need not tell every figure of a step: its column is empty then.
std::string figure(const Column<double>& column, std::size_t i, int decimals) {
  if (i >= column.size()) return "\u2013";
  return decimals > 5 ? present::exactText(column[i]) : present::fixedText(column[i], decimals);
}

}  // namespace

void stepsPanel(const present::RunCard& card, const PanelTools& tools) {
  if (!card.steps || card.steps->size() == 0) {
    ImGui::TextDisabled("No steps are known");
    return;
  }
  constexpr std::array<const char*, 7> titles{"step",    "epoch",         "loss",       "norm",
                                              "clipped", "learning rate", "sequences/s"};
  if (!ImGui::BeginTable("steps", static_cast<int>(titles.size()), ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY))
    return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableNextRow();
  ImGui::PushStyleColor(ImGuiCol_Text, toVector(tools.theme.text2));
  for (const char* title : titles) cell(title);
  ImGui::PopStyleColor();
  const StepColumns& steps = *card.steps;
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(steps.size()));
  while (clipper.Step()) {
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
      const std::size_t i = steps.size() - 1 - static_cast<std::size_t>(row);
      ImGui::TableNextRow();
      cell(std::to_string(steps.step[i]));
      cell(std::to_string(steps.epoch[i]));
      cell(figure(steps.loss, i, 4));
      cell(figure(steps.gradientNorm, i, 3));
      cell(figure(steps.clippedGradientNorm, i, 3));
      cell(figure(steps.learningRate, i, 6));
      cell(figure(steps.sequencesPerSecond, i, 0));
    }
  }
  ImGui::EndTable();
}

}  // namespace sojourn::imgui
