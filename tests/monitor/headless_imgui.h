// SPDX-License-Identifier: GPL-3.0-or-later
// Dear ImGui without a window: frames are made, textures pass for uploaded, input goes in as from a mouse and keys.
#pragma once

#include <functional>
#include <string>

#include <imgui.h>
#include <imgui_internal.h>
#include <implot.h>

namespace sojourn::test {

class HeadlessImGui {
 public:
  explicit HeadlessImGui(float width = 1600, float height = 1000) {
    ImGui::CreateContext();
    ImPlot::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {width, height};
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures | ImGuiBackendFlags_RendererHasVtxOffset;
    io.IniFilename = nullptr;
    ImGui::GetPlatformIO().Platform_ClipboardUserData = &clipboard;
    ImGui::GetPlatformIO().Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) {
      *static_cast<std::string*>(ImGui::GetPlatformIO().Platform_ClipboardUserData) = text;
    };
  }
  ~HeadlessImGui() {
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
      texture->SetTexID(ImTextureID_Invalid);
      texture->SetStatus(ImTextureStatus_Destroyed);
    }
    ImPlot::DestroyContext();
    ImGui::DestroyContext();
  }
  HeadlessImGui(const HeadlessImGui&) = delete;
  HeadlessImGui& operator=(const HeadlessImGui&) = delete;

  /// One frame; `draw` runs in it.
  void frame(const std::function<void()>& draw) {
    if (beforeFrame) beforeFrame();
    ImGui::GetIO().DeltaTime = 1.0F / 60;
    ImGui::NewFrame();
    draw();
    ImGui::Render();
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
      if (texture->Status == ImTextureStatus_WantCreate) texture->SetTexID(++m_texture);
      if (texture->Status == ImTextureStatus_WantDestroy) {
        texture->SetTexID(ImTextureID_Invalid);
        texture->SetStatus(ImTextureStatus_Destroyed);
      } else {
        texture->SetStatus(ImTextureStatus_OK);
      }
    }
  }

  static void moveTo(ImVec2 point) { ImGui::GetIO().AddMousePosEvent(point.x, point.y); }

  /// A click with the frames that it needs.
  void click(ImVec2 point, const std::function<void()>& draw) {
    moveTo(point);
    frame(draw);
    for (const bool down : {true, false}) {
      ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, down);
      frame(draw);
    }
    frame(draw);
  }

  void press(ImGuiKey key, const std::function<void()>& draw, ImGuiKey modifier = ImGuiKey_None) {
    ImGuiIO& io = ImGui::GetIO();
    if (modifier != ImGuiKey_None) io.AddKeyEvent(modifier, true);
    for (const bool down : {true, false}) {
      io.AddKeyEvent(key, down);
      frame(draw);
    }
    if (modifier != ImGuiKey_None) io.AddKeyEvent(modifier, false);
    frame(draw);
  }

  void type(const char* text, const std::function<void()>& draw) {
    ImGui::GetIO().AddInputCharactersUTF8(text);
    for (int i = 0; i < 3; ++i) frame(draw);
  }

  /// The window whose name holds the text; null where there is none.
  static ImGuiWindow* window(const std::string& part) {
    for (ImGuiWindow* one : ImGui::GetCurrentContext()->Windows)
      if (one->Active && std::string(one->Name).find(part) != std::string::npos) return one;
    return nullptr;
  }

  /// Where in a window an item answers to the mouse, found as a person finds it: by going over it.
  bool find(ImGuiWindow* in, ImGuiID item, const std::function<void()>& draw, ImVec2& found) {
    constexpr float step = 8;
    const ImRect area = in->Rect();
    for (float y = area.Min.y + 2; y < area.Max.y; y += step) {
      for (float x = area.Min.x + 4; x < area.Max.x; x += step) {
        moveTo({x, y});
        frame(draw);
        if (ImGui::GetCurrentContext()->HoveredId != item) continue;
        found = {x, y};
        return true;
      }
    }
    return false;
  }

  std::string clipboard;
  std::function<void()> beforeFrame;  ///< runs ahead of every NewFrame()

 private:
  ImTextureID m_texture = 0;
};

}  // namespace sojourn::test
