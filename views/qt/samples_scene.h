// SPDX-License-Identifier: GPL-3.0-or-later
// The Samples view as a picture, for exports: totals and a screen of rows around the current sample.
#pragma once

#include "views/present/canvas.h"
#include "views/session/workspace.h"

namespace sojourn::qt {

[[nodiscard]] present::Picture samplesScene(const session::Workspace& workspace, const present::Canvas& canvas);

}  // namespace sojourn::qt
