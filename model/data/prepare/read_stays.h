// SPDX-License-Identifier: GPL-3.0-or-later
// Reads fixes user by user and keeps their staypoints only (PREPARE.md 2, steps 1 and 2).
#pragma once

#include <vector>

#include "model/core/cancel.h"
#include "model/data/prepare/staypoint_log.h"

namespace sojourn {

struct ReadStays {
  std::vector<UserStays> users;  ///< in their order
  ReadReport report;
};

/// Users that the log holds are not read again where their files are apart; those that are finished are added to it.
/// Settings with threads read users side by side where their files are apart. Errors: those of readFixes(); a log that
/// cannot be written.
[[nodiscard]] Result<ReadStays> readStays(const PrepareSettings& settings, StaypointLog& log,
                                          const Progress& progress = {}, const CancelToken& cancel = {});

}  // namespace sojourn
