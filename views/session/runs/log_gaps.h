// SPDX-License-Identifier: GPL-3.0-or-later
// Where lines through the epochs of a run break, as its log was cut short before the run was resumed.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "views/session/runs/run_digest.h"

namespace sojourn::session {

/// The epochs before which others are missing from the log.
[[nodiscard]] std::set<std::int64_t> epochsBehindGaps(const RunHistory& log);

/// The stretches in which a line through the losses is drawn: it breaks at the gaps and at losses that are no numbers.
[[nodiscard]] std::vector<std::span<const ValidationFigures>> unbrokenLosses(
    std::span<const ValidationFigures> figures, const std::set<std::int64_t>& behindGaps);

}  // namespace sojourn::session
