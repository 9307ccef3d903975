// SPDX-License-Identifier: GPL-3.0-or-later
// The configurations of the selected run and of those in the charts, as far as they differ.
#pragma once

#include "views/imgui/panels/monitor_panels.h"
#include "views/present/monitor/run_differences.h"

namespace sojourn::imgui {

/// A line a key, a column a run; a click on a run's name answers Action{"selectRun", id}.
[[nodiscard]] Asked differencesPanel(const present::RunDifferences& differences, const PanelTools& tools);

}  // namespace sojourn::imgui
