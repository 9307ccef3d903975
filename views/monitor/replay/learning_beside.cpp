// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/monitor/replay/learning_beside.h"

#include <algorithm>

#include "model/core/translation.h"
#include "views/present/runs/run_colors.h"

namespace sojourn::monitor {

std::string besideProblem(const session::FollowedRun& run, const session::FollowedRun& beside) {
  const auto& ours = run.entry.record;
  const auto& theirs = beside.entry.record;
  const auto snapshots = [](const session::FollowedRun& one) { return one.outline && !one.outline->probes.empty(); };
  if (!snapshots(run)) return tr("The selected run has no snapshots");
  if (!snapshots(beside)) return tr("This run has no snapshots of probes");
  if (!ours || !theirs) return tr("Without run.json, the samples of its probes are unknown");
  if (ours->dataset.fingerprint != theirs->dataset.fingerprint) return tr("This run is trained on other data");
  if (ours->probes != theirs->probes) return tr("This run has other samples as probes");
  return {};
}

std::vector<BesideChoice> besideChoices(const std::vector<WatchedRun>& runs, const std::string& main,
                                        const present::RunPlots& plots) {
  std::vector<BesideChoice> choices;
  const auto selected = std::ranges::find_if(runs, [&](const WatchedRun& run) { return run.id() == main; });
  if (selected == runs.end()) return choices;
  for (const WatchedRun& run : runs) {
    if (run.id() == main) continue;
    BesideChoice choice{.id = run.id(), .name = run.name, .why = besideProblem(*selected->run, *run.run), .ink = {}};
    const auto plotted = std::ranges::find(plots.choices, choice.id, &present::PlotChoice::id);
    choice.ink = plotted == plots.choices.end() ? present::runColor(0) : plotted->color;
    choices.push_back(std::move(choice));
  }
  std::ranges::stable_partition(choices, [](const BesideChoice& choice) { return choice.why.empty(); });
  return choices;
}

present::Color besideInk(present::Color main, present::Color beside) {
  for (std::size_t next = 0; beside == main; ++next) beside = present::runColor(next);
  return beside;
}

}  // namespace sojourn::monitor
