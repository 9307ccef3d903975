// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/scene/style.h"

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

using present::Color;
using present::Theme;

void setSizes(ImGuiStyle& style) {
  style.WindowPadding = {8, 8};
  style.FramePadding = {8, 3};
  style.ItemSpacing = {8, 4};
  style.ItemInnerSpacing = {6, 4};
  style.CellPadding = {6, 2};
  style.IndentSpacing = 16;
  style.ScrollbarSize = 10;
  style.GrabMinSize = 10;
  style.WindowRounding = 0;
  style.ChildRounding = 0;
  style.PopupRounding = 4;
  style.FrameRounding = 3;
  style.ScrollbarRounding = 3;
  style.GrabRounding = 2;
  style.TabRounding = 3;
  style.WindowBorderSize = 1;
  style.ChildBorderSize = 1;
  style.PopupBorderSize = 1;
  style.FrameBorderSize = 1;
  style.TabBorderSize = 0;
  style.TabBarBorderSize = 0;
  style.TabBarOverlineSize = 2;
  style.DockingSeparatorSize = 4;
  style.SeparatorTextBorderSize = 1;
  style.WindowMenuButtonPosition = ImGuiDir_None;
  style.TabCloseButtonMinWidthSelected = 0;
  style.TabCloseButtonMinWidthUnselected = 0;
}

void setColors(ImGuiStyle& style, const Theme& theme) {
  for (ImVec4& color : style.Colors) color = toVector(theme.panel);
  const auto set = [&](Color color, std::initializer_list<ImGuiCol> where) {
    for (const ImGuiCol one : where) style.Colors[one] = toVector(color);
  };
  set({0, 0, 0, 0}, {ImGuiCol_ChildBg, ImGuiCol_BorderShadow, ImGuiCol_ScrollbarBg, ImGuiCol_ResizeGrip,
                     ImGuiCol_ResizeGripHovered, ImGuiCol_ResizeGripActive, ImGuiCol_TableRowBg});
  set(theme.text, {ImGuiCol_Text, ImGuiCol_InputTextCursor});
  set(theme.text2, {ImGuiCol_UnsavedMarker});
  set(theme.text3, {ImGuiCol_TextDisabled});
  set(theme.border, {ImGuiCol_Border});
  set(theme.line, {ImGuiCol_Separator, ImGuiCol_TableBorderStrong, ImGuiCol_TableBorderLight, ImGuiCol_TreeLines});
  set(theme.field, {ImGuiCol_FrameBg, ImGuiCol_CheckboxSelectedBg});
  set(theme.hover, {ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_HeaderHovered, ImGuiCol_TabHovered});
  set(theme.title, {ImGuiCol_TitleBg, ImGuiCol_TitleBgActive, ImGuiCol_TitleBgCollapsed, ImGuiCol_MenuBarBg,
                    ImGuiCol_Tab, ImGuiCol_TabDimmed});
  set(theme.pale, {ImGuiCol_ScrollbarGrab});
  set(theme.mid, {ImGuiCol_ScrollbarGrabHovered, ImGuiCol_ScrollbarGrabActive, ImGuiCol_TabDimmedSelectedOverline});
  set(theme.solid, {ImGuiCol_PlotLines, ImGuiCol_PlotHistogram});
  set(theme.soft, {ImGuiCol_ButtonActive, ImGuiCol_Header, ImGuiCol_HeaderActive, ImGuiCol_DockingPreview,
                   ImGuiCol_TextSelectedBg, ImGuiCol_DragDropTargetBg});
  set(theme.accent, {ImGuiCol_CheckMark, ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive, ImGuiCol_SeparatorHovered,
                     ImGuiCol_SeparatorActive, ImGuiCol_TabSelectedOverline, ImGuiCol_TextLink, ImGuiCol_DragDropTarget,
                     ImGuiCol_NavCursor, ImGuiCol_NavWindowingHighlight});
  set(theme.window, {ImGuiCol_DockingEmptyBg});
  set(theme.dark ? theme.title : theme.panel, {ImGuiCol_PopupBg});
  set(theme.dark ? theme.hover : theme.title, {ImGuiCol_Button});
  set(theme.dark ? theme.border : theme.hover, {ImGuiCol_ButtonHovered});
  set(present::mix(theme.panel, theme.title, 0.6F), {ImGuiCol_TableRowBgAlt});
  set({0, 0, 0, 0x40}, {ImGuiCol_NavWindowingDimBg});
  set({0, 0, 0, 0x60}, {ImGuiCol_ModalWindowDimBg});
}

float scaleInForce = 1;

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

void applyStyle(const Theme& theme, float scale) {
  ImGuiStyle style;
  setSizes(style);
  setColors(style, theme);
  style.ScaleAllSizes(scale);
  style.FontSizeBase = lineSizeOf(13);
  style.FontScaleDpi = scale;
  ImGui::GetStyle() = style;
  scaleInForce = scale;
}

float styleScale() {
  return scaleInForce;
}

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

float textWidth(std::string_view text, const present::Font& font) {
  ImFont* const face = fontOf(font.weight);
  return face->CalcTextSizeA(lineSizeOf(font.size), FLT_MAX, 0, text.data(), text.data() + text.size()).x;
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
  const float width = textWidth(text, font);
  m_widths.emplace(std::move(key), width);
  return width;
}

}  // namespace sojourn::imgui
