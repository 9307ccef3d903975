// SPDX-License-Identifier: GPL-3.0-or-later
// What the workspace opens files with: the real readers, the real engine, the demo.
#pragma once

#include "views/session/opening/loaders.h"

namespace sojourn::studio {

[[nodiscard]] session::Loaders studioLoaders();

}  // namespace sojourn::studio
