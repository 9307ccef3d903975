// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of the selected run as a table.
#include <algorithm>
#include <array>
#include <string>

#include "model/core/number_text.h"
#include "model/core/translation.h"
#include "views/imgui/panels/monitor_panels.h"
#include "views/imgui/scene/style.h"
#include "views/present/scene/format.h"

namespace sojourn::imgui {
namespace {

void cell(const std::string& text) {
  ImGui::TableNextColumn();
  moveRight(ImGui::CalcTextSize(text.c_str()).x);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
}

/// An imported log need not tell every figure of a step: its column is empty then.
std::string figure(const Column<double>& column, std::size_t i, int decimals) {
  return i < column.size() ? present::fixedText(column[i], decimals) : "\u2013";
}

/// Rates go over several powers of ten.
std::string rate(const Column<double>& column, std::size_t i) {
  if (i >= column.size()) return "\u2013";
  return scientificNumber(column[i], 3);
}

/// What happened after a step, in its order; the worst of it gives the colour.
void events(const present::RunCard& card, std::int64_t step, const present::Theme& theme) {
  ImGui::TableNextColumn();
  if (!card.events) return;
  std::string words;
  auto worst = present::RunLogLine::Level::Info;
  for (const present::RunLogLine& line : std::ranges::equal_range(*card.events, step, {}, &present::RunLogLine::step)) {
    words += (words.empty() ? "" : " \u00B7 ") + line.text;
    worst = std::max(worst, line.level);
  }
  if (words.empty()) return;
  const float room = ImGui::GetContentRegionAvail().x;
  coloredText(words, levelColor(worst, theme));
  // What the column cuts is shown in full.
  if (ImGui::GetItemRectSize().x > room) tooltip(words);
}

}  // namespace

void stepsPanel(const present::RunCard& card, const PanelTools& tools) {
  if (!card.steps || card.steps->size() == 0) {
    ImGui::TextDisabled("%s", tr("No steps yet").c_str());
    return;
  }
  wrappedText(card.leftOut, tools.theme.text2);
  constexpr std::array<const char*, 7> titles{"step",    "epoch",         "loss",       "norm",
                                              "clipped", "learning rate", "sequences/s"};
  if (!ImGui::BeginTable("steps", static_cast<int>(titles.size()) + 1, ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY))
    return;
  ImGui::TableSetupScrollFreeze(0, 1);
  const float narrow = 80 * styleScale();
  for (const char* title : titles) ImGui::TableSetupColumn(title, ImGuiTableColumnFlags_WidthFixed, narrow);
  ImGui::TableSetupColumn("event", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableNextRow();
  ImGui::PushStyleColor(ImGuiCol_Text, toVector(tools.theme.text2));
  for (const char* title : titles) cell(tr(title));
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(tr("event").c_str());
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
      cell(rate(steps.learningRate, i));
      cell(figure(steps.sequencesPerSecond, i, 0));
      events(card, steps.step[i], tools.theme);
    }
  }
  ImGui::EndTable();
}

}  // namespace sojourn::imgui
