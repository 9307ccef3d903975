// SPDX-License-Identifier: GPL-3.0-or-later
// How the selected run's configuration differs from those of the chosen runs, and from the reference.
#pragma once

#include <string>
#include <vector>

#include "views/monitor/state/watched_run.h"
#include "views/present/monitor/run_differences.h"
#include "views/present/monitor/run_plots.h"

namespace sojourn::monitor {

/// The selected run and those in the charts, the selected one first. A run without a configuration (an imported log)
/// lacks every key, and makes none differ.
[[nodiscard]] present::RunDifferences differencesOf(const std::vector<WatchedRun>& runs,
                                                    const present::RunPlots& plots);

/// Marks the settings that the reference has otherwise or not at all; none where it is that run itself, or null.
void markDifferences(present::RunCard& card, const session::FollowedRun& run, const session::FollowedRun* reference);

}  // namespace sojourn::monitor
