// SPDX-License-Identifier: GPL-3.0-or-later
// What has happened, as tables: the log of all runs, the steps of the selected one, the commands that were sent.
#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/imgui/panels/monitor_panels.h"
#include "views/imgui/scene/style.h"
#include "views/present/scene/format.h"

namespace sojourn::imgui {
namespace {

using Level = present::RunLogLine::Level;

const char* levelText(Level level) {
  return level == Level::Info ? "info" : level == Level::Warning ? "warn" : "error";
}

present::Color levelColor(Level level, const present::Theme& theme) {
  if (level == Level::Error) return theme.err;
  return level == Level::Warning ? theme.warn : theme.text2;
}

/// An imported log need not tell every figure of a step: its column is empty then.
std::string figure(const Column<double>& column, std::size_t i, int decimals) {
  return i < column.size() ? present::fixedText(column[i], decimals) : "\u2013";
}

/// Rates go over several powers of ten.
std::string rate(const Column<double>& column, std::size_t i) {
  return i < column.size() ? scientificNumber(column[i], 3) : "\u2013";
}

/// What happened after a step, in its order; the worst of it gives the colour.
void events(const present::RunCard& card, std::int64_t step, const present::Theme& theme) {
  ImGui::TableNextColumn();
  if (!card.events) return;
  std::string text;
  auto worst = Level::Info;
  for (const present::RunLogLine& line : std::ranges::equal_range(*card.events, step, {}, &present::RunLogLine::step)) {
    text += (text.empty() ? "" : " \u00B7 ") + line.text;
    worst = std::max(worst, line.level);
  }
  if (text.empty()) return;
  const float room = ImGui::GetContentRegionAvail().x;
  coloredText(text, levelColor(worst, theme));
  // What the column cuts is shown in full.
  if (ImGui::GetItemRectSize().x > room) tooltip(text);
}

/// Of the column of their names, pixels: the ends of names count, too, but the text has most of the room.
float runsWidth(const std::vector<const present::RunLogLine*>& lines, float room) {
  std::set<std::string_view> names;
  std::string_view last;
  for (const present::RunLogLine* line : lines)
    if (last != line->run) names.insert(last = line->run);
  float longest = 120 * styleScale();
  for (const std::string_view name : names)
    longest = std::max(longest, ImGui::CalcTextSize(name.data(), name.data() + name.size()).x);
  return std::min(longest, std::max(120 * styleScale(), 0.35F * room));
}

}  // namespace

Asked logPanel(const std::vector<present::RunLogLine>& lines, const std::string& onlyRun, bool routine,
               const PanelTools& tools) {
  Asked asked;
  std::vector<const present::RunLogLine*> shown;
  shown.reserve(lines.size());
  for (const present::RunLogLine& line : lines)
    if ((onlyRun.empty() || line.id == onlyRun) && (routine || !line.routine)) shown.push_back(&line);
  const float scale = styleScale(), runs = runsWidth(shown, ImGui::GetContentRegionAvail().x);
  if (!ImGui::BeginTable("log", 4, ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit)) return asked;
  ImGui::TableSetupColumn("time", 0, 64 * scale);
  ImGui::TableSetupColumn("run", 0, runs);
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
      if (ImGui::IsItemClicked()) asked = present::SelectRun{line.id};
      cell(tr(levelText(line.level)), levelColor(line.level, tools.theme));
      cell(line.text, line.level == Level::Info ? tools.theme.text2 : tools.theme.text);
      ImGui::PopID();
    }
  }
  // Follow the newest lines only at the end: after scrolling up one reads.
  if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY() - 1 || ImGui::IsWindowAppearing()) ImGui::SetScrollHereY(1);
  ImGui::EndTable();
  return asked;
}

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
  for (const char* title : titles) numberCell(tr(title), tools.theme.text2);
  cell(tr("event"), tools.theme.text2);
  const StepColumns& steps = *card.steps;
  const auto number = [&](const std::string& text) { numberCell(text, tools.theme.text); };
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(steps.size()));
  while (clipper.Step()) {
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
      const std::size_t i = steps.size() - 1 - static_cast<std::size_t>(row);
      ImGui::TableNextRow();
      number(std::to_string(steps.step[i]));
      number(std::to_string(steps.epoch[i]));
      number(figure(steps.loss, i, 4));
      number(figure(steps.gradientNorm, i, 3));
      number(figure(steps.clippedGradientNorm, i, 3));
      number(rate(steps.learningRate, i));
      number(figure(steps.sequencesPerSecond, i, 0));
      events(card, steps.step[i], tools.theme);
    }
  }
  ImGui::EndTable();
}

void commandsPanel(const std::vector<present::SentLine>& sent, const PanelTools& tools) {
  if (sent.empty()) {
    wrappedText(tr("No command has been sent to these runs"), tools.theme.text2);
    return;
  }
  if (!ImGui::BeginTable("commands", 4, ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit)) return;
  const float scale = styleScale();
  ImGui::TableSetupColumn("time");  // as wide as its longest, which has a date
  ImGui::TableSetupColumn("run", 0, 160 * scale);
  ImGui::TableSetupColumn("command", 0, 160 * scale);
  ImGui::TableSetupColumn("outcome", ImGuiTableColumnFlags_WidthStretch);
  for (const present::SentLine& line : sent) {
    ImGui::TableNextRow();
    cell(line.clock, tools.theme.text2);
    cell(line.run, tools.theme.text);
    cell(line.command, tools.theme.text);
    cell(line.outcome, present::severityColor(tools.theme, line.severity));
  }
  ImGui::EndTable();
}

}  // namespace sojourn::imgui
