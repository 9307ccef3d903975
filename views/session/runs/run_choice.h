// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs are in the curves, which colour each run has, and which are reference lines.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "views/session/follow/run_follower.h"

namespace sojourn::session {

/// So many colours runs have (present::runColor).
inline constexpr std::size_t runColors = 12;

/// The colour of a run follows from its id, so that every program shows it in the same one, today and tomorrow, as long
/// as no other run beside it has that one (RunLibrary::colorIndex).
/// A run without an id, such as an imported log, has that of its path.
[[nodiscard]] std::size_t runColorIndex(const FollowedRun& run);

struct RunChoice {
  std::set<std::filesystem::path> chosen;  ///< the runs in the curves
  std::map<std::string, bool> references;  ///< by the run's path: what people have said of reference lines

  /// Of a source without a choice by hand, the newest runs that are not put aside, in the table's order, while there
  /// are fewer than six; a log that was opened by its name in any case. Of seeds of one configuration all or none.
  void addFirst(const std::vector<FollowedRunPtr>& runs, const std::filesystem::path& source);
  /// A training log unless set otherwise.
  [[nodiscard]] bool referenceLine(const FollowedRun& run) const;
};

}  // namespace sojourn::session
