// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/scene/pixel_textures.h"

#include <cstring>

#include <imgui_internal.h>

namespace sojourn::imgui {
namespace {

/// Frames that a picture may be out of sight.
constexpr int keptFrames = 60;
/// What graphics cards take at least.
constexpr int mostPixelsAcross = 8192;

/// Before the texture goes: what this frame still hands to the back end lists it as well.
void forget(ImTextureData* texture) {
  ImGui::UnregisterUserTexture(texture);
  ImGui::GetPlatformIO().Textures.find_erase(texture);
}

}  // namespace

PixelTextures::~PixelTextures() {
  for (auto& [address, held] : m_textures) forget(held.texture.get());
}

ImTextureData* PixelTextures::of(const present::ImageShape& image) {
  if (!image.pixels || image.columns <= 0 || image.rows <= 0 || image.columns > mostPixelsAcross ||
      image.rows > mostPixelsAcross)
    return nullptr;
  const auto cells = static_cast<std::size_t>(image.columns) * static_cast<std::size_t>(image.rows);
  if (image.pixels->size() < cells) return nullptr;
  Held& held = m_textures[image.pixels.get()];
  if (!held.texture) {
    held.pixels = image.pixels;
    held.texture = std::make_unique<ImTextureData>();
    held.texture->Create(ImTextureFormat_RGBA32, image.columns, image.rows);
    static_assert(sizeof(present::Color) == 4, "pixels are handed on as RGBA");
    std::memcpy(held.texture->GetPixels(), image.pixels->data(), cells * 4);
    held.texture->UseColors = true;
    ImGui::RegisterUserTexture(held.texture.get());
  }
  held.unused = 0;
  return held.going ? nullptr : held.texture.get();
}

void PixelTextures::endFrame() {
  for (auto at = m_textures.begin(); at != m_textures.end();) {
    Held& held = at->second;
    if (held.going && held.texture->Status == ImTextureStatus_Destroyed) {
      forget(held.texture.get());
      at = m_textures.erase(at);
      continue;
    }
    if (!held.going && ++held.unused > keptFrames) {
      held.going = true;
      held.texture->UnusedFrames = held.unused;
      held.texture->WantDestroyNextFrame = true;
      held.texture->SetStatus(ImTextureStatus_WantDestroy);
    }
    ++at;
  }
}

}  // namespace sojourn::imgui
