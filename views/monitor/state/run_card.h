// SPDX-License-Identifier: GPL-3.0-or-later
// The selected run in detail: buttons, last epochs, gradient norms, configuration.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "views/monitor/state/watched_run.h"
#include "views/session/runs/run_library.h"

namespace sojourn::monitor {

/// `command` is the newest one that was sent to it from here; where it is null, the newest in its log is shown. `now` is
/// wallNow().
[[nodiscard]] present::RunCard cardOf(const WatchedRun& run, const session::SentCommand* command, double now);

/// What was sent from here, and what the runs' logs say of other commands, sent by another viewer or before this one
/// was started: the latest first, at most `most`. `now` is wallNow().
[[nodiscard]] std::vector<present::SentLine> commandLinesOf(
    const std::vector<WatchedRun>& runs, const std::map<std::uint64_t, session::SentCommand>& sent, double now,
    std::size_t most);

}  // namespace sojourn::monitor
