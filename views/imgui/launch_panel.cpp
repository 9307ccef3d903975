// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/launch_panel.h"

#include <algorithm>
#include <utility>

#include <imgui.h>
// Needs imgui.h before it.
#include <imgui_stdlib.h>

#include "views/imgui/fonts.h"
#include "views/imgui/look.h"

namespace sojourn::imgui {
namespace {

using present::SheetField;

constexpr float labelWidth = 130, fieldWidth = 190;
constexpr int mostChoicesShown = 12;

void words(const std::string& text, present::Color color, bool wrap = true) {
  if (text.empty()) return;
  ImGui::PushStyleColor(ImGuiCol_Text, toVector(color));
  if (wrap) ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  if (wrap) ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}

/// For the mouse alone: whoever goes through the form by keys is told by its notes.
void help(const std::string& text) {
  tooltip(text, ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_NoNavOverride | ImGuiHoveredFlags_AllowWhenDisabled);
}

present::Action set(const SheetField& field, const std::string& text) {
  return {"launchSet", field.key + ' ' + text};
}

/// The choices below their field; answers the chosen one.
Asked choiceList(const SheetField& field, ImVec2 corner, float width) {
  Asked asked;
  ImGui::SetNextWindowPos(corner);
  const float line = ImGui::GetTextLineHeightWithSpacing();
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, mostChoicesShown * line});
  if (!ImGui::BeginPopup("choices")) return asked;
  for (std::size_t i = 0; i < field.choices.size(); ++i) {
    const present::SheetChoice& choice = field.choices[i];
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Selectable(choice.words.c_str(), choice.value == field.text)) asked = set(field, choice.value);
    ImGui::PopID();
  }
  ImGui::EndPopup();
  return asked;
}

Asked textEditor(const SheetField& field, float width, LaunchLook& look) {
  Asked asked;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float arrow = field.choices.empty() ? 0 : ImGui::GetFrameHeight();
  ImGui::SetNextItemWidth(width - arrow);
  std::string text = field.whole && look.typing ? look.typed : field.text;
  const bool edited = ImGui::InputTextWithHint("##text", field.hint.c_str(), &text);
  if (field.whole) {
    look.typing = ImGui::IsItemActive();
    look.typed = text;
    if (ImGui::IsItemDeactivatedAfterEdit()) asked = set(field, text);
  } else if (edited) {
    asked = set(field, text);
  }
  help(field.error.empty() ? field.help : std::string());
  if (field.choices.empty()) return asked;
  ImGui::SameLine(0, 0);
  if (ImGui::ArrowButton("##open", ImGuiDir_Down)) ImGui::OpenPopup("choices");
  if (const Asked chosen = choiceList(field, {corner.x, corner.y + ImGui::GetFrameHeight()}, width)) asked = chosen;
  return asked;
}

Asked choiceEditor(const SheetField& field, float width) {
  Asked asked;
  const auto now = std::ranges::find(field.choices, field.text, &present::SheetChoice::value);
  ImGui::SetNextItemWidth(width);
  if (ImGui::BeginCombo("##choice", now == field.choices.end() ? field.text.c_str() : now->words.c_str())) {
    for (const present::SheetChoice& choice : field.choices)
      if (ImGui::Selectable(choice.words.c_str(), choice.value == field.text)) asked = set(field, choice.value);
    ImGui::EndCombo();
  }
  help(field.help);
  return asked;
}

/// What is changed is accent, with what it was and a way back; what is wrong has its reason below it.
Asked fieldLine(const SheetField& field, LaunchLook& look, const PanelTools& tools) {
  Asked asked;
  const float scale = lookScale();
  ImGui::PushID(field.key.c_str());
  ImGui::AlignTextToFramePadding();
  {
    const FontScope font({.size = 13, .weight = field.changed ? present::Weight::Medium : present::Weight::Regular});
    words(field.label, field.changed ? tools.theme.accent : tools.theme.text2, false);
  }
  help(field.help);
  ImGui::SameLine(labelWidth * scale);
  const float resetWidth = ImGui::CalcTextSize("Reset").x + 2 * ImGui::GetStyle().FramePadding.x;
  const float room = ImGui::GetContentRegionAvail().x;
  const float besides = field.changed ? resetWidth + ImGui::GetStyle().ItemSpacing.x : 0;
  const float width = field.wide ? room - besides : std::min(fieldWidth * scale, room - besides);
  if (!field.error.empty()) ImGui::PushStyleColor(ImGuiCol_Border, toVector(tools.theme.err));
  asked = field.typed ? textEditor(field, width, look) : choiceEditor(field, width);
  if (!field.error.empty()) ImGui::PopStyleColor();
  if (field.changed) {
    ImGui::SameLine();
    // Tab goes from field to field; arrows reach this, too.
    ImGui::PushItemFlag(ImGuiItemFlags_NoTabStop, true);
    const bool reset = ImGui::Button("Reset");
    ImGui::PopItemFlag();
    if (reset) asked = present::Action{"launchReset", field.key};
    if (field.wide) help(field.note);
  }
  if (!field.wide && !field.note.empty()) {
    ImGui::SameLine();
    words(field.note, field.changed ? tools.theme.text : tools.theme.text3, false);
  }
  if (!field.error.empty()) {
    ImGui::SetCursorPosX(labelWidth * scale);
    words(field.error, tools.theme.err);
  }
  ImGui::PopID();
  return asked;
}

/// What differs, what is wrong, how long it takes, and the buttons.
Asked foot(const present::LaunchSheet& sheet, const PanelTools& tools) {
  Asked asked;
  ImGui::Separator();
  words(sheet.differs, tools.theme.text);
  words(sheet.problem, tools.theme.err);
  const ImGuiStyle& style = ImGui::GetStyle();
  const float launchWidth = ImGui::CalcTextSize(sheet.launch.text.c_str()).x + 4 * style.FramePadding.x;
  const float closeWidth = ImGui::CalcTextSize("Close").x + 2 * style.FramePadding.x;
  ImGui::AlignTextToFramePadding();
  words(sheet.summary, tools.theme.text2, false);
  ImGui::SameLine();
  const float room = ImGui::GetContentRegionAvail().x - launchWidth - closeWidth - style.ItemSpacing.x;
  if (room > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
  if (ImGui::Button("Close")) asked = present::Action{"launchClose", {}};
  help("Escape. What was typed stays until another run is begun from.");
  ImGui::SameLine();
  ImGui::BeginDisabled(!sheet.launch.enabled);
  ImGui::PushStyleColor(ImGuiCol_Button, toVector(tools.theme.accent));
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, toVector(present::mix(tools.theme.accent, tools.theme.panel, 0.15F)));
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, toVector(present::mix(tools.theme.accent, tools.theme.panel, 0.3F)));
  ImGui::PushStyleColor(ImGuiCol_Text, toVector(tools.theme.onAccent));
  const std::string label = sheet.launch.text + "###launchNow";
  if (ImGui::Button(label.c_str(), {launchWidth, 0})) asked = sheet.launch.action;
  ImGui::PopStyleColor(4);
  ImGui::EndDisabled();
  help(sheet.launch.hint);
  return asked;
}

/// So much room as its words take at this width.
float footHeight(const present::LaunchSheet& sheet) {
  const ImGuiStyle& style = ImGui::GetStyle();
  float height = ImGui::GetFrameHeight() + 3 * style.ItemSpacing.y;
  const float width = ImGui::GetContentRegionAvail().x;
  for (const std::string* text : {&sheet.differs, &sheet.problem})
    if (!text->empty())
      height += ImGui::CalcTextSize(text->data(), text->data() + text->size(), false, width).y + style.ItemSpacing.y;
  return height;
}

/// Where the columns of the queue begin; a long name pushes its own words on.
struct QueueColumns {
  float run = 0, words = 0;
};

QueueColumns queueColumns(const std::vector<present::QueueLine>& lines) {
  constexpr float widestName = 260;
  const ImGuiStyle& style = ImGui::GetStyle();
  float button = 0, name = 0;
  for (const present::QueueLine& line : lines) {
    button = std::max(button, ImGui::CalcTextSize(line.button.text.c_str()).x);
    name = std::max(name, ImGui::CalcTextSize(line.run.c_str()).x);
  }
  const float run = ImGui::GetCursorPosX() + button + 2 * style.FramePadding.x + style.ItemSpacing.x;
  const float icon = ImGui::GetTextLineHeight() + style.ItemSpacing.x;
  return {.run = run, .words = run + icon + std::min(name, widestName * lookScale()) + 2 * style.ItemSpacing.x};
}

Asked queueLine(const present::QueueLine& line, const QueueColumns& columns, const PanelTools& tools) {
  Asked asked;
  const present::Color tone = line.failed ? tools.theme.err : tools.theme.text2;
  ImGui::PushID((line.run + line.button.action.argument).c_str());
  ImGui::AlignTextToFramePadding();
  if (!line.button.text.empty()) {
    asked = buttonRow({line.button}, "button", tools);
    ImGui::SameLine();
  }
  ImGui::SetCursorPosX(columns.run);
  icon(line.icon.c_str(), tone);
  ImGui::SameLine();
  ImGui::TextUnformatted(line.run.data(), line.run.data() + line.run.size());
  ImGui::SameLine();
  ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), columns.words));
  words(line.words, tone);
  ImGui::PopID();
  return asked;
}

}  // namespace

Asked launchPanel(const present::LaunchSheet& sheet, LaunchLook& look, const PanelTools& tools) {
  Asked asked;
  // Escape in a field takes back what was typed there; the next one closes the form.
  const bool editing = ImGui::IsAnyItemActive();
  const float height = ImGui::GetContentRegionAvail().y - footHeight(sheet);
  if (ImGui::BeginChild("form", {0, std::max(40 * lookScale(), height)}, ImGuiChildFlags_NavFlattened)) {
    for (const present::SheetSection& section : sheet.sections) {
      {
        const FontScope title({.size = 12, .weight = present::Weight::SemiBold});
        ImGui::SeparatorText(section.title.c_str());
      }
      for (const SheetField& field : section.fields) {
        if (field.key == sheet.first && std::exchange(look.focus, false)) ImGui::SetKeyboardFocusHere();
        if (const Asked one = fieldLine(field, look, tools)) asked = one;
      }
    }
  }
  ImGui::EndChild();
  if (const Asked one = foot(sheet, tools)) asked = one;
  const bool here = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows | ImGuiFocusedFlags_NoPopupHierarchy);
  if (asked || !here) return asked;
  if (ImGui::IsKeyChordPressed(ImGuiMod_Ctrl | ImGuiKey_Enter) && sheet.launch.enabled) return sheet.launch.action;
  if (!editing && ImGui::IsKeyPressed(ImGuiKey_Escape, false)) return present::Action{"launchClose", {}};
  return asked;
}

Asked queuePanel(const present::QueueSheet& sheet, const PanelTools& tools) {
  Asked asked;
  words(sheet.title, tools.theme.text2);
  if (!sheet.idle.empty()) {
    ImGui::AlignTextToFramePadding();
    icon("warn", tools.theme.warn);
    ImGui::SameLine();
    words(sheet.idle, tools.theme.text, false);
    ImGui::SameLine();
    if (const Asked one = buttonRow({sheet.start}, "start", tools)) asked = one;
  }
  words(sheet.notice, tools.theme.text);
  for (const std::string& problem : sheet.problems) words(problem, tools.theme.err);
  if (!sheet.problems.empty()) {
    if (const Asked one = buttonRow({sheet.clearProblems}, "problems", tools)) asked = one;
  }
  const QueueColumns columns = queueColumns(sheet.lines);
  for (const present::QueueLine& line : sheet.lines)
    if (const Asked one = queueLine(line, columns, tools)) asked = one;
  return asked;
}

}  // namespace sojourn::imgui
