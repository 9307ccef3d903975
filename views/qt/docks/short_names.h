// SPDX-License-Identifier: GPL-3.0-or-later
// The short names of one user's places.
#pragma once

#include <span>

#include "views/present/scene/canvas.h"
#include "views/session/places/place_naming.h"

namespace sojourn::qt {

/// What the pictures write for the user's `places` where a whole name has no room.
[[nodiscard]] present::ShortNames shortNamesOf(const session::PlaceNaming& naming, UserId user,
                                               std::span<const LocationId> places);

}  // namespace sojourn::qt
