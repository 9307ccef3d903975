// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs the Learning panel can compare: those whose snapshots are of the same samples.
#pragma once

#include <string>
#include <vector>

#include "views/monitor/state/watched_run.h"
#include "views/present/monitor/run_plots.h"

namespace sojourn::monitor {

struct BesideChoice {
  std::string id, name;
  std::string why;  ///< why it cannot stand beside, in a sentence; empty where it can
  present::Color ink;
};

/// Empty where both have snapshots of the same samples of one dataset; else the sentence that says what is missing.
[[nodiscard]] std::string besideProblem(const session::FollowedRun& run, const session::FollowedRun& beside);

/// All runs but `main`, those that can first, each in its order; colours as in the charts.
[[nodiscard]] std::vector<BesideChoice> besideChoices(const std::vector<WatchedRun>& runs, const std::string& main,
                                                      const present::RunPlots& plots);

/// The colour of `beside`, or another one where the main run has it as well: a run that is in no chart has none.
[[nodiscard]] present::Color besideInk(present::Color main, present::Color beside);

}  // namespace sojourn::monitor
