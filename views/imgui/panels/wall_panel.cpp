// SPDX-License-Identifier: GPL-3.0-or-later
// The wall: order, filter and counts over the tiles; and the alerts: which runs need attention, why, and what helps.
#include <algorithm>
#include <array>

#include <imgui.h>
// Needs imgui.h before it.
#include <imgui_stdlib.h>

#include "model/core/translation.h"
#include "views/imgui/panels/monitor_panels.h"
#include "views/imgui/scene/style.h"

namespace sojourn::imgui {
namespace {

void countsLine(const std::vector<present::TileCount>& counts, const PanelTools& tools) {
  for (const present::TileCount& count : counts) {
    const std::string text = std::to_string(count.count) + " " + count.word;
    beside(widthOf(text) + 20 * styleScale(), 16);
    const present::Color color = present::severityColor(tools.theme, count.severity);
    icon(count.icon, color);
    ImGui::SameLine(0, 4 * styleScale());
    coloredText(text, color);
  }
}

/// The scene of the frame before where nothing has changed since.
const present::Scene& paintedWall(const present::RunWall& wall, present::Size room, WallOptions::Painted& painted,
                                  const PanelTools& tools) {
  const bool same = wall.version != 0 && painted.version == wall.version && painted.room.width == room.width &&
                    painted.room.height == room.height && painted.scale == styleScale() &&
                    painted.theme == &tools.theme;
  if (!same) {
    painted = {.scene = runWallScene(wall, {.size = room, .theme = tools.theme, .text = tools.text}),
               .version = wall.version,
               .room = room,
               .scale = styleScale(),
               .theme = &tools.theme};
  }
  return painted.scene;
}

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
    icon(alert.icon, severity);
    ImGui::SameLine();
    {
      const FontScope title({.size = 13, .weight = present::Weight::SemiBold});
      plainText(alert.title);
    }
    if (ImGui::IsItemClicked()) asked = present::SelectRun{alert.id};
    captionAtRight(alert.age, tools.theme);
    wrappedText(alert.reason, tools.theme.text2);
    wrappedText(alert.further, tools.theme.text2);
    if (const Asked pressed = buttonRow(alert.buttons, "buttons", tools)) asked = pressed;
  }
  ImGui::EndChild();
  return asked;
}

}  // namespace

Asked wallBar(std::size_t order, WallOptions& options, const PanelTools& tools) {
  Asked asked;
  for (std::size_t i = 0; i < wallOrders.size(); ++i) {
    if (i > 0) beside(buttonWidth(tr(wallOrders[i])));
    if (choiceButton(tr(wallOrders[i]), order == i, tools.theme)) asked = present::OrderWall{i};
  }
  beside(100 * styleScale(), 16);
  ImGui::SetNextItemWidth(std::min(260 * styleScale(), ImGui::GetContentRegionAvail().x));
  if (options.focusFilter) ImGui::SetKeyboardFocusHere();
  options.focusFilter = false;
  if (ImGui::InputTextWithHint("##filter", tr("filter: model:v45 state:running s7").c_str(), &options.filter))
    asked = present::FilterWall{options.filter};
  return asked;
}

Asked wallPanel(const present::RunWall& wall, const std::vector<present::TileCount>& counts, WallOptions& options,
                const PanelTools& tools) {
  Asked asked;
  ImGui::AlignTextToFramePadding();
  countsLine(counts, tools);
  if (wall.held) {
    // Never on a line of its own: the tiles would move under the pointer.
    ImGui::SameLine(0, 16 * styleScale());
    const auto fits = [room = ImGui::GetContentRegionAvail().x](const std::string& kept) {
      return widthOf(kept) <= room;
    };
    const std::array<std::string, 2> texts{tr("order kept while the pointer is here"), tr("order kept")};
    if (const auto kept = std::ranges::find_if(texts, fits); kept != texts.end())
      ImGui::TextDisabled("%s", kept->c_str());
    else
      ImGui::NewLine();
  }
  if (wall.tiles.empty()) {
    present::EmptyState state{.title = tr("No runs here yet"),
                              .detail = tr("Runs appear here as soon as a training starts in this folder")};
    if (!options.filter.empty())
      state = {tr("No runs match the filter"), {}, tr("Clear the filter"), present::WindowCommand::ClearFilter};
    if (!showEmpty(state)) return asked;
    options.filter.clear();
    return present::FilterWall{};
  }
  present::Size room = roomLeft();
  room.width -= ImGui::GetStyle().ScrollbarSize / styleScale();
  const SceneAnswer answer = showScene("tiles", paintedWall(wall, room, options.painted, tools), tools.textures);
  const present::SelectRun* run =
      answer.clicked && answer.clicked->action ? answer.clicked->action->as<present::SelectRun>() : nullptr;
  return run ? *run : asked;
}

Asked alertsPanel(const std::vector<present::RunAlert>& alerts, const std::string& nothing, const PanelTools& tools) {
  Asked asked;
  if (alerts.empty()) wrappedText(nothing, tools.theme.text2);
  for (const present::RunAlert& alert : alerts) {
    if (const Asked one = card(alert, tools)) asked = one;
  }
  return asked;
}

}  // namespace sojourn::imgui
