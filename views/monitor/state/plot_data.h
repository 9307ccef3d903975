// SPDX-License-Identifier: GPL-3.0-or-later
// Turns watched runs into the charts' plain data.
#pragma once

#include <string>
#include <vector>

#include "views/monitor/state/watched_run.h"
#include "views/present/monitor/run_plots.h"
#include "views/session/runs/run_library.h"

namespace sojourn::monitor {

[[nodiscard]] present::RunPlots plotsOf(const std::vector<WatchedRun>& runs, const session::RunLibrary& library,
                                        const std::string& selected);

}  // namespace sojourn::monitor
