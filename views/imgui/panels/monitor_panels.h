// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the panels of the monitor: plain data into the current window; returns the action that was clicked.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "views/imgui/scene/scene_painter.h"
#include "views/imgui/scene/scene_panel.h"
#include "views/present/monitor/monitor_panel_data.h"
#include "views/present/monitor/run_wall.h"

namespace sojourn::imgui {

/// An action that a person asked for; nothing in most frames.
using Asked = std::optional<present::MonitorAction>;

/// The confirmation before an action that cannot be undone, in a modal box. One at a time, as there is one keyboard.
/// Belongs to a window.
class Confirmation {
 public:
  /// What pressing a button asks for: its action at once, or nothing and its question is opened with the next frame's
  /// draw(); a question that was open goes.
  [[nodiscard]] Asked pressed(const present::ActionButton& button);
  /// Once a frame, after the panels: the action that was confirmed.
  [[nodiscard]] Asked draw();

 private:
  present::ActionButton m_button;
  bool m_opening = false;
};

/// What all panels draw with.
struct PanelTools {
  const present::Theme& theme;
  const present::TextMeasurer& text;
  PixelTextures& textures;
  Confirmation& confirmation;
};

// ---- what panels are made of

/// An icon as an item of the current line.
void icon(const std::string& name, present::Color color, float side = 14);
/// A run's colour as an item of the current line, which is `height` tall: a square, or two dashes as its line has.
void lineSwatch(present::Color color, bool dashed, float side, float height);
void plainText(const std::string& text);
void coloredText(const std::string& text, present::Color color);
/// On as many lines as it needs; nothing where it is empty.
void wrappedText(const std::string& text, present::Color color);
/// At the right end of the room that is left.
void textAtRight(const std::string& text, present::Color color);
/// Moves to where an item of this width ends at the right, if there is room.
void moveRight(float width);
/// Words at the right end of the current line, dimmed.
void captionAtRight(const std::string& text, const present::Theme& theme);
/// The next cell of the current table.
void cell(const std::string& text, present::Color color);
/// The same, at its right end.
void numberCell(const std::string& text, present::Color color);

/// How wide a text is, and a button with it.
[[nodiscard]] float widthOf(const std::string& text);
[[nodiscard]] float buttonWidth(const std::string& text);
/// What comes next, so wide, stands on the line of what came before, or on a line of its own where there is no room.
/// `gap`: pixels as designed; below 0: as between items.
void beside(float width, float gap = -1);
/// One of several, of which one is chosen; true where it has just been pressed and was not chosen.
[[nodiscard]] bool choiceButton(const std::string& text, bool chosen, const present::Theme& theme);
/// Buttons beside each other, on further lines where there is no room. One with a question opens that first.
[[nodiscard]] Asked buttonRow(const std::vector<present::ActionButton>& buttons, const char* id,
                              const PanelTools& tools);

// ---- the panels

/// The orders of the tiles.
inline constexpr std::array<const char*, 3> wallOrders{"By severity", "By name", "By best loss"};
/// How the wall is looked at.
struct WallOptions {
  std::string filter;
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
/// Order and filter, drawn before the tiles. Answers OrderWall and FilterWall.
[[nodiscard]] Asked wallBar(std::size_t order, WallOptions& options, const PanelTools& tools);
[[nodiscard]] Asked wallPanel(const present::RunWall& wall, const std::vector<present::TileCount>& counts,
                              WallOptions& options, const PanelTools& tools);

[[nodiscard]] Asked alertsPanel(const std::vector<present::RunAlert>& alerts, const std::string& nothing,
                                const PanelTools& tools);

/// The runs that are compared: sorted by its titles, seeds opened and closed, runs ticked into the charts.
/// Answers a RunTableAction, ShowInCharts, SelectRun, CopyText with the table, and the actions of cells.
[[nodiscard]] Asked comparePanel(const present::CompareTable& table, int sortedBy, bool descending, bool grouped,
                                 const PanelTools& tools);
/// The configurations of the selected run and of those in the charts, as far as they differ: a line a key, a column a
/// run; a click on a run's name answers SelectRun.
[[nodiscard]] Asked differencesPanel(const present::RunDifferences& differences, const PanelTools& tools);

/// `onlyRun`: lines of that run alone; empty: all. `routine`: also those of checkpoints. Follows the end until one
/// scrolls up.
[[nodiscard]] Asked logPanel(const std::vector<present::RunLogLine>& lines, const std::string& onlyRun, bool routine,
                             const PanelTools& tools);
/// The steps of the selected run, newest first.
void stepsPanel(const present::RunCard& card, const PanelTools& tools);
void commandsPanel(const std::vector<present::SentLine>& sent, const PanelTools& tools);

/// The field of the learning rate. It follows the run until one types into it.
struct RateField {
  std::string text;
  bool typed = false;
};
[[nodiscard]] Asked runPanel(const present::RunCard& card, RateField& rate, const PanelTools& tools);
void configPanel(const present::RunCard& card, const PanelTools& tools);

/// What can be done from the command palette.
struct PaletteEntry {
  std::string title;  ///< "Stop v45-hot…"
  std::string hint;   ///< shortcut, or what kind of thing it is
  present::ActionButton button;
};

/// All words of the query are in the title or the hint; letters' case does not matter.
[[nodiscard]] bool matches(const PaletteEntry& entry, const std::string& query);

/// The command palette: a box in which a few letters find any command, panel or run.
class Palette {
 public:
  void open() { m_opening = true; }
  /// Once a frame. Answers what was chosen by Enter or a click; an entry with a question opens that.
  [[nodiscard]] Asked draw(const std::vector<PaletteEntry>& entries, const PanelTools& tools);

 private:
  std::string m_query;
  int m_at = 0;
  bool m_opening = false;
};

/// The monitor's page of resources/help: headings, paragraphs, lists and lines of code, as wide as the window.
void helpPage(const present::Theme& theme);

}  // namespace sojourn::imgui
