// SPDX-License-Identifier: GPL-3.0-or-later
// The chosen runs side by side: the settings in which they differ, then their figures.
#pragma once

#include <vector>

#include "views/qt/runs/runs_model.h"

namespace sojourn::qt {

/// A column a run, in the order of `rows` of the model: only the keys whose values differ, then state, best epoch,
/// validation figures and time. Test figures where they are revealed, with how often they were.
[[nodiscard]] present::Table compareTable(const RunsModel& model, const std::vector<int>& rows);

}  // namespace sojourn::qt
