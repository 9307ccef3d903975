// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/scene/scene_builder.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace sojourn::present {

float toUnit(double value) {
  return value > 0 ? static_cast<float>(std::min(value, 1.0)) : 0;
}

Rect between(float from, float to, float y, float height) {
  return {std::min(from, to), y, std::abs(to - from), height};
}

std::string shortPlaceName(std::string_view name) {
  constexpr std::string_view unnamed = "Place ";
  if (!name.starts_with(unnamed)) return std::string(name);
  const std::string_view id = name.substr(unnamed.size());
  const bool digits = !id.empty() && id.find_first_not_of("0123456789") == std::string_view::npos;
  return digits ? "P\u2026" + std::string(id) : std::string(name);
}

namespace {

/// Where each letter of UTF-8 text begins, and its end.
std::vector<std::size_t> letterStarts(std::string_view text) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < text.size(); ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) starts.push_back(i);
  starts.push_back(text.size());
  return starts;
}

std::string_view trimmedEnd(std::string_view text) {
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::string_view trimmedBegin(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

}  // namespace

void SceneBuilder::box(Rect rect, Color fill, float radius) {
  m_scene.shapes.emplace_back(BoxShape{.rect = rect, .fill = fill, .stroke = {}, .radius = radius});
}

void SceneBuilder::frame(Rect rect, Color stroke, float width, float radius, std::optional<Color> fill) {
  m_scene.shapes.emplace_back(
      BoxShape{.rect = rect, .fill = fill, .stroke = stroke, .strokeWidth = width, .radius = radius});
}

void SceneBuilder::hatch(Rect rect, Color color, float radius) {
  m_scene.shapes.emplace_back(HatchShape{.rect = rect, .color = color, .radius = radius});
}

void SceneBuilder::circle(Point center, float radius, Color fill, std::optional<Color> stroke, float strokeWidth) {
  m_scene.shapes.emplace_back(
      CircleShape{.center = center, .radius = radius, .fill = fill, .stroke = stroke, .strokeWidth = strokeWidth});
}

void SceneBuilder::line(Point a, Point b, Color color, float width, bool dashed) {
  m_scene.shapes.emplace_back(LineShape{.points = {a, b}, .color = color, .width = width, .dashed = dashed});
}

void SceneBuilder::text(Rect rect, std::string_view text, Color color, Font font, Align align) {
  m_scene.shapes.emplace_back(
      TextShape{.rect = rect, .text = std::string(text), .font = font, .color = color, .align = align});
}

void SceneBuilder::struck(Rect rect, std::string_view text, Color color, Font font, Align align) {
  m_scene.shapes.emplace_back(TextShape{
      .rect = rect, .text = std::string(text), .font = font, .color = color, .align = align, .strikeOut = true});
}

void SceneBuilder::dashed(Rect rect, Color stroke, float radius) {
  m_scene.shapes.emplace_back(
      BoxShape{.rect = rect, .fill = {}, .stroke = stroke, .strokeWidth = 1, .radius = radius, .dashed = true});
}

ShortNames shortNamesOf(const std::vector<std::string>& names) {
  const auto beginning = [](const std::string& name) { return name.substr(0, name.find(", ")); };
  std::map<std::string, int> used;
  for (const std::string& name : names) ++used[beginning(name)];
  ShortNames brief;
  for (const std::string& name : names) {
    std::string begins = beginning(name);
    if (begins.size() < name.size() && !begins.empty() && used[begins] == 1) brief.emplace(name, std::move(begins));
  }
  return brief;
}

std::string_view SceneBuilder::briefName(std::string_view name) const {
  if (!m_canvas.shortNames) return name;
  const auto known = m_canvas.shortNames->find(name);
  return known == m_canvas.shortNames->end() ? name : std::string_view(known->second);
}

void SceneBuilder::placeName(Rect rect, std::string_view name, Color color, Font font) {
  // A whole name, or the beginning that no other has, says more in slightly smaller letters than one with an ellipsis.
  constexpr float smallestName = 11;
  for (const std::string_view whole : {name, briefName(name)}) {
    Font smaller = font;
    while (smaller.size > smallestName && width(whole, smaller) > rect.width) smaller.size -= 0.5F;
    if (width(whole, smaller) <= rect.width) return text(rect, whole, color, smaller);
  }
  text(rect, fittingName(name, rect.width, font), color, font);
}

std::string SceneBuilder::fittingName(std::string_view name, float width, Font font) {
  if (this->width(name, font) <= width) return std::string(name);
  if (std::string brief = shortPlaceName(name); brief != name) return brief;
  // The beginning that no other name has is what is shortened further.
  if (const std::string_view brief = briefName(name); brief != name) return fittingName(brief, width, font);
  const std::vector<std::size_t> starts = letterStarts(name);
  const std::size_t letters = starts.size() - 1;
  const auto shortened = [&](std::size_t head, std::size_t tail) {
    const std::string_view begin = trimmedEnd(name.substr(0, starts[head]));
    const std::string_view end = trimmedBegin(name.substr(starts[letters - tail]));
    return std::string(begin) + "\u2026" + std::string(end);
  };
  const auto fits = [&](std::size_t kept) { return this->width(shortened((kept + 1) / 2, kept / 2), font) <= width; };
  std::size_t kept = 0;
  while (kept + 1 < letters && fits(kept + 1)) ++kept;
  for (; kept > 0; --kept) {
    // From the middle on, other parts of the name tell it apart from one that begins and ends alike.
    for (std::size_t turn = 0; turn < kept; ++turn) {
      const std::size_t middle = (kept + 1) / 2;
      const std::size_t head = turn % 2 == 0 ? middle - std::min(middle, turn / 2) : middle + (turn + 1) / 2;
      if (head > kept) continue;
      std::string text = shortened(head, kept - head);
      if (this->width(text, font) > width) continue;
      if (m_shortened.emplace(text, name).first->second == name) return text;
    }
  }
  return shortened((std::min<std::size_t>(letters, 2) + 1) / 2, letters > 1 ? 1 : 0);
}

void SceneBuilder::icon(Rect rect, std::string_view name, Color color) {
  m_scene.shapes.emplace_back(IconShape{.rect = rect, .name = std::string(name), .color = color});
}

void SceneBuilder::swatch(Point topLeft, const Swatch& swatch, float side) {
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

void SceneBuilder::placeFill(Rect rect, const Swatch& swatch) {
  if (swatch.hatched) {
    box(rect, theme().panel);
    hatch(rect, theme().mid);
  } else if (swatch.color) {
    box(rect, *swatch.color);
  } else {
    frame(rect, theme().mid, 1, 0, theme().panel);
  }
}

void SceneBuilder::copiedBar(Rect rect, const Swatch& swatch) {
  box(rect, swatch.color.value_or(theme().solid));
}

void SceneBuilder::generatedBar(Rect rect, const Swatch& swatch) {
  const Color color = swatch.color.value_or(theme().mid);
  if (rect.width <= 2) {  // all edge: a hatch has no room
    box(rect, edgeOf(color));
    return;
  }
  frame(rect, edgeOf(color), 1, 0, theme().panel);
  hatch(rect.inset(1), color);
}

HitArea& SceneBuilder::hit(Rect rect, Focus focus, std::string label, std::string value) {
  m_scene.hits.push_back(
      {.rect = rect, .focus = focus, .label = std::move(label), .value = std::move(value), .action = {}});
  return m_scene.hits.back();
}

}  // namespace sojourn::present
