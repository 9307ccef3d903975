// SPDX-License-Identifier: GPL-3.0-or-later
// The command palette: a box in which a few letters find any command, panel or run.
#pragma once

#include <string>
#include <vector>

#include "views/imgui/panels/monitor_panels.h"

namespace sojourn::imgui {

struct PaletteEntry {
  std::string title;  ///< "Stop v45-hot…"
  std::string hint;   ///< shortcut, or what kind of thing it is
  present::ActionButton button;
};

/// All words of the query are in the title or the hint; letters' case does not matter.
[[nodiscard]] bool matches(const PaletteEntry& entry, const std::string& query);

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

}  // namespace sojourn::imgui
