// SPDX-License-Identifier: GPL-3.0-or-later
// status.json: what a trainer is at, renewed every second, so that viewers need not read the whole log.
#pragma once

#include <cstdint>

#include "model/core/guarded_path.h"
#include "model/core/result.h"
#include "model/runs/store/process_identity.h"
#include "model/runs/store/run_state.h"

namespace sojourn {

struct RunStatus {
  RunState state = RunState::Starting;
  ProcessIdentity process;
  double heartbeat = 0;     ///< when this was written, seconds since 1970 on the trainer's host
  std::int64_t epoch = 0;   ///< the one that is being trained, or the last; 0 before the first
  std::int64_t step = 0;    ///< done, over the whole run
  std::int64_t epochs = 0;  ///< planned at most

  static void fields(auto& json, auto& status) {
    json("state", status.state, runStateNames);
    ProcessIdentity::fields(json, status.process);
    json("heartbeat", status.heartbeat);
    json("epoch", status.epoch);
    json("step", status.step);
    json("epochs", status.epochs);
  }

  bool operator==(const RunStatus&) const = default;
};

/// A heartbeat that is older says that the trainer hangs or is gone.
inline constexpr double stalledAfterSeconds = 10;

/// Replaces the file as a whole: readers see the old one or the new one.
/// Errors: ErrorKind::Failed.
[[nodiscard]] Status writeRunStatus(const GuardedPath& file, const RunStatus& status);

/// Errors (ErrorKind::BadInput): not there, not readable, a member that is absent or wrong, named by its key.
[[nodiscard]] Result<RunStatus> readRunStatus(const GuardedPath& file);

}  // namespace sojourn
