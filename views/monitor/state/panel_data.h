// SPDX-License-Identifier: GPL-3.0-or-later
// A run with what the monitor has worked out of it, as the plain data that panels and charts draw; the actions of
// their buttons.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "views/present/monitor/monitor_panel_data.h"
#include "views/session/runs/run_filter.h"
#include "views/session/runs/run_library.h"
#include "views/session/runs/run_lines.h"

namespace sojourn::monitor {

/// A run with all that the monitor has worked out of it.
struct WatchedRun : session::RunLine {
  std::string name;                  ///< its title, fit for a screen
  std::string brief;                 ///< without what the names of all runs have in common
  std::string distinction;           ///< how it differs from the reference of the comparison, else its seed
  std::optional<double> lastEvent;   ///< seconds since 1970
  std::optional<double> speed;       ///< sequences a second, the latest steps'
  std::optional<double> speedRatio;  ///< against the median of its kind, where that has others
  std::shared_ptr<const std::vector<present::RunLogLine>> log;  ///< the newest lines, oldest first

  /// It is in a state that needs attention, or has ended and is of no use.
  [[nodiscard]] bool needsAttention() const {
    return session::isProblem(health.health) || digest.verdict != session::RunVerdict::None;
  }
  [[nodiscard]] std::string id() const { return run->folder().string(); }
};

// ---- the wall

/// Besides what the filter always looks at, in the state's reason and in the differences.
[[nodiscard]] bool passes(const WatchedRun& run, const session::RunFilter& filter);

/// The colour of a run's state, the same everywhere; a warning where it has ended with a verdict.
[[nodiscard]] present::RunSeverity severityOf(const WatchedRun& run);

/// `one` or `many`, which have "%1" for the number: "1 run", "3 runs".
[[nodiscard]] std::string counted(std::size_t count, const char* one, const char* many);
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

/// The command that goes on with a run, for a shell.
[[nodiscard]] std::string resumeCommand(const std::string& folder);
/// Goes on with a run that its trainer has left, here. `name` stands in the question.
[[nodiscard]] present::ActionButton resumeButton(const std::string& folder, const std::string& name);

// ---- the selected run, what happened

/// `command` is the newest one that was sent to it from here; where it is null, the newest in its log is shown. `now`
/// is wallNow().
[[nodiscard]] present::RunCard cardOf(const WatchedRun& run, const session::SentCommand* command, double now);

/// What was sent from here, and what the runs' logs say of other commands, sent by another viewer or before this one
/// was started: the latest first, at most `most`. `now` is wallNow().
[[nodiscard]] std::vector<present::SentLine> commandLinesOf(const std::vector<WatchedRun>& runs,
                                                            const std::map<std::uint64_t, session::SentCommand>& sent,
                                                            double now, std::size_t most);

/// The newest lines of one run, oldest first, at most `most`. All that files say is escaped.
[[nodiscard]] std::vector<present::RunLogLine> logLinesOf(const session::FollowedRun& run, const std::string& name,
                                                          std::size_t most);

// ---- the charts

/// Every run with its line; the curves of those that the library has chosen.
[[nodiscard]] present::RunPlots plotsOf(const std::vector<WatchedRun>& runs, const session::RunLibrary& library,
                                        const std::string& selected);
/// The run that a line belongs to; null where there is none.
[[nodiscard]] const present::PlotChoice* choiceOf(const present::RunPlots& plots, const std::string& run);

/// The selected run and those in the charts, the selected one first. A run without a configuration (an imported log)
/// lacks every key, and makes none differ.
[[nodiscard]] present::RunDifferences differencesOf(const std::vector<WatchedRun>& runs,
                                                    const present::RunPlots& plots);

/// Marks the settings that the reference has otherwise or not at all; none where it is that run itself, or null.
void markDifferences(present::RunCard& card, const session::FollowedRun& run, const session::FollowedRun* reference);

}  // namespace sojourn::monitor
