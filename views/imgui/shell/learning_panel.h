// SPDX-License-Identifier: GPL-3.0-or-later
// The Learning panel: the replay's pictures beside each other, under a row that plays and scrubs through the epochs.
#pragma once

#include "views/imgui/panels/monitor_panels.h"
#include "views/monitor/replay/learning.h"

namespace sojourn::imgui {

class LearningPanel {
 public:
  /// Draws into the current window.
  void draw(monitor::Learning& learning, const PanelTools& tools);
  /// In how many seconds the next epoch is due while it plays.
  [[nodiscard]] std::optional<double> nextFrame() const;

 private:
  void row(monitor::Learning& learning, const PanelTools& tools);
  void playButton(monitor::Learning& learning);
  void handles(monitor::Learning& learning);
  void scrubber(monitor::Learning& learning);
  void play(monitor::Learning& learning);

  bool m_playing = false;
  double m_next = 0;  ///< when, by Dear ImGui's clock
};

}  // namespace sojourn::imgui
