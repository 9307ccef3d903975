// SPDX-License-Identifier: GPL-3.0-or-later
// The runs as tables for files and dialogs: all shown lines with their numbers, and the chosen runs side by side.
#pragma once

#include <vector>

#include "views/present/scene/scene.h"

namespace sojourn::qt {

class RunLines;
struct RunGroupLine;

/// A row a run, in the order of `rows` of the lines, with numbers unrounded; where there are `groups`, their means
/// below and columns for how many seeds and how far they spread.
[[nodiscard]] present::Table runsTable(const RunLines& lines, const std::vector<int>& rows,
                                       const std::vector<RunGroupLine>& groups);

/// A column a run, in the order of `rows`: only the keys whose values differ, then state, best epoch, validation
/// figures and time. Test figures where they are revealed, with how often they were.
[[nodiscard]] present::Table compareTable(const RunLines& lines, const std::vector<int>& rows);

}  // namespace sojourn::qt
