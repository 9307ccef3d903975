// SPDX-License-Identifier: GPL-3.0-or-later
// The health of a run: how urgent its state is, why, in plain words, and what helps.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "views/session/runs/run_digest.h"

namespace sojourn::session {

/// In the order in which runs want attention; the wall stands in it.
enum class RunHealth {
  Failed,       ///< it says so, or its loss is no number any more
  Unreadable,   ///< its folder, its run.json or its log is there and cannot be used
  Vanished,     ///< its folder is gone
  Stalled,      ///< no heartbeat for 10 s, or its process is gone
  Diverging,    ///< the training loss rises, or the gradient norm explodes
  Overfitting,  ///< the training loss falls, the validation loss rises
  Plateau,      ///< no better validation loss for some epochs
  Running,      ///< also starting and stopping
  Paused,
  Stopped,  ///< interrupted; can be resumed
  Finished,
  Imported,  ///< a log of another program
};
inline constexpr std::size_t runHealthCount = 12;

/// "failed", "diverging", "running", ...
[[nodiscard]] std::string_view healthLabel(RunHealth health);
/// The name of the icon beside it; a warning where the run has ended and is of no use.
[[nodiscard]] const char* iconOf(RunHealth health, RunVerdict verdict);
/// What is known of a run's health without looking at the clock: anything but a plateau.
[[nodiscard]] RunHealth healthOf(RunStanding standing, RunTrend trend);
/// Whether it needs attention: everything up to a plateau.
[[nodiscard]] constexpr bool isProblem(RunHealth health) {
  return health <= RunHealth::Plateau;
}

/// What may be done about it from a viewer.
enum class HealthRemedy {
  ShowLog,
  CopyResume,  ///< the command that resumes it, for a terminal
  Stop,
  LowerRate,  ///< to a tenth of what it is now
};

struct RunHealthReport {
  RunHealth health = RunHealth::Running;
  std::string reason = {};   ///< one short line; may be empty
  std::string further = {};  ///< what else is known, and what helps; may be empty
  std::vector<HealthRemedy> remedies = {};
};

/// Whether our trainer has written the run: only then it can be resumed or relaunched from here. What sojourn_model.py
/// writes names Python among its versions, and not this program.
[[nodiscard]] bool isOfOurTrainer(const FollowedRun& run);

/// `now` is wallNow().
[[nodiscard]] RunHealthReport healthOf(const FollowedRun& run, const RunDigest& digest, double now);

/// "0.4 s", "18 s", "6 min", "3 h", "2 days".
[[nodiscard]] std::string timeSpanText(double seconds);

/// When the last event of the log was written, by the trainer's clock, whatever that said before; nothing where none
/// has been read.
[[nodiscard]] std::optional<double> lastEventWall(const FollowedRun& run);

/// The median of the latest steps' sequences a second; nothing where there are none.
[[nodiscard]] std::optional<double> throughputOf(const FollowedRun& run);
/// Runs of one kind (model, and host where it is known) are alike in speed. Empty for an imported log.
[[nodiscard]] std::string throughputKind(const FollowedRun& run);

}  // namespace sojourn::session
