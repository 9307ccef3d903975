// SPDX-License-Identifier: GPL-3.0-or-later
// Which samples the views of many samples are about: the split, or what the filter leaves of it.
#pragma once

#include <optional>
#include <string>

#include "views/present/scene/scene.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::qt {

[[nodiscard]] session::SampleScope scopeOf(const session::Workspace& workspace);

/// What the figures of samples are of: "3 502 test samples" or "358 filtered of 3 502 test samples"; while not all are
/// evaluated "78 of 3 502 test samples, so far".
[[nodiscard]] std::string scopeText(const session::Workspace& workspace);
/// The same of samples that are still to be evaluated: "3 502 test samples".
[[nodiscard]] std::string samplesOfScope(const session::Workspace& workspace);

/// What views show while the first dataset is on its way: the name of what is read. Nothing where a dataset is open or
/// none was asked for.
[[nodiscard]] std::optional<present::EmptyState> openingContent(const session::Workspace& workspace);

}  // namespace sojourn::qt
