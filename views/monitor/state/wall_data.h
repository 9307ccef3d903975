// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the runs of the session into the plain tiles and alerts that presenters paint.
#pragma once

#include <optional>
#include <string>

#include "views/monitor/state/watched_run.h"

namespace sojourn::monitor {

/// The icon and the colour of a state, the same everywhere.
[[nodiscard]] const char* iconOf(session::RunHealth health);
[[nodiscard]] present::RunSeverity severityOf(session::RunHealth health);
/// The same, but a warning where it has ended with a verdict.
[[nodiscard]] const char* iconOf(const WatchedRun& run);
[[nodiscard]] present::RunSeverity severityOf(const WatchedRun& run);

/// "18 s ago"; where the trainer's clock is ahead of ours, it says so.
[[nodiscard]] std::string ageText(double seconds);
/// "06:41:02" of the viewer's own time zone.
[[nodiscard]] std::string clockOf(double wall);
/// The same, with its date where it is of another day than `now`: "2026-03-31 06:41:02".
[[nodiscard]] std::string dayAndClockOf(double wall, double now);

/// The learning rate of its latest step; nothing before the first.
[[nodiscard]] std::optional<double> rateOf(const WatchedRun& run);

/// `now` is wallNow().
[[nodiscard]] present::RunTile tileOf(const WatchedRun& run, double now);
[[nodiscard]] present::RunAlert alertOf(const WatchedRun& run, double now);

/// The actions of buttons, as Action::id; the argument is the run's folder unless noted.
namespace act {
inline constexpr const char* select = "selectRun";
inline constexpr const char* choose = "choose";  ///< into the charts
inline constexpr const char* unchoose = "unchoose";
inline constexpr const char* showLog = "showLog";
inline constexpr const char* copy = "copy";  ///< the argument is the text
inline constexpr const char* mute = "mute";
inline constexpr const char* unmute = "unmute";
inline constexpr const char* pause = "pause";
inline constexpr const char* resume = "resume";
inline constexpr const char* stop = "stop";
inline constexpr const char* checkpoint = "checkpoint";
inline constexpr const char* evaluate = "evaluate";
inline constexpr const char* lowerRate = "lowerRate";
inline constexpr const char* setRate = "setRate";  ///< "RATE FOLDER"
}  // namespace act

/// The command that goes on with a run, for a shell.
[[nodiscard]] std::string resumeCommand(const std::string& folder);
/// Goes on with a run that its trainer has left, here. `name` stands in the question.
[[nodiscard]] present::ActionButton resumeButton(const std::string& folder, const std::string& name);

}  // namespace sojourn::monitor
