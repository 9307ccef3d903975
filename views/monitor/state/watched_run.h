// SPDX-License-Identifier: GPL-3.0-or-later
// A run with all that the monitor has worked out of it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "views/present/monitor/monitor_panel_data.h"
#include "views/session/runs/run_health.h"

namespace sojourn::monitor {

struct WatchedRun {
  session::FollowedRunPtr run;
  session::RunDigest digest;
  session::RunHealthReport health;
  std::string name;                  ///< its title, fit for a screen
  std::string differs;               ///< from the reference of the comparison
  std::optional<double> lastEvent;   ///< seconds since 1970
  std::optional<double> speed;       ///< sequences a second, the latest steps'
  std::optional<double> speedRatio;  ///< against the median of its kind, where that has others
  std::shared_ptr<const std::vector<present::RunLogLine>> log;  ///< the newest lines, oldest first

  /// "finished", "finished: diverged"
  [[nodiscard]] std::string stateWords() const {
    std::string words(session::healthLabel(health.health));
    if (digest.verdict != session::RunVerdict::None) words += ": " + std::string(session::verdictWord(digest.verdict));
    return words;
  }
  /// It is in a state that needs attention, or has ended and is of no use.
  [[nodiscard]] bool needsAttention() const {
    return session::isProblem(health.health) || digest.verdict != session::RunVerdict::None;
  }
  [[nodiscard]] std::string id() const { return run->folder().string(); }
};

}  // namespace sojourn::monitor
