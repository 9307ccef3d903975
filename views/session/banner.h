// SPDX-License-Identifier: GPL-3.0-or-later
// Errors and warnings that stay above the docks until somebody closes them.
#pragma once

#include <cstdint>
#include <vector>

#include "model/core/error.h"

namespace sojourn::session {

using BannerId = std::uint64_t;

/// What a banner's buttons offer; the window carries it out.
enum class BannerAction {
  OpenDataset,     ///< ask for a dataset
  OpenCheckpoint,  ///< ask for a checkpoint
  UseAnyway,       ///< Workspace::useRefusedCheckpoint()
  ShowProblems,    ///< list Workspace::problems()
};

/// `error.where` and `error.what` make the bold line, `error.remedy` the second one. The texts may quote files: show
/// them escaped and as plain text.
struct Banner {
  BannerId id = 0;
  Severity severity = Severity::Error;
  Error error;
  std::vector<BannerAction> actions;  ///< at most two
};

}  // namespace sojourn::session
