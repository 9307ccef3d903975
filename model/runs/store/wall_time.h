// SPDX-License-Identifier: GPL-3.0-or-later
// The time of day as run directories write it.
#pragma once

#include <string>

namespace sojourn {

/// Seconds since 1970, UTC.
[[nodiscard]] double wallNow();

/// "2026-01-31T08:15:00Z"
[[nodiscard]] std::string utcText(double wall);

}  // namespace sojourn
