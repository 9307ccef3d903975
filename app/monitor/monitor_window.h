// SPDX-License-Identifier: GPL-3.0-or-later
// The real window: GLFW and OpenGL 3, a loop that sleeps until something has happened.
#pragma once

#include "app/monitor/arguments.h"

namespace sojourn::monitor {

/// Opens the window and runs until it is closed; with a screenshot, writes the picture once all logs have been read
/// and returns. Answers the exit code; what went wrong has been said.
[[nodiscard]] int runWindow(const Arguments& arguments);

}  // namespace sojourn::monitor
