// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn-studio --screenshot OUT.png`: the real window, filled, as a picture; and the numbers that stand in it.
#pragma once

#include "app/studio/arguments.h"

namespace sojourn::studio {

/// Exit code of the program. Writes OUT.png and OUT.json: {"schema": "sojourn.screen/1", "views": {id: {"caption",
/// "summary", "columns", "rows"}}}, rows as the views' tables have them.
[[nodiscard]] int runScreenshot(const Arguments& arguments, session::Loaders loaders);

}  // namespace sojourn::studio
