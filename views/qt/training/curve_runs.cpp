// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/training/curve_runs.h"

#include <algorithm>
#include <set>
#include <string>

#include "model/core/text.h"
#include "views/present/runs/run_colors.h"
#include "views/qt/runs/runs_model.h"
#include "views/qt/runs/runs_order.h"
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
  const RunsModel& model = *panel.model();
  std::vector<present::CurveRun> runs;
  std::vector<int> rows;
  for (int row = 0; row < model.rowCount(); ++row) {
    const RunsModel::Line& line = model.line(row);
    if (!line.chosen) continue;
    const auto* best = line.digest.bestFigures();
    const std::int64_t planned = line.digest.epochs;
    rows.push_back(row);
    runs.push_back(
        {.id = line.run->folder().string(),
         .title = escapeForDisplay(line.run->entry.title(), 80),
         .color = model.colorOf(row).value_or(present::runColor(0)),
         .history = line.run->history,
         .bestEpoch = best ? std::optional(best->epoch) : std::nullopt,
         .state = stateOf(*line.run),
         .dashed = model.dashed(row),
         .plannedEpochs = planned > 0 ? std::optional(planned) : std::nullopt,
         .stepsPerEpoch = line.digest.stepsPerEpoch > 0 ? std::optional(line.digest.stepsPerEpoch) : std::nullopt});
  }
  for (const RunGroupLine& group : panel.order()->groups()) {
    std::string title = group.title.toStdString();
    const bool taken = std::ranges::count(panel.order()->groups(), group.title, &RunGroupLine::title) > 1;
    if (taken && !group.differs.isEmpty()) title += ", " + group.differs.toStdString();
    std::set<std::string> seeds;
    for (const std::size_t member : group.group.members)
      seeds.insert(session::seedOf(*model.line(static_cast<int>(member)).run->entry.record));
    for (const std::size_t member : group.group.members) {
      const auto at = std::ranges::find(rows, static_cast<int>(member));
      // A steered run's curve is not that of its configuration.
      if (at == rows.end() || session::isSteered(*model.line(*at).run)) continue;
      present::CurveRun& run = runs[static_cast<std::size_t>(at - rows.begin())];
      run.group = group.group.key;
      run.groupTitle = title;
      run.groupSeeds = seeds.size();
      run.seed = session::seedOf(*model.line(*at).run->entry.record);
    }
  }
  return runs;
}

}  // namespace sojourn::qt
