// SPDX-License-Identifier: GPL-3.0-or-later
// The product's colours, sizes and corners as Dear ImGui's style (VISUAL 1, 8), and the bundled font in it: three
// weights, at any size, and how wide and high its letters are.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include <imgui.h>

#include "views/present/scene/canvas.h"

namespace sojourn::imgui {

[[nodiscard]] inline ImU32 toColor(present::Color c) {
  return IM_COL32(c.r, c.g, c.b, c.a);
}
[[nodiscard]] inline ImVec4 toVector(present::Color c) {
  return ImGui::ColorConvertU32ToFloat4(toColor(c));
}

/// Everything at `scale` times its size: 2 on a screen of double density.
void applyStyle(const present::Theme& theme, float scale);

/// How many pixels of the window one logical pixel is; 1 before applyStyle.
[[nodiscard]] float styleScale();

/// Adds the three weights to the current context's atlas and makes the regular one the default. Once a context.
void loadFonts();

/// A weight of the bundled font in the current context.
[[nodiscard]] ImFont* fontOf(present::Weight weight);
/// Dear ImGui's size of a font whose em is so many pixels: it counts from ascender to descender.
[[nodiscard]] float lineSizeOf(float em);

/// The height of a capital, in ems: letters are centred by it.
inline constexpr float capHeight = 0.727F;
/// From the top of a line to its base, in ems.
[[nodiscard]] float ascentOf();
/// How wide a text is, in logical pixels.
[[nodiscard]] float textWidth(std::string_view text, const present::Font& font);

/// The font is Dear ImGui's until the end of the scope.
class FontScope {
 public:
  explicit FontScope(present::Font font);
  ~FontScope();
  FontScope(const FontScope&) = delete;
  FontScope& operator=(const FontScope&) = delete;
};

/// Widths in logical pixels, remembered. For one context and one thread.
class ImGuiMeasurer final : public present::TextMeasurer {
 public:
  [[nodiscard]] float width(std::string_view text, const present::Font& font) const override;

 private:
  mutable std::unordered_map<std::string, float> m_widths;
};

}  // namespace sojourn::imgui
