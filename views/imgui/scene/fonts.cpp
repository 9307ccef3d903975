// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/scene/fonts.h"

#include <cfloat>
#include <cmath>
#include <cstring>

#include "model/core/embedded_file.h"

namespace sojourn {
extern const EmbeddedFile embeddedFonts[];
extern const std::size_t embeddedFontsCount;
}  // namespace sojourn

namespace sojourn::imgui {
namespace {

/// Enough for every label of a few hundred runs; above it the memory is better spent elsewhere.
constexpr std::size_t rememberedWidths = 20'000;

std::uint32_t bigEndian(const std::byte* at, int bytes) {
  std::uint32_t value = 0;
  for (int i = 0; i < bytes; ++i) value = value << 8U | std::to_integer<std::uint32_t>(at[i]);
  return value;
}

/// Where a table of an OpenType file begins; null where it has none. The file is our own.
const std::byte* tableOf(const EmbeddedFile& font, const char* tag) {
  const std::uint32_t tables = bigEndian(font.begin + 4, 2);
  for (std::uint32_t i = 0; i < tables; ++i) {
    const std::byte* entry = font.begin + 12 + std::size_t{16} * i;
    if (std::memcmp(entry, tag, 4) == 0) return font.begin + bigEndian(entry + 8, 4);
  }
  return nullptr;
}

struct FontHeights {
  float ascent = 1, descent = 0;  ///< of the em, both upwards
};

/// As Dear ImGui's rasteriser takes them, from the table hhea.
const FontHeights& heights() {
  static const FontHeights made = [] {
    const std::byte* head = tableOf(embeddedFonts[0], "head");
    const std::byte* across = tableOf(embeddedFonts[0], "hhea");
    if (!head || !across) return FontHeights{};
    const auto em = static_cast<float>(bigEndian(head + 18, 2));
    const auto ascent = static_cast<std::int16_t>(bigEndian(across + 4, 2));
    const auto descent = static_cast<std::int16_t>(bigEndian(across + 6, 2));
    return FontHeights{static_cast<float>(ascent) / em, static_cast<float>(descent) / em};
  }();
  return made;
}

}  // namespace

void loadFonts() {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  for (std::size_t i = 0; i < embeddedFontsCount; ++i) {
    const EmbeddedFile& file = embeddedFonts[i];
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    // It only reads them.
    config.FontData = const_cast<std::byte*>(file.begin);
    config.FontDataSize = static_cast<int>(file.end - file.begin);
    config.SizePixels = lineSizeOf(13);
    std::strncpy(config.Name, file.name, sizeof config.Name - 1);
    atlas.AddFont(&config);
  }
  ImGui::GetIO().FontDefault = atlas.Fonts[0];
  ImGui::GetStyle().FontSizeBase = lineSizeOf(13);
}

ImFont* fontOf(present::Weight weight) {
  return ImGui::GetIO().Fonts->Fonts[static_cast<int>(weight)];
}

float lineSizeOf(float em) {
  return em * (heights().ascent - heights().descent);
}

float ascentOf() {
  return heights().ascent;
}

FontScope::FontScope(present::Font font) {
  ImGui::PushFont(fontOf(font.weight), lineSizeOf(font.size));
}
FontScope::~FontScope() {
  ImGui::PopFont();
}

float ImGuiMeasurer::width(std::string_view text, const present::Font& font) const {
  std::string key;
  key.reserve(text.size() + 2);
  key.push_back(static_cast<char>(std::lround(font.size * 4)));
  key.push_back(static_cast<char>(font.weight));
  key.append(text);
  const auto found = m_widths.find(key);
  if (found != m_widths.end()) return found->second;
  if (m_widths.size() >= rememberedWidths) m_widths.clear();
  ImFont* const face = fontOf(font.weight);
  const float width = face->CalcTextSizeA(lineSizeOf(font.size), FLT_MAX, 0, text.data(), text.data() + text.size()).x;
  m_widths.emplace(std::move(key), width);
  return width;
}

}  // namespace sojourn::imgui
