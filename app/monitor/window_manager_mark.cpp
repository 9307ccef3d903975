// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/monitor/window_manager_mark.h"

#ifdef SOJOURN_WITH_X11

#include <chrono>
#include <memory>
#include <optional>
#include <thread>

#include <X11/Xatom.h>
#include <X11/Xlib.h>

namespace sojourn::monitor {
namespace {

/// The window that is named by this property of a window; absent: it has none, or is gone.
std::optional<Window> windowIn(Display* display, Window of, Atom property) {
  Atom type = None;
  int format = 0;
  unsigned long count = 0, left = 0;
  unsigned char* bytes = nullptr;
  const int failed =
      XGetWindowProperty(display, of, property, 0, 1, False, XA_WINDOW, &type, &format, &count, &left, &bytes);
  const std::unique_ptr<unsigned char, decltype(&XFree)> owned(bytes, XFree);
  if (failed != Success || type != XA_WINDOW || format != 32 || count != 1) return std::nullopt;
  return *reinterpret_cast<const Window*>(bytes);  // Xlib gives 32 bits as a long
}

bool isThere(Display* display, Window window) {
  XWindowAttributes attributes;
  return XGetWindowAttributes(display, window, &attributes) != 0;
}

void settle(Display* display, Window root, Atom mark) {
  constexpr std::chrono::milliseconds between{20};
  constexpr int looks = 50;
  for (int look = 0; look < looks; ++look) {
    const std::optional<Window> manager = windowIn(display, root, mark);
    if (!manager || windowIn(display, *manager, mark)) return;
    // A window manager that is just starting marks the root before its own window.
    if (!isThere(display, *manager)) break;
    std::this_thread::sleep_for(between);
  }
  XDeleteProperty(display, root, mark);
}

}  // namespace

std::shared_ptr<void> settleWindowManagerMark() {
  Display* display = XOpenDisplay(nullptr);
  if (!display) return nullptr;
  // Asking a window that is gone is an error, which ends the program unless it is caught.
  const XErrorHandler before = XSetErrorHandler([](Display*, XErrorEvent*) { return 0; });
  const Window root = XDefaultRootWindow(display);
  if (const Atom mark = XInternAtom(display, "_NET_SUPPORTING_WM_CHECK", True); mark != None)
    settle(display, root, mark);
  XSync(display, False);
  XSetErrorHandler(before);
  return {display, [](Display* open) { XCloseDisplay(open); }};
}

}  // namespace sojourn::monitor

#else

namespace sojourn::monitor {

std::shared_ptr<void> settleWindowManagerMark() {
  return nullptr;
}

}  // namespace sojourn::monitor

#endif
