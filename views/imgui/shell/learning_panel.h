// SPDX-License-Identifier: GPL-3.0-or-later
// The Learning panel: the replay's pictures beside each other, under a row that plays and scrubs through the epochs.
#pragma once

#include "views/imgui/panels/monitor_panels.h"
#include "views/monitor/replay/learning.h"

namespace sojourn::monitor {

class LearningPanel {
 public:
  /// Draws into the current window.
  void draw(Learning& learning, const std::vector<BesideChoice>& choices, const imgui::PanelTools& tools);
  /// In how many seconds the next epoch is due while it plays.
  [[nodiscard]] std::optional<double> nextFrame() const;

 private:
  void row(Learning& learning, const std::vector<BesideChoice>& choices, const imgui::PanelTools& tools);
  void playButton(Learning& learning);
  void handles(Learning& learning);
  void scrubber(Learning& learning);
  void play(Learning& learning);

  bool m_playing = false;
  double m_next = 0;  ///< when, by Dear ImGui's clock
};

}  // namespace sojourn::monitor
