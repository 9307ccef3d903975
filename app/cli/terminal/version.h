// SPDX-License-Identifier: GPL-3.0-or-later
// The version of the program, from the build.
#pragma once

namespace sojourn::cli {

inline constexpr const char* programVersion = SOJOURN_VERSION;

}  // namespace sojourn::cli
