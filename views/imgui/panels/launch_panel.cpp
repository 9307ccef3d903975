// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/panels/launch_panel.h"

#include <algorithm>
#include <utility>

#include <imgui.h>
// Needs imgui.h before it.
#include <imgui_stdlib.h>

#include "model/core/translation.h"
#include "views/imgui/scene/style.h"

namespace sojourn::imgui {
namespace {

using session::FormChoice;
using session::FormField;

constexpr float labelWidth = 130, fieldWidth = 190;
constexpr int mostChoicesShown = 12;

/// Where fields begin, so that those in the form and those below it stand in one line.
float fieldsLeft() {
  return ImGui::GetCursorStartPos().x + labelWidth * styleScale();
}

/// For the mouse alone: with the keyboard, the notes of the form say the same.
void help(const std::string& text) {
  tooltip(text, ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_NoNavOverride | ImGuiHoveredFlags_AllowWhenDisabled);
}

present::MonitorAction set(const FormField& field, const std::string& text) {
  return present::SetField{field.key, text};
}

/// The choices below their field; answers the chosen one.
Asked choiceList(const FormField& field, ImVec2 corner, float width) {
  Asked asked;
  ImGui::SetNextWindowPos(corner);
  const float line = ImGui::GetTextLineHeightWithSpacing();
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, mostChoicesShown * line});
  if (!ImGui::BeginPopup("choices")) return asked;
  for (std::size_t i = 0; i < field.choices.size(); ++i) {
    const FormChoice& choice = field.choices[i];
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Selectable(choice.label.c_str(), choice.value == field.text)) asked = set(field, choice.value);
    ImGui::PopID();
  }
  ImGui::EndPopup();
  return asked;
}

Asked textEditor(const FormField& field, float width, LaunchPanelState& state) {
  Asked asked;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float arrow = field.choices.empty() ? 0 : ImGui::GetFrameHeight();
  ImGui::SetNextItemWidth(width - arrow);
  std::string text = field.whole && state.typing ? state.typed : field.text;
  const bool edited = ImGui::InputTextWithHint("##text", field.hint.c_str(), &text);
  if (field.whole) {
    state.typing = ImGui::IsItemActive();
    state.typed = text;
    if (ImGui::IsItemDeactivatedAfterEdit()) asked = set(field, text);
  } else if (edited) {
    asked = set(field, text);
  }
  const bool enter = ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
  if (ImGui::IsItemDeactivated() && enter && !ImGui::GetIO().KeyCtrl) state.entered = field.key;
  help(field.error.empty() ? field.help : field.error);
  if (field.choices.empty()) return asked;
  ImGui::SameLine(0, 0);
  if (ImGui::ArrowButton("##open", ImGuiDir_Down)) ImGui::OpenPopup("choices");
  if (const Asked chosen = choiceList(field, {corner.x, corner.y + ImGui::GetFrameHeight()}, width)) asked = chosen;
  return asked;
}

Asked choiceEditor(const FormField& field, float width) {
  Asked asked;
  const auto now = std::ranges::find(field.choices, field.text, &FormChoice::value);
  ImGui::SetNextItemWidth(width);
  if (ImGui::BeginCombo("##choice", now == field.choices.end() ? field.text.c_str() : now->label.c_str())) {
    for (const FormChoice& choice : field.choices)
      if (ImGui::Selectable(choice.label.c_str(), choice.value == field.text)) asked = set(field, choice.value);
    ImGui::EndCombo();
  }
  help(field.help);
  return asked;
}

/// What is changed is accent, with what it was and a way back; what is wrong is red. The reason is its tooltip and in
/// the foot, so that no field moves while one types.
Asked fieldLine(const FormField& field, LaunchPanelState& state, const PanelTools& tools) {
  Asked asked;
  const float scale = styleScale();
  ImGui::PushID(field.key.c_str());
  ImGui::AlignTextToFramePadding();
  {
    const FontScope font({.size = 13, .weight = field.changed ? present::Weight::Medium : present::Weight::Regular});
    coloredText(field.label, field.changed ? tools.theme.accent : tools.theme.text2);
  }
  help(field.help);
  ImGui::SameLine(fieldsLeft());
  const float room = ImGui::GetContentRegionAvail().x;
  const float besides = field.changed ? buttonWidth(tr("Reset")) + ImGui::GetStyle().ItemSpacing.x : 0;
  const float width = field.wide ? room - besides : std::min(fieldWidth * scale, room - besides);
  if (!field.error.empty()) ImGui::PushStyleColor(ImGuiCol_Border, toVector(tools.theme.err));
  asked = field.typed ? textEditor(field, width, state) : choiceEditor(field, width);
  if (!field.error.empty()) ImGui::PopStyleColor();
  if (field.changed) {
    ImGui::SameLine();
    // Tab goes from field to field; arrows reach this, too.
    ImGui::PushItemFlag(ImGuiItemFlags_NoTabStop, true);
    const bool reset = ImGui::Button(tr("Reset").c_str());
    ImGui::PopItemFlag();
    if (reset) asked = present::ResetField{field.key};
    if (field.wide) help(field.note);
  }
  if (!field.wide && !field.note.empty()) {
    ImGui::SameLine();
    coloredText(field.note, field.changed ? tools.theme.text : tools.theme.text3);
  }
  ImGui::PopID();
  return asked;
}

/// The button that everything else is for.
Asked launchButton(const present::ActionButton& button, float width, const PanelTools& tools) {
  Asked asked;
  ImGui::BeginDisabled(!button.enabled);
  ImGui::PushStyleColor(ImGuiCol_Button, toVector(tools.theme.accent));
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, toVector(present::mix(tools.theme.accent, tools.theme.panel, 0.15F)));
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, toVector(present::mix(tools.theme.accent, tools.theme.panel, 0.3F)));
  ImGui::PushStyleColor(ImGuiCol_Text, toVector(tools.theme.onAccent));
  const std::string label = button.text + "###launchNow";
  if (ImGui::Button(label.c_str(), {width, 0})) asked = button.action;
  ImGui::PopStyleColor(4);
  ImGui::EndDisabled();
  help(button.hint);
  return asked;
}

/// The path of the file and its buttons. Enter in the path is its first button.
Asked saveLine(const monitor::SaveLine& line, LaunchPanelState& state, const PanelTools& tools) {
  if (std::exchange(state.focusSave, false)) ImGui::SetKeyboardFocusHere();
  Asked asked = fieldLine(line.path, state, tools);
  const bool entered = std::exchange(state.entered, {}) == line.path.key;
  ImGui::SetCursorPosX(fieldsLeft());
  if (const Asked one = buttonRow({line.save, line.cancel}, "save", tools)) asked = one;
  const std::string& words = line.path.error.empty() ? line.answer : line.path.error;
  if (!words.empty()) {
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    wrappedText(words, line.path.error.empty() ? tools.theme.ok : tools.theme.err);
  }
  if (entered && !asked && line.save.enabled) asked = tools.confirmation.pressed(line.save);
  return asked;
}

/// What differs, what is wrong, how long it takes, and the buttons.
Asked foot(const monitor::LaunchFormModel& data, LaunchPanelState& state, const PanelTools& tools) {
  Asked asked;
  ImGui::Separator();
  if (data.saving) {
    asked = saveLine(*data.saving, state, tools);
    ImGui::Separator();
  }
  wrappedText(data.differs, tools.theme.text);
  wrappedText(data.problem, tools.theme.err);
  const ImGuiStyle& style = ImGui::GetStyle();
  const present::ActionButton close{.text = tr("Close"),
                                    .action = present::LaunchCommand::Close,
                                    .hint = tr("Escape. Your input is kept until you start from another run.")};
  const float launchWidth = buttonWidth(data.launch.text) + 2 * style.FramePadding.x;
  const float all = buttonWidth(data.saveAs.text) + buttonWidth(close.text) + launchWidth + 2 * style.ItemSpacing.x;
  ImGui::AlignTextToFramePadding();
  coloredText(data.summary, tools.theme.text2);
  // Where the words leave no room, the buttons stand below them.
  ImGui::SameLine();
  if (ImGui::GetContentRegionAvail().x < all) ImGui::NewLine();
  moveRight(all);
  if (const Asked one = buttonRow({data.saveAs, close}, "foot", tools)) asked = one;
  ImGui::SameLine();
  if (const Asked one = launchButton(data.launch, launchWidth, tools)) asked = one;
  return asked;
}

/// Where the columns of the queue begin; a long name pushes its own words on.
struct QueueColumns {
  float run = 0, text = 0;
};

QueueColumns queueColumns(const monitor::QueuePanelModel& data) {
  constexpr float widestName = 260;
  const ImGuiStyle& style = ImGui::GetStyle();
  float button = data.problems.empty() ? 0 : widthOf(data.clearProblems.text);
  float name = 0;
  for (const monitor::QueueLine& line : data.lines) {
    button = std::max(button, widthOf(line.button.text));
    name = std::max(name, widthOf(line.run));
  }
  const float run = ImGui::GetCursorPosX() + button + 2 * style.FramePadding.x + style.ItemSpacing.x;
  const float icon = ImGui::GetTextLineHeight() + style.ItemSpacing.x;
  return {.run = run, .text = run + icon + std::min(name, widestName * styleScale()) + 2 * style.ItemSpacing.x};
}

Asked queueLine(int index, const monitor::QueueLine& line, const QueueColumns& columns, const PanelTools& tools) {
  Asked asked;
  const present::Color severity = line.failed ? tools.theme.err : tools.theme.text2;
  ImGui::PushID(index);
  ImGui::AlignTextToFramePadding();
  if (!line.button.text.empty()) {
    asked = buttonRow({line.button}, "button", tools);
    ImGui::SameLine();
  }
  ImGui::SetCursorPosX(columns.run);
  icon(line.icon, severity);
  ImGui::SameLine();
  plainText(line.run);
  ImGui::SameLine();
  ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), columns.text));
  wrappedText(line.text, severity);
  ImGui::PopID();
  return asked;
}

}  // namespace

Asked launchPanel(const monitor::LaunchFormModel& data, LaunchPanelState& state, const PanelTools& tools) {
  Asked asked;
  // Escape in a field takes back what was typed there; the next one closes the form.
  const bool editing = ImGui::IsAnyItemActive();
  // The foot is as high as it was in the frame before: two frames follow upon whatever changes it.
  const float height = ImGui::GetContentRegionAvail().y - state.footHeight - ImGui::GetStyle().ItemSpacing.y;
  if (ImGui::BeginChild("form", {0, std::max(40 * styleScale(), height)}, ImGuiChildFlags_NavFlattened)) {
    for (const session::FormSection& section : data.sections) {
      {
        const FontScope title({.size = 12, .weight = present::Weight::SemiBold});
        ImGui::SeparatorText(section.title.c_str());
      }
      for (const FormField& field : section.fields) {
        if (field.key == data.first && std::exchange(state.focus, false)) ImGui::SetKeyboardFocusHere();
        if (const Asked one = fieldLine(field, state, tools)) asked = one;
      }
    }
  }
  ImGui::EndChild();
  const float top = ImGui::GetCursorPosY();
  if (const Asked one = foot(data, state, tools)) asked = one;
  state.footHeight = ImGui::GetCursorPosY() - top;
  const bool here = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows | ImGuiFocusedFlags_NoPopupHierarchy);
  if (here && !asked && data.saveAs.enabled && ImGui::IsKeyChordPressed(ImGuiMod_Ctrl | ImGuiKey_S))
    asked = data.saveAs.action;
  if (asked == data.saveAs.action) state.focusSave = true;
  if (asked || !here) return asked;
  if (ImGui::IsKeyChordPressed(ImGuiMod_Ctrl | ImGuiKey_Enter) && data.launch.enabled) return data.launch.action;
  if (!editing && ImGui::IsKeyPressed(ImGuiKey_Escape, false))
    return data.saving ? data.saving->cancel.action : present::MonitorAction(present::LaunchCommand::Close);
  return asked;
}

Asked queuePanel(const monitor::QueuePanelModel& data, const PanelTools& tools) {
  Asked asked;
  wrappedText(data.title, tools.theme.text2);
  if (!data.idle.empty()) {
    ImGui::AlignTextToFramePadding();
    icon("warn", tools.theme.warn);
    ImGui::SameLine();
    coloredText(data.idle, tools.theme.text);
    ImGui::SameLine();
    if (const Asked one = buttonRow({data.start}, "start", tools)) asked = one;
  }
  wrappedText(data.notice, tools.theme.text);
  const QueueColumns columns = queueColumns(data);
  for (const std::string& problem : data.problems) {
    ImGui::AlignTextToFramePadding();
    if (&problem == &data.problems.front()) {
      if (const Asked one = buttonRow({data.clearProblems}, "problems", tools)) asked = one;
      ImGui::SameLine();
    }
    ImGui::SetCursorPosX(columns.run);
    wrappedText(problem, tools.theme.err);
  }
  for (std::size_t i = 0; i < data.lines.size(); ++i)
    if (const Asked one = queueLine(static_cast<int>(i), data.lines[i], columns, tools)) asked = one;
  return asked;
}

}  // namespace sojourn::imgui
