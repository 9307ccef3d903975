// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a present::Scene into a Dear ImGui draw list: what every presenter of the studio makes can be shown here, too.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <imgui.h>

#include "views/present/scene/scene.h"

namespace sojourn::imgui {

/// Heat maps as textures: each picture is handed to the graphics card once and let go when it is not drawn any more.
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

struct PlacedScene {
  ImVec2 origin;          ///< where the scene's corner lies in the window system's pixels
  float scale = 1;        ///< pixels a logical pixel
  present::Rect visible;  ///< of the scene, logical: shapes wholly outside are left out
};

/// Paints the shapes in their order. Rectangles, axis-parallel lines and images lie on whole pixels; images are not
/// smoothed. The caller has set the clip rectangle.
void paintScene(ImDrawList& list, const present::Scene& scene, const PlacedScene& placed, PixelTextures& textures);

/// The text as far as it fits, with an ellipsis where it was cut.
[[nodiscard]] std::string elided(const std::string& text, const present::Font& font, float width);

}  // namespace sojourn::imgui
