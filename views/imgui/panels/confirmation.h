// SPDX-License-Identifier: GPL-3.0-or-later
// The confirmation before an action that cannot be undone, in a modal box.
#pragma once

#include <optional>

#include "views/present/monitor/monitor_panel_data.h"

namespace sojourn::imgui {

/// One at a time, as there is one keyboard. Belongs to a window.
class Confirmation {
 public:
  /// Opens the box with the next frame's draw(); a question that was open goes.
  void ask(const present::ActionButton& button);
  /// What pressing a button asks for: its action at once, or nothing and the question is open.
  [[nodiscard]] std::optional<present::Action> pressed(const present::ActionButton& button);
  /// Once a frame, after the panels: the action that was confirmed.
  [[nodiscard]] std::optional<present::Action> draw();

 private:
  present::ActionButton m_button;
  bool m_opening = false;
};

}  // namespace sojourn::imgui
