// SPDX-License-Identifier: GPL-3.0-or-later
// What a report shows and says of a sample beyond the views of the workspaces.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "views/qt/studio/studio_views.h"

namespace sojourn::qt {

/// Sweep, counterfactuals and nearest samples, whose panels have searches of their own on the screen: of pictured
/// samples alone.
[[nodiscard]] std::vector<ViewSpec> foundSpecs();

/// What the views say of it, in sentences: prediction, gate, what changed, and what of the explanation a forward pass
/// has confirmed. Nothing else is made up.
[[nodiscard]] std::vector<std::string> sentencesOf(const StudioViews& views, const PicturedSample& sample);

/// What is explained of it and how; empty where nothing is.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> explanationSettingsOf(const StudioViews& views,
                                                                                     const PicturedSample& sample);

}  // namespace sojourn::qt
