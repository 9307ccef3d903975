// SPDX-License-Identifier: GPL-3.0-or-later
// The table of runs that are compared: sorted by its titles, seeds opened and closed, runs ticked into the charts.
#pragma once

#include "views/imgui/panels/monitor_panels.h"
#include "views/present/monitor/compare_table.h"

namespace sojourn::imgui {

/// Answers Action{"sortCompare", "3 descending"}, {"foldSeeds", group}, {"groupSeeds", "on"}, {"choose", run} and
/// {"chooseSeeds", group} with their opposites, {"selectRun", run}, {"copy", the table as text}, and those of cells.
[[nodiscard]] Asked comparePanel(const present::CompareTable& table, int sortedBy, bool descending, bool grouped,
                                 const PanelTools& tools);

}  // namespace sojourn::imgui
