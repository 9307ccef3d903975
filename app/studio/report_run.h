// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn-studio --report OUT.html`: opens, waits until every number is there, writes the report, and ends.
#pragma once

#include "app/studio/arguments.h"

namespace sojourn::studio {

/// Exit code of the program; errors go to standard error as the command line's do.
[[nodiscard]] int runReport(const Arguments& arguments, session::Loaders loaders);

}  // namespace sojourn::studio
