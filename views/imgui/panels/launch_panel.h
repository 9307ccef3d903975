// SPDX-License-Identifier: GPL-3.0-or-later
// The form of a launch, and the queue beside it.
#pragma once

#include <string>

#include "views/imgui/panels/monitor_panels.h"
#include "views/monitor/launch/launching.h"

namespace sojourn::imgui {

/// What stands in the form and is not known to its owner yet.
struct LaunchPanelState {
  bool focus = false;  ///< the next frame puts the keyboard into the sheet's first field
  std::string typed;   ///< in a field that is taken when it is left
  bool typing = false;
  bool focusSave = false;  ///< the next frame puts the keyboard into the path to save to
  std::string entered;     ///< the key of a field in which Enter has just been pressed
  float footHeight = 80;   ///< in the frame before
};

/// Answers "launchSet" with "KEY TEXT", "launchReset" with a key, "launchClose", and the actions of the sheet's
/// buttons.
[[nodiscard]] Asked launchPanel(const monitor::LaunchFormModel& data, LaunchPanelState& state, const PanelTools& tools);

[[nodiscard]] Asked queuePanel(const monitor::QueuePanelModel& data, const PanelTools& tools);

}  // namespace sojourn::imgui
