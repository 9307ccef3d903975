// SPDX-License-Identifier: GPL-3.0-or-later
// The places where a user stays most, counted over a split.
#pragma once

#include <cstddef>
#include <vector>

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

}  // namespace sojourn
