// SPDX-License-Identifier: GPL-3.0-or-later
// The line of the Runs table that stands for all seeds of one configuration: means with their spread.
#pragma once

#include <array>
#include <vector>

#include "views/qt/runs/runs_model.h"
#include "views/session/runs/run_groups.h"

namespace sojourn::qt {

struct RunGroupLine {
  session::SeedGroup group;
  QString title, differs;
  std::array<Spread, runColumns> spreads{};  ///< of the columns with numbers, over the counted runs
  /// Of the counted runs all test figures are shown: only then is there a mean of them.
  bool revealed = false;
  bool hasTest = false;
  int chosen = 0;  ///< members in the curves

  [[nodiscard]] QString text(RunColumn column) const;
  [[nodiscard]] QString tip(RunColumn column) const;
  [[nodiscard]] session::SortKey sortKey(RunColumn column) const;
  int worst = 0;  ///< the standing of the member that wants attention first
};

[[nodiscard]] std::vector<RunGroupLine> runGroupLines(const RunsModel& model);

/// Adds the groups' means to the table of runs, unrounded, and columns for how many seeds and how far they spread.
void addGroups(present::Table& runs, const std::vector<RunGroupLine>& groups);

}  // namespace sojourn::qt
