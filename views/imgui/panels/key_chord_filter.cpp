// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/panels/key_chord_filter.h"

namespace sojourn::imgui {

void KeyChordFilter::beforeFrame() {
  ImVector<ImGuiInputEvent>& queue = ImGui::GetCurrentContext()->InputEventsQueue;
  bool pressed = false;
  for (int i = 0; i < queue.Size; ++i) {
    if (queue[i].Type != ImGuiInputEventType_Key) continue;
    const bool modifier = (queue[i].Key.Key & ImGuiMod_Mask_) != 0;
    if (!modifier && queue[i].Key.Down) pressed = true;
    if (!modifier || queue[i].Key.Down || !pressed) continue;
    m_rest.assign(queue.begin() + i, queue.end());
    queue.resize(i);
    return;
  }
}

void KeyChordFilter::afterNewFrame() {
  for (const ImGuiInputEvent& event : m_rest) ImGui::GetCurrentContext()->InputEventsQueue.push_back(event);
  m_rest.clear();
}

}  // namespace sojourn::imgui
