// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the Learning panel: one run's pictures, or those of two runs beside each other.
#pragma once

#include "views/imgui/panels/monitor_panels.h"
#include "views/monitor/replay/learning.h"

namespace sojourn::imgui {

/// The size of one picture, and its run.
struct PlacedPart {
  monitor::LearningPart part = monitor::LearningPart::Pointer;
  const char* id = "";
  present::Size size;
  monitor::LearningRun run = monitor::LearningRun::Main;
};
/// Draws it, and carries out what is clicked in it.
void learningPart(monitor::Learning& learning, const PlacedPart& placed, const PanelTools& tools);

/// In the room that is left; below each other and scrolled where that is narrow.
void oneRunLearning(monitor::Learning& learning, const PanelTools& tools);
/// Two columns, of which each is a run; below each other where the room is narrow, scrolled where it is low.
void twoRunsLearning(monitor::Learning& learning, const PanelTools& tools);
/// The list of probes has room beside one run, or two; where it has none the row above offers them.
[[nodiscard]] bool roomForProbes(float width, bool two);

/// Chooses the run to compare with; those that cannot be compared say why.
void besideCombo(monitor::Learning& learning, const std::vector<monitor::BesideChoice>& choices,
                 const PanelTools& tools);
void probeCombo(monitor::Learning& learning);

}  // namespace sojourn::imgui
