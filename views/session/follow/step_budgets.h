// SPDX-License-Identifier: GPL-3.0-or-later
// Shares the steps that may be kept in memory among the sources.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace sojourn::session {

/// Of each run in the curves how many steps it has made; absent: not known yet.
using AskedSteps = std::vector<std::optional<std::size_t>>;

/// Where the runs of all sources have room together, each source may have `most`. Else there is a number that no run
/// may exceed, so that short runs stay whole and the longest give way; an unknown number counts as so many. Runs
/// that grow by less than an eighth mostly change nothing.
[[nodiscard]] std::vector<std::size_t> stepBudgets(const std::vector<AskedSteps>& sources, std::size_t most);

}  // namespace sojourn::session
