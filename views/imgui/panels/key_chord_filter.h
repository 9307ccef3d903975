// SPDX-License-Identifier: GPL-3.0-or-later
// Filters input so that keys pressed together are seen in one frame.
#pragma once

#include <vector>

#include <imgui_internal.h>

namespace sojourn::imgui {

/// Dear ImGui takes a key and the release of its modifier in the same frame, in which the chord is then none: where
/// frames are slow, Ctrl+K comes to nothing if Ctrl is let go first. What follows upon such a release waits for the
/// next frame. Belongs to one context.
class KeyChordFilter {
 public:
  /// Before NewFrame(): takes the rest of the input away.
  void beforeFrame();
  /// After it: puts the rest back, ahead of whatever comes.
  void afterNewFrame();

 private:
  std::vector<ImGuiInputEvent> m_rest;
};

}  // namespace sojourn::imgui
