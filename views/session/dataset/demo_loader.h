// SPDX-License-Identifier: GPL-3.0-or-later
// The demo city for programs that open or train on it: unpacked into the user's cache folder.
#pragma once

#include "views/session/dataset/loaders.h"

namespace sojourn::session {

/// Loaders::demo with the demo inside the program. Errors: it cannot be written anywhere.
[[nodiscard]] Result<Loaders::DemoFiles> demoFiles();

}  // namespace sojourn::session
