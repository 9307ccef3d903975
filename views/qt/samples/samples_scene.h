// SPDX-License-Identifier: GPL-3.0-or-later
// The Samples view as a picture, for exports: totals and a screen of rows around the current sample.
#pragma once

#include <optional>

#include "views/present/scene/canvas.h"
#include "views/present/scene/scene.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::qt {

[[nodiscard]] present::ViewContent samplesScene(const session::Workspace& workspace, const present::Canvas& canvas);

/// Where no dataset is open: which one is on its way, or a button that opens the demo.
[[nodiscard]] present::EmptyState noDataset(const session::Workspace& workspace);
/// Where a filter leaves no sample: which one it is, and a button that clears it. Nothing while an evaluation may still
/// bring matches.
[[nodiscard]] std::optional<present::EmptyState> noMatches(const session::Workspace& workspace);

}  // namespace sojourn::qt
