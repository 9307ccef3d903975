// SPDX-License-Identifier: GPL-3.0-or-later
// Heat maps as textures: each picture is handed to the graphics card once and let go when it is not drawn any more.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include <imgui.h>

#include "views/present/scene/scene.h"

namespace sojourn::imgui {

/// Belongs to one context, which outlives it. Dear ImGui's own back end makes the textures.
class PixelTextures {
 public:
  PixelTextures() = default;
  ~PixelTextures();
  PixelTextures(const PixelTextures&) = delete;
  PixelTextures& operator=(const PixelTextures&) = delete;

  /// The texture of a picture, whose pixels are known by their address and kept as long as the texture. Null where the
  /// shape says more pixels than it has.
  [[nodiscard]] ImTextureData* of(const present::ImageShape& image);
  /// Once a frame, after all has been drawn: what has not been drawn for a while goes.
  void endFrame();
  [[nodiscard]] std::size_t size() const { return m_textures.size(); }

 private:
  struct Held {
    std::shared_ptr<const std::vector<present::Color>> pixels;
    std::unique_ptr<ImTextureData> texture;
    int unused = 0;
    bool going = false;  ///< the back end has been asked to destroy it
  };
  std::map<const void*, Held> m_textures;
};

}  // namespace sojourn::imgui
