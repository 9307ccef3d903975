// SPDX-License-Identifier: GPL-3.0-or-later
// The wall as lines: for a terminal over SSH, and what a screen reader gets.
#pragma once

#include <string>

#include "views/monitor/state/monitor.h"

namespace sojourn::monitor {

/// The state of every run, a line each, those first that need attention, under a line of counts. `terminalWidth` cuts
/// the lines; 0: never.
[[nodiscard]] std::string textOf(const Monitor& monitor, std::size_t terminalWidth);

/// Prints the runs, then follows them: a line for every event and every change of state, until SIGINT or SIGTERM. Where
/// reading all logs takes more than a second, what is known by then comes first and the whole again after it. A folder
/// whose disk does not answer is reported, and when it is back. Once: the runs alone, when all is known or the rest has
/// not answered for half a minute, which is a failure. Answers the exit code.
[[nodiscard]] int runText(const std::vector<std::filesystem::path>& sources, bool once);

}  // namespace sojourn::monitor
