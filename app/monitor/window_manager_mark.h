// SPDX-License-Identifier: GPL-3.0-or-later
// What a window manager that died has left behind on an X display.
#pragma once

namespace sojourn::monitor {

/// A window manager marks the display's root with a window of its own (EWMH, _NET_SUPPORTING_WM_CHECK). Where it died,
/// as in a remote session, the mark stands for a window that is gone, upon which GLFW 3.3 ends the program by an
/// assertion. Takes such a mark away; leaves one that is true, and a display that cannot be opened, alone. Before
/// glfwInit().
void removeStaleWindowManagerMark();

}  // namespace sojourn::monitor
