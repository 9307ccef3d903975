// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a run, from what is known about it, and where lines through them break.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "model/runs/catalogue/run_catalogue.h"
#include "views/session/runs/run_digest.h"

namespace sojourn::session {

/// Absent where it is not known. The test figure is absent until it is `revealed`.
[[nodiscard]] std::optional<double> runFigure(const FollowedRun& run, const RunDigest& digest, bool revealed,
                                              RunFigure figure);

/// "1 epoch", "3 epochs".
[[nodiscard]] std::string epochsText(std::int64_t epochs);
/// "0.123", "NaN", "minus infinity"; large numbers with an exponent.
[[nodiscard]] std::string figureText(double value, int decimals = 3);
/// Of the finite values; NaN without any.
[[nodiscard]] double medianOf(std::span<const double> values);

/// The epochs before which others are missing from the log.
[[nodiscard]] std::set<std::int64_t> epochsBehindGaps(const RunHistory& log);

/// The stretches in which a line through the losses is drawn: it breaks at the gaps and at losses that are no numbers.
[[nodiscard]] std::vector<std::span<const ValidationFigures>> unbrokenLosses(std::span<const ValidationFigures> figures,
                                                                             const std::set<std::int64_t>& behindGaps);

}  // namespace sojourn::session
