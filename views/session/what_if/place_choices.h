// SPDX-License-Identifier: GPL-3.0-or-later
// The places that a visit can be given: those at hand first, then all that the model knows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "views/session/workspace/workspace.h"

namespace sojourn::session {

enum class PlaceNearness { InSequence, Frequent, Near, Other };

struct PlaceChoice {
  LocationId location = 0;
  std::string name;  ///< as shown for the user of the sample
  PlaceNearness nearness = PlaceNearness::Other;
  std::string why;  ///< "2 visits here", "41 stays, 12 %", "1.2 km away"; empty for the others
};

/// Every place of dataset and model but padding, each once, by the first reason that holds: in this sequence (most
/// visits first), this user's frequent ones in train, the twenty nearest to `from` on the map, all others by their id.
[[nodiscard]] std::vector<PlaceChoice> placeChoices(const Workspace& workspace, LocationId from);

/// Whether all of the typed words occur in the name or are the id; letter case does not matter.
[[nodiscard]] bool placeMatches(const PlaceChoice& choice, std::string_view typed);

}  // namespace sojourn::session
