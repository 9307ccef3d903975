// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a run, from what is known about it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "model/runs/catalogue/run_figure.h"
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

}  // namespace sojourn::session
