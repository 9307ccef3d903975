// SPDX-License-Identifier: GPL-3.0-or-later
// The mark of a window manager on an X display, before GLFW looks for it.
#pragma once

#include <memory>

namespace sojourn::monitor {

/// A window manager marks the display's root with a window of its own, and that with the same (EWMH,
/// _NET_SUPPORTING_WM_CHECK). Where only the first is done, GLFW 3.3 ends the program by an assertion: when the manager
/// has died, as in a remote session, and in the moment in which it starts. Takes the mark of one that is gone away,
/// waits up to a second for one that is starting, leaves what is well alone.
///
/// Before glfwInit(), and what is given back goes after it: it is a connection to the server, which may be reset when
/// the last one is closed. Null where there is no X server.
[[nodiscard]] std::shared_ptr<void> settleWindowManagerMark();

}  // namespace sojourn::monitor
