// SPDX-License-Identifier: GPL-3.0-or-later
// What happened in the runs, in lines: epochs, checkpoints, states, commands, and what trainers say.
#pragma once

#include <string>
#include <vector>

#include "views/present/monitor/monitor_panel_data.h"
#include "views/session/follow/run_follower.h"

namespace sojourn::monitor {

/// The newest lines of one run, oldest first, at most `most`. All that files say is escaped.
[[nodiscard]] std::vector<present::RunLogLine> logLinesOf(const session::FollowedRun& run, const std::string& name,
                                                          std::size_t most);

}  // namespace sojourn::monitor
