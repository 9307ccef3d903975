// SPDX-License-Identifier: GPL-3.0-or-later
// What is left out of very long logs, so that following them takes a bounded amount of memory.
#pragma once

#include <cstddef>

#include "model/runs/log/run_history.h"

namespace sojourn {

/// Leaves at most `most` steps (at least 64): a quarter of that number, the latest, as they are; of those before them
/// the one with the lowest and the one with the highest loss (no number: the highest) of every 2^n steps. Stretches
/// begin at multiples of their width, and the extremes of extremes are the extremes: what is thinned again is what
/// thinning all of it at once would have left.
/// `thinning` says what has been done. Nothing where so few are there, or where the log tells no loss.
void thinSteps(RunHistory& history, std::size_t most);

/// About the memory that the events take that are no steps.
[[nodiscard]] std::size_t eventBytes(const RunHistory& history);

/// Where these events take more than `bytes`, the older half of whichever kind takes most is let go, again until they
/// take no more. A trainer writes a few megabytes in a month; this is for logs that are something else.
void boundEvents(RunHistory& history, std::size_t bytes);

}  // namespace sojourn
