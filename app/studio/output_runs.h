// SPDX-License-Identifier: GPL-3.0-or-later
// The studio's runs that write files and end: what is named is opened, and written once every number is there.
#pragma once

#include "app/studio/arguments.h"

namespace sojourn::studio {

// All give the exit code of the program; errors go to standard error as the command line's do.

/// `--export OUT_DIR`: all views.
[[nodiscard]] int runExport(const Arguments& arguments, session::Loaders loaders);
/// `--report OUT.html`: the report of the samples.
[[nodiscard]] int runReport(const Arguments& arguments, session::Loaders loaders);
/// `--screenshot OUT.png`: the real window, filled, as a picture, and the numbers that stand in it as OUT.json:
/// {"schema": "sojourn.screen/1", "views": {id: {"caption", "summary", "columns", "rows"}}}, rows as the views' tables
/// have them.
[[nodiscard]] int runScreenshot(const Arguments& arguments, session::Loaders loaders);

}  // namespace sojourn::studio
