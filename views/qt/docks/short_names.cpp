// SPDX-License-Identifier: GPL-3.0-or-later
// The short names of one user's places.
#include "views/qt/docks/short_names.h"

#include <string>
#include <vector>

#include "model/core/text.h"

namespace sojourn::qt {

present::ShortNames shortNamesOf(const session::PlaceNaming& naming, UserId user, std::span<const LocationId> places) {
  std::vector<std::string> names;
  for (const LocationId place : places) names.push_back(escapeForDisplay(naming.name(place, user), 120));
  return present::shortNamesOf(names);
}

}  // namespace sojourn::qt
