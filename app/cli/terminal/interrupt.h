// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+C: the first one asks the work to stop, the second one ends the program. A terminal that closes only asks: it
// may send its signal twice.
#pragma once

#include "model/core/cancel.h"

namespace sojourn::cli {

/// Cancelled by SIGINT, SIGTERM or SIGHUP from the first call on; SIGHUP stays ignored where nohup has it ignored. One
/// token for the whole program.
[[nodiscard]] CancelToken interruptToken();

}  // namespace sojourn::cli
