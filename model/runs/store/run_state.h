// SPDX-License-Identifier: GPL-3.0-or-later
// The states that a run goes through (SPEC 8.2).
#pragma once

#include "model/core/name_table.h"

namespace sojourn {

enum class RunState {
  Starting,
  Running,
  Paused,
  Stopping,     ///< asked to stop; writes its checkpoint
  Finished,     ///< to the last epoch or the early stop
  Failed,       ///< a loss that is no number, a full disk, ...
  Interrupted,  ///< stopped by a command or a signal; can be resumed
};

/// The words in status.json and in state events.
inline constexpr NameTable<7> runStateNames{"starting", "running", "paused",     "stopping",
                                            "finished", "failed",  "interrupted"};

[[nodiscard]] constexpr std::string_view runStateName(RunState state) {
  return nameIn(runStateNames, state);
}

/// Whether a trainer in this state has nothing more to do.
[[nodiscard]] constexpr bool isOver(RunState state) {
  return state == RunState::Finished || state == RunState::Failed || state == RunState::Interrupted;
}

}  // namespace sojourn
