// SPDX-License-Identifier: GPL-3.0-or-later
// Counts over a split: where a user stays most, which place is probably home or work (proposals that a person confirms,
// never facts), and how often a model was shown each value of each feature: what distinguishes a value that it knows
// from one that it guesses at.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/core/cancel.h"
#include "model/data/dataset/place_names.h"
#include "model/data/dataset/sequence_set.h"

namespace sojourn {

/// The last visit of a window. Windows overlap, so a stay occurs in many of them, but as the last one at most once (in
/// the window whose target is the user's next stay): counting last visits counts stays.
[[nodiscard]] Visit lastVisit(const SequenceSet& set, std::size_t row);

struct FrequentPlace {
  LocationId location = 0;
  std::size_t stays = 0;
  double share = 0;  ///< of the user's stays, 0..1

  bool operator==(const FrequentPlace&) const = default;
};

/// A user's places by number of stays, most first, ties by smaller id, at most `limit` of them. Unseen and padding are
/// no places.
[[nodiscard]] std::vector<FrequentPlace> frequentPlaces(const SequenceSet& set, UserId user, std::size_t limit = 10);

/// Counts over a training split. Of features: visits in windows, so a stay counts in every window that shows it, as it
/// does in training. Values beyond the ranges of SPEC 2 count as the nearest one, as the models clamp them.
struct TrainingCounts {
  std::array<std::size_t, 96> start{};     ///< by quarter hour of the day
  std::array<std::size_t, 97> duration{};  ///< by half hour
  std::array<std::size_t, 7> weekday{};
  std::array<std::size_t, 8> daysAgo{};
  std::unordered_map<LocationId, std::size_t> location;
  std::unordered_map<UserId, std::size_t> user;  ///< sequences
  std::size_t visits = 0;                        ///< of all
  /// Stays of each user at each place, every stay once (see lastVisit).
  std::unordered_map<UserId, std::unordered_map<LocationId, std::size_t>> stays;

  [[nodiscard]] std::size_t staysOf(UserId who, LocationId where) const;
};

[[nodiscard]] TrainingCounts countTraining(const SequenceSet& set);

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
