// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the panels of the monitor: plain data into the current window; returns the action that was clicked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "views/imgui/panels/confirmation.h"
#include "views/imgui/scene/pixel_textures.h"
#include "views/present/monitor/monitor_panel_data.h"
#include "views/present/monitor/run_wall.h"

namespace sojourn::imgui {

/// What all panels draw with.
struct PanelTools {
  const present::Theme& theme;
  const present::TextMeasurer& text;
  PixelTextures& textures;
  Confirmation& confirmation;
};

/// An action that a person asked for; nothing in most frames.
using Asked = std::optional<present::Action>;

/// An icon as an item of the current line.
void icon(const char* name, present::Color color, float side = 14);
/// A run's colour as an item of the current line, which is `height` tall: a square, or two dashes as its line has.
void lineSwatch(present::Color color, bool dashed, float side, float height);
/// Of a line of a log.
[[nodiscard]] present::Color levelColor(present::RunLogLine::Level level, const present::Theme& theme);
void coloredText(const std::string& text, present::Color color);
/// On as many lines as it needs; nothing where it is empty.
void wrappedText(const std::string& text, present::Color color);
/// Moves to where an item of this width ends at the right, if there is room.
void moveRight(float width);
/// Words at the right end of the current line, dimmed.
void captionAtRight(const std::string& words, const present::Theme& theme);

/// Words about the item before it, while the pointer rests on it.
void tooltip(const std::string& text, ImGuiHoveredFlags when = ImGuiHoveredFlags_ForTooltip);

/// One of several, of which one is chosen; true where it has just been pressed and was not chosen.
[[nodiscard]] bool choiceButton(const char* text, bool chosen, const present::Theme& theme);

/// Buttons beside each other, on further lines where there is no room. One with a question opens that first.
[[nodiscard]] Asked buttonRow(const std::vector<present::ActionButton>& buttons, const char* id,
                              const PanelTools& tools);

/// How the wall is looked at, and what of it a person has just changed.
struct WallLook {
  int order = 0;  ///< by need, by name, by best loss
  std::string filter;
  bool orderChanged = false, filterChanged = false;
  bool focusFilter = false;  ///< the next frame puts the keyboard there

  /// The tiles as they were painted last, and of what: they are the same in most frames.
  struct Painted {
    present::Scene scene;
    std::uint64_t version = 0;
    present::Size room{};
    float scale = 0;
    const present::Theme* theme = nullptr;
  };
  Painted painted;
};
/// Order and filter. Drawn before the tiles, so that these show at once what is asked for here.
void wallBar(WallLook& look, const PanelTools& tools);
[[nodiscard]] Asked wallPanel(const present::RunWall& wall, const std::vector<present::TileCount>& counts,
                              WallLook& look, const PanelTools& tools);

[[nodiscard]] Asked alertsPanel(const std::vector<present::RunAlert>& alerts, const std::string& nothing,
                                const PanelTools& tools);

/// `onlyRun`: lines of that run alone; empty: all. `routine`: also those of checkpoints. Follows the end until one
/// scrolls up.
[[nodiscard]] Asked logPanel(const std::vector<present::RunLogLine>& lines, const std::string& onlyRun, bool routine,
                             const PanelTools& tools);

/// The field of the learning rate. It follows the run until one types into it.
struct RateField {
  std::string text;
  bool typed = false;
};
[[nodiscard]] Asked runPanel(const present::RunCard& card, RateField& rate, const PanelTools& tools);
[[nodiscard]] Asked configPanel(const present::RunCard& card, const PanelTools& tools);
/// The steps of the selected run, newest first.
void stepsPanel(const present::RunCard& card, const PanelTools& tools);
void commandsPanel(const std::vector<present::SentLine>& sent, const PanelTools& tools);

}  // namespace sojourn::imgui
