// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/paint_kit.h"

#include <algorithm>
#include <utility>

namespace sojourn::present {

float toUnit(double value) {
  return value > 0 ? static_cast<float>(std::min(value, 1.0)) : 0;
}

std::string shortPlaceName(std::string_view name) {
  constexpr std::string_view unnamed = "Place ";
  if (!name.starts_with(unnamed)) return std::string(name);
  const std::string_view id = name.substr(unnamed.size());
  const bool digits = !id.empty() && id.find_first_not_of("0123456789") == std::string_view::npos;
  return digits ? "#" + std::string(id) : std::string(name);
}

void PaintKit::box(Rect rect, Color fill, float radius) {
  m_scene.shapes.emplace_back(BoxShape{.rect = rect, .fill = fill, .stroke = {}, .radius = radius});
}

void PaintKit::frame(Rect rect, Color stroke, float width, float radius, std::optional<Color> fill) {
  m_scene.shapes.emplace_back(
      BoxShape{.rect = rect, .fill = fill, .stroke = stroke, .strokeWidth = width, .radius = radius});
}

void PaintKit::hatch(Rect rect, Color color, float radius) {
  m_scene.shapes.emplace_back(HatchShape{.rect = rect, .color = color, .radius = radius});
}

void PaintKit::line(Point a, Point b, Color color, float width, bool dashed) {
  m_scene.shapes.emplace_back(LineShape{.points = {a, b}, .color = color, .width = width, .dashed = dashed});
}

void PaintKit::text(Rect rect, std::string_view text, Color color, Font font, Align align) {
  m_scene.shapes.emplace_back(
      TextShape{.rect = rect, .text = std::string(text), .font = font, .color = color, .align = align});
}

void PaintKit::struck(Rect rect, std::string_view text, Color color, Font font, Align align) {
  m_scene.shapes.emplace_back(TextShape{
      .rect = rect, .text = std::string(text), .font = font, .color = color, .align = align, .strikeOut = true});
}

void PaintKit::dashed(Rect rect, Color stroke, float radius) {
  m_scene.shapes.emplace_back(
      BoxShape{.rect = rect, .fill = {}, .stroke = stroke, .strokeWidth = 1, .radius = radius, .dashed = true});
}

void PaintKit::placeName(Rect rect, std::string_view name, Color color, Font font) {
  text(rect, width(name, font) <= rect.width ? std::string(name) : shortPlaceName(name), color, font);
}

void PaintKit::icon(Rect rect, std::string_view name, Color color) {
  m_scene.shapes.emplace_back(IconShape{.rect = rect, .name = std::string(name), .color = color});
}

void PaintKit::swatch(Point topLeft, const Swatch& swatch, float side) {
  const Rect rect{topLeft.x, topLeft.y, side, side};
  if (swatch.hatched) {
    frame(rect, theme().mid, 1, 2, theme().panel);
    hatch(rect.inset(1), theme().mid);
  } else if (swatch.color) {
    frame(rect, edgeOf(*swatch.color), 1, 2, swatch.color);
  } else {
    frame(rect, theme().mid, 1, 2, theme().panel);
  }
}

void PaintKit::placeFill(Rect rect, const Swatch& swatch) {
  if (swatch.hatched) {
    box(rect, theme().panel);
    hatch(rect, theme().mid);
  } else if (swatch.color) {
    box(rect, *swatch.color);
  } else {
    frame(rect, theme().mid, 1, 0, theme().panel);
  }
}

void PaintKit::copiedBar(Rect rect, const Swatch& swatch) {
  box(rect, swatch.color.value_or(theme().solid));
}

void PaintKit::generatedBar(Rect rect, const Swatch& swatch) {
  const Color color = swatch.color.value_or(theme().mid);
  if (rect.width <= 2) {  // all edge: a hatch has no room
    box(rect, edgeOf(color));
    return;
  }
  frame(rect, edgeOf(color), 1, 0, theme().panel);
  hatch(rect.inset(1), color);
}

HitArea& PaintKit::hit(Rect rect, Focus focus, std::string label, std::string value) {
  m_scene.hits.push_back(
      {.rect = rect, .focus = focus, .label = std::move(label), .value = std::move(value), .action = {}});
  return m_scene.hits.back();
}

}  // namespace sojourn::present
