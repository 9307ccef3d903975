// SPDX-License-Identifier: GPL-3.0-or-later
// The states that a run goes through (SPEC 8.2).
#pragma once

#include <optional>
#include <string_view>

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

/// The word in status.json and in state events.
[[nodiscard]] std::string_view runStateName(RunState state);
[[nodiscard]] std::optional<RunState> runStateNamed(std::string_view name);

/// Whether a trainer in this state has nothing more to do.
[[nodiscard]] constexpr bool isOver(RunState state) {
  return state == RunState::Finished || state == RunState::Failed || state == RunState::Interrupted;
}

}  // namespace sojourn
