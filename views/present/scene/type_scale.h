// SPDX-License-Identifier: GPL-3.0-or-later
// The sizes of letters that the views share (VISUAL 1); a view with a size of its own names it itself.
#pragma once

#include "views/present/scene/scene.h"

namespace sojourn::present {

inline constexpr Font textFont{.size = 12, .weight = Weight::Regular};
inline constexpr Font boldFont{.size = 12, .weight = Weight::SemiBold};
inline constexpr Font smallFont{.size = 11, .weight = Weight::Regular};      ///< ticks, captions, second lines
inline constexpr Font mediumFont{.size = 11.5F, .weight = Weight::Regular};  ///< between text and small, for close rows
inline constexpr Font mediumBoldFont{.size = 11.5F, .weight = Weight::SemiBold};

}  // namespace sojourn::present
