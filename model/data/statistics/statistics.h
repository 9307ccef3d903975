// SPDX-License-Identifier: GPL-3.0-or-later
// Plain counts over a split that views print beside a model's curves.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "model/data/dataset/sequence_set.h"

namespace sojourn {

/// How many sequences reach each position from end: [p] = the sequences with at least p visits, for p in 0..longest
/// ([0] = all of them). A position bias beyond the last index was never trained.
[[nodiscard]] std::vector<std::size_t> sequencesReachingPosition(const SequenceSet& set);

/// How often a location occurs in a set.
struct LocationCount {
  std::size_t visits = 0;   ///< in windows: a stay counts in every window that shows it
  std::size_t targets = 0;  ///< as a target

  bool operator==(const LocationCount&) const = default;
};
/// Of the locations that occur. A map, as a file's ids may have gaps of any size.
[[nodiscard]] std::map<LocationId, LocationCount> countLocations(const SequenceSet& set);

/// How many sequences each user has.
[[nodiscard]] std::map<UserId, std::size_t> sequencesPerUser(const SequenceSet& set);

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

}  // namespace sojourn
