// SPDX-License-Identifier: GPL-3.0-or-later
// The checked rows of the Runs table as the training curves take them.
#pragma once

#include <vector>

#include "views/present/training/training_curves.h"

namespace sojourn::qt {

class RunsPanel;

/// In the order of the table; seeds of one configuration with their group, steered runs by themselves.
[[nodiscard]] std::vector<present::CurveRun> curveRuns(const RunsPanel& panel);

}  // namespace sojourn::qt
