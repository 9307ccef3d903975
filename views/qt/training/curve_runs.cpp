// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/training/curve_runs.h"

#include <algorithm>
#include <set>
#include <string>

#include "model/core/text.h"
#include "views/present/runs/run_colors.h"
#include "views/qt/runs/runs_panel.h"
#include "views/session/runs/run_difference.h"

namespace sojourn::qt {
namespace {

/// As the curves mark it at a run's end.
RunState stateOf(const session::FollowedRun& run) {
  if (run.entry.imported) return run.entry.imported->ended ? RunState::Finished : RunState::Running;
  if (run.entry.status) return run.entry.status->state;
  if (run.outline && !run.outline->states.empty()) return run.outline->states.back().event.state;
  return RunState::Running;
}

}  // namespace

std::vector<present::CurveRun> curveRuns(const RunsPanel& panel) {
  const RunLines& lines = panel.lines();
  const auto known = [](std::int64_t number) { return number > 0 ? std::optional(number) : std::nullopt; };
  std::vector<present::CurveRun> runs;
  std::vector<int> rows;
  for (int row = 0; row < lines.count(); ++row) {
    const RunLine& line = lines.line(row);
    if (!line.chosen) continue;
    const auto* best = line.digest.bestFigures();
    rows.push_back(row);
    runs.push_back({.id = line.run->folder().string(),
                    .title = escapeForDisplay(line.run->entry.title(), 80),
                    .color = lines.colorOf(row).value_or(present::runColor(0)),
                    .history = line.run->history,
                    .bestEpoch = best ? std::optional(best->epoch) : std::nullopt,
                    .state = stateOf(*line.run),
                    .dashed = lines.dashed(row),
                    .plannedEpochs = known(line.digest.epochs),
                    .stepsPerEpoch = known(line.digest.stepsPerEpoch)});
  }
  for (const RunGroupLine& group : panel.order()->groups()) {
    std::string title = group.title;
    const bool taken = std::ranges::count(panel.order()->groups(), group.title, &RunGroupLine::title) > 1;
    if (taken && !group.differs.empty()) title += ", " + group.differs;
    const auto runOf = [&](std::size_t member) -> const session::FollowedRun& { return *lines.all()[member].run; };
    std::set<std::string> seeds;
    for (const std::size_t member : group.group.members) seeds.insert(session::seedOf(*runOf(member).entry.record));
    for (const std::size_t member : group.group.members) {
      const auto at = std::ranges::find(rows, static_cast<int>(member));
      // A steered run's curve is not that of its configuration.
      if (at == rows.end() || session::isSteered(runOf(member))) continue;
      present::CurveRun& run = runs[static_cast<std::size_t>(at - rows.begin())];
      run.group = group.group.key;
      run.groupTitle = title;
      run.groupSeeds = seeds.size();
      run.seed = session::seedOf(*runOf(member).entry.record);
    }
  }
  return runs;
}

}  // namespace sojourn::qt
