// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+C: the first one asks the work to stop, the second one ends the program.
#pragma once

#include "model/core/cancel.h"

namespace sojourn::cli {

/// Cancelled by SIGINT or SIGTERM from the first call on. One token for the whole program.
[[nodiscard]] CancelToken interruptToken();

}  // namespace sojourn::cli
