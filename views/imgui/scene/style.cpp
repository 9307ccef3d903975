// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/scene/style.h"

#include "views/imgui/scene/fonts.h"

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
  const auto set = [&](ImGuiCol what, Color color) { style.Colors[what] = toVector(color); };
  const Color none{0, 0, 0, 0};
  const Color button = theme.dark ? theme.hover : theme.title;
  set(ImGuiCol_Text, theme.text);
  set(ImGuiCol_TextDisabled, theme.text3);
  set(ImGuiCol_WindowBg, theme.panel);
  set(ImGuiCol_ChildBg, none);
  set(ImGuiCol_PopupBg, theme.dark ? theme.title : theme.panel);
  set(ImGuiCol_Border, theme.border);
  set(ImGuiCol_BorderShadow, none);
  set(ImGuiCol_FrameBg, theme.field);
  set(ImGuiCol_FrameBgHovered, theme.hover);
  set(ImGuiCol_FrameBgActive, theme.hover);
  set(ImGuiCol_TitleBg, theme.title);
  set(ImGuiCol_TitleBgActive, theme.title);
  set(ImGuiCol_TitleBgCollapsed, theme.title);
  set(ImGuiCol_MenuBarBg, theme.title);
  set(ImGuiCol_ScrollbarBg, none);
  set(ImGuiCol_ScrollbarGrab, theme.pale);
  set(ImGuiCol_ScrollbarGrabHovered, theme.mid);
  set(ImGuiCol_ScrollbarGrabActive, theme.mid);
  set(ImGuiCol_CheckMark, theme.accent);
  set(ImGuiCol_CheckboxSelectedBg, theme.field);
  set(ImGuiCol_SliderGrab, theme.accent);
  set(ImGuiCol_SliderGrabActive, theme.accent);
  set(ImGuiCol_Button, button);
  set(ImGuiCol_ButtonHovered, theme.dark ? theme.border : theme.hover);
  set(ImGuiCol_ButtonActive, theme.soft);
  set(ImGuiCol_Header, theme.soft);
  set(ImGuiCol_HeaderHovered, theme.hover);
  set(ImGuiCol_HeaderActive, theme.soft);
  set(ImGuiCol_Separator, theme.line);
  set(ImGuiCol_SeparatorHovered, theme.accent);
  set(ImGuiCol_SeparatorActive, theme.accent);
  for (const ImGuiCol grip : {ImGuiCol_ResizeGrip, ImGuiCol_ResizeGripHovered, ImGuiCol_ResizeGripActive})
    set(grip, none);
  set(ImGuiCol_InputTextCursor, theme.text);
  set(ImGuiCol_TabHovered, theme.hover);
  set(ImGuiCol_Tab, theme.title);
  set(ImGuiCol_TabSelected, theme.panel);
  set(ImGuiCol_TabSelectedOverline, theme.accent);
  set(ImGuiCol_TabDimmed, theme.title);
  set(ImGuiCol_TabDimmedSelected, theme.panel);
  set(ImGuiCol_TabDimmedSelectedOverline, theme.mid);
  set(ImGuiCol_DockingPreview, theme.soft);
  set(ImGuiCol_DockingEmptyBg, theme.window);
  set(ImGuiCol_PlotLines, theme.solid);
  set(ImGuiCol_PlotHistogram, theme.solid);
  set(ImGuiCol_TableHeaderBg, theme.panel);
  set(ImGuiCol_TableBorderStrong, theme.line);
  set(ImGuiCol_TableBorderLight, theme.line);
  set(ImGuiCol_TableRowBg, none);
  set(ImGuiCol_TableRowBgAlt, present::mix(theme.panel, theme.title, 0.6F));
  set(ImGuiCol_TextLink, theme.accent);
  set(ImGuiCol_TextSelectedBg, theme.soft);
  set(ImGuiCol_TreeLines, theme.line);
  set(ImGuiCol_DragDropTarget, theme.accent);
  set(ImGuiCol_DragDropTargetBg, theme.soft);
  set(ImGuiCol_UnsavedMarker, theme.text2);
  set(ImGuiCol_NavCursor, theme.accent);
  set(ImGuiCol_NavWindowingHighlight, theme.accent);
  set(ImGuiCol_NavWindowingDimBg, {0, 0, 0, 0x40});
  set(ImGuiCol_ModalWindowDimBg, {0, 0, 0, 0x60});
}

float& scaleInForce() {
  static float scale = 1;
  return scale;
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
  scaleInForce() = scale;
}

float styleScale() {
  return scaleInForce();
}

}  // namespace sojourn::imgui
