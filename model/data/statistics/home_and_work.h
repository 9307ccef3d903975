// SPDX-License-Identifier: GPL-3.0-or-later
// Which place is probably a user's home and which the place of work, from when they stay there. Proposals that a person
// confirms, never facts.
#pragma once

#include <string>
#include <vector>

#include "model/core/cancel.h"
#include "model/data/dataset/place_names.h"
#include "model/data/dataset/sequence_set.h"

namespace sojourn {

enum class PlaceRole { Home, Work };
/// "Home", "Work".
[[nodiscard]] const char* roleName(PlaceRole role);

/// Hours of the local clock and how much evidence is enough.
struct RoleRules {
  int nightBegin = 0, nightEnd = 6 * 60;      ///< minutes of the day, every day
  int workBegin = 9 * 60, workEnd = 17 * 60;  ///< minutes of the day, Monday to Friday
  double leastHours = 8;                      ///< in those hours, over the whole set
  double leastShare = 0.25;                   ///< of all the user's recorded time in those hours
};

struct RoleProposal {
  UserId user = 0;
  LocationId location = 0;
  PlaceRole role = PlaceRole::Home;
  double hours = 0;       ///< stayed there in the role's hours
  double share = 0;       ///< of the user's recorded time in the role's hours, 0..1
  std::size_t stays = 0;  ///< that touch the role's hours

  /// "41 stays, 246 h, 92 % of the recorded time between 00:00 and 06:00"
  [[nodiscard]] std::string reason(const RoleRules& rules = {}) const;
};

/// At most one home and one place of work per user, by user id, home first. Home has the most night time; work has the
/// most working time on weekdays of the places that are not home. Every stay counts once (see lastVisit). Times are
/// read in a zone `utcOffsetMinutes` ahead of the recorded one. The unseen location is no place. Progress counts
/// sequences; where it was cancelled there are no proposals.
[[nodiscard]] std::vector<RoleProposal> proposeHomeAndWork(const SequenceSet& set, int utcOffsetMinutes,
                                                           const RoleRules& rules = {}, const Progress& progress = {},
                                                           const CancelToken& cancel = {});

}  // namespace sojourn
