// SPDX-License-Identifier: GPL-3.0-or-later
// The selected run in detail: buttons, last epochs, gradient norms, configuration.
#pragma once

#include "app/monitor/watched_run.h"
#include "views/session/run_library.h"

namespace sojourn::monitor {

/// `command` is the newest one that was sent to it; may be null.
[[nodiscard]] present::RunCard cardOf(const WatchedRun& run, const session::SentCommand* command);

/// "stop: done", "set_learning_rate 0.001: waiting for the trainer".
[[nodiscard]] present::SentLine sentLineOf(const std::string& name, const session::SentCommand& command);

}  // namespace sojourn::monitor
