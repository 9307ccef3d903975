// SPDX-License-Identifier: GPL-3.0-or-later
// The wall: order, filter and counts over the tiles.
#include <algorithm>
#include <array>

#include <imgui.h>
// Needs imgui.h before it.
#include <imgui_stdlib.h>

#include "model/core/translation.h"
#include "views/imgui/panels/monitor_panels.h"
#include "views/imgui/scene/scene_panel.h"
#include "views/imgui/scene/style.h"

namespace sojourn::imgui {
namespace {

void orderButtons(WallLook& look, const present::Theme& theme) {
  constexpr std::array<const char*, 3> words{"By severity", "By name", "By best loss"};
  for (int i = 0; i < static_cast<int>(words.size()); ++i) {
    if (i > 0) ImGui::SameLine();
    if (!choiceButton(tr(words[static_cast<std::size_t>(i)]).c_str(), look.order == i, theme)) continue;
    look.order = i;
    look.orderChanged = true;
  }
}

void countsLine(const std::vector<present::TileCount>& counts, const PanelTools& tools) {
  for (const present::TileCount& count : counts) {
    const std::string words = std::to_string(count.count) + " " + count.word;
    ImGui::SameLine(0, 16 * styleScale());
    const float width = ImGui::CalcTextSize(words.c_str()).x + 20 * styleScale();
    if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
    const present::Color color = present::severityColor(tools.theme, count.severity);
    icon(count.icon.c_str(), color);
    ImGui::SameLine(0, 4 * styleScale());
    coloredText(words, color);
  }
}

/// The scene of the frame before where nothing has changed since.
const present::Scene& paintedWall(const present::RunWall& wall, present::Size room, WallLook::Painted& painted,
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

}  // namespace

void wallBar(WallLook& look, const PanelTools& tools) {
  orderButtons(look, tools.theme);
  ImGui::SameLine(0, 16 * styleScale());
  ImGui::SetNextItemWidth(std::min(260 * styleScale(), std::max(80.0F, ImGui::GetContentRegionAvail().x)));
  if (look.focusFilter) ImGui::SetKeyboardFocusHere();
  look.focusFilter = false;
  look.filterChanged |=
      ImGui::InputTextWithHint("##filter", tr("filter: model:v45 state:running s7").c_str(), &look.filter);
}

Asked wallPanel(const present::RunWall& wall, const std::vector<present::TileCount>& counts, WallLook& look,
                const PanelTools& tools) {
  Asked asked;
  ImGui::AlignTextToFramePadding();
  countsLine(counts, tools);
  if (wall.held) {
    // Never on a line of its own: the tiles would move under the pointer.
    ImGui::SameLine(0, 16 * styleScale());
    const auto fits = [room = ImGui::GetContentRegionAvail().x](const std::string& kept) {
      return ImGui::CalcTextSize(kept.c_str()).x <= room;
    };
    const std::array<std::string, 2> words{tr("order kept while the pointer is here"), tr("order kept")};
    if (const auto kept = std::ranges::find_if(words, fits); kept != words.end())
      ImGui::TextDisabled("%s", kept->c_str());
    else
      ImGui::NewLine();
  }
  if (wall.tiles.empty()) {
    present::EmptyState state{.title = tr("No runs here yet"),
                              .detail = tr("Runs appear here as soon as a training starts in this folder")};
    if (!look.filter.empty()) state = {tr("No runs match the filter"), {}, tr("Clear the filter"), {"clearFilter", {}}};
    asked = showEmpty(state);
    if (asked && asked->id == "clearFilter") {
      look.filter.clear();
      look.filterChanged = true;
      asked.reset();
    }
    return asked;
  }
  present::Size room = roomLeft();
  room.width -= ImGui::GetStyle().ScrollbarSize / styleScale();
  const SceneAnswer answer = showScene("tiles", paintedWall(wall, room, look.painted, tools), tools.textures);
  if (answer.clicked && answer.clicked->action) asked = answer.clicked->action;
  return asked;
}

}  // namespace sojourn::imgui
