// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a table of runs and of their seeds: states, words, hints, and what they are sorted by, the same in the
// studio and in the monitor.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "model/runs/catalogue/run_words.h"
#include "views/session/runs/run_comparison.h"
#include "views/session/runs/run_groups.h"
#include "views/session/runs/run_health.h"

namespace sojourn::session {

/// A run with what its line says.
struct RunLine {
  FollowedRunPtr run;
  RunDigest digest;
  RunStanding standing = RunStanding::Starting;
  RunHealthReport health;
  std::string differs;       ///< from the reference of the comparison: "lr 0.02, no clipping"; empty: in nothing
  bool isReference = false;  ///< it is that one
  bool revealed = false;     ///< its test figures are shown

  /// "starting", "plateau", "finished: diverged": how it stands, or what is wrong with it.
  [[nodiscard]] std::string stateText() const;
  /// Absent where it is not known, or hidden.
  [[nodiscard]] std::optional<double> figure(RunFigure figure) const;
};

/// `now` is wallNow(). The comparison's part is compareLine()'s.
[[nodiscard]] RunLine lineOf(const FollowedRunPtr& run, double now);
/// Takes over what the comparison says of the line's run now; `reference` is its own, found once for all lines.
void compareLine(RunLine& line, const RunComparison& comparison, const FollowedRunPtr& reference);

/// Runs that differ in nothing but their seed.
struct SeedLine {
  SeedGroup group;
  std::string title, differs, model, dataset;
  std::array<Spread, runFigures> spreads{};  ///< over the counted runs
  bool hasTest = false;
  bool revealed = false;  ///< of all counted runs the test figures are shown: only then is there a mean of them
  SortKey state;          ///< of the member that wants attention first

  [[nodiscard]] const Spread& spread(RunFigure figure) const { return spreads[static_cast<std::size_t>(figure)]; }
};

/// `lines` are those that the group's members are indexes of; `reference` may be null.
[[nodiscard]] SeedLine seedLineOf(SeedGroup group, const std::vector<const RunLine*>& lines,
                                  const FollowedRunPtr& reference);

/// A cell with words.
struct RunCell {
  std::string text;  ///< an en dash for nothing
  SortKey key;
};
[[nodiscard]] RunCell runCell(const RunLine& line, RunText text);
[[nodiscard]] RunCell seedCell(const SeedLine& line, RunText text);
/// "12 / 60", of the planned ones; "12" where nothing says how many, an en dash before the first.
[[nodiscard]] std::string epochText(const RunLine& line);
/// More about it, a paragraph a line; may be empty.
[[nodiscard]] std::string runHint(const RunLine& line, RunText text, const FollowedRunPtr& reference);
[[nodiscard]] std::string seedHint(const SeedLine& line, RunText text);
/// Why there is no test figure, or how often it was shown; for a cell whose figure is the test's.
[[nodiscard]] std::string testHint(const RunLine& line);
/// What stands in place of a hidden test figure; empty where it is shown, or there is none.
[[nodiscard]] std::string hiddenTest(const RunLine& line);
[[nodiscard]] std::string hiddenTest(const SeedLine& line);
/// Whether a mean over seeds says something of it.
[[nodiscard]] bool hasMean(RunFigure figure);

}  // namespace sojourn::session
