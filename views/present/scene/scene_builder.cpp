// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/scene/scene_builder.h"

#include <algorithm>
#include <cmath>

namespace sojourn::present {
namespace {

constexpr float lineHeight = 18, markWidth = 18, gap = 14;

void paintMark(Legend::Mark mark, Rect item, SceneBuilder& builder) {
  const Rect icon{item.x, item.y + 2, 14, 14}, bar{item.x, item.y + 4, 14, 10};
  switch (mark) {
    case Legend::Mark::Target:
      builder.icon(icon, "target", builder.theme().accent);
      break;
    case Legend::Mark::WindowRule:
      builder.icon(icon, "clock", builder.theme().text2);
      break;
    case Legend::Mark::Copied:
      builder.copiedBar(bar, {});
      break;
    case Legend::Mark::Generated:
      builder.generatedBar(bar, {});
      break;
    case Legend::Mark::Reference:
      builder.frame(bar, builder.theme().text);
      break;
  }
}

}  // namespace

float toUnit(double value) {
  return value > 0 ? static_cast<float>(std::min(value, 1.0)) : 0;
}

Rect between(float from, float to, float y, float height) {
  return {std::min(from, to), y, std::abs(to - from), height};
}

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

void SceneBuilder::placeName(Rect rect, std::string_view name, Color color, Font font) {
  // A whole name, or the beginning that no other has, says more in slightly smaller letters than one with an ellipsis.
  constexpr float smallestName = 11;
  const std::string numbered = shortPlaceName(name);
  for (const std::string_view whole : {name, briefName(name), std::string_view(numbered)}) {
    Font smaller = font;
    while (smaller.size > smallestName && width(whole, smaller) > rect.width) smaller.size -= 0.5F;
    if (width(whole, smaller) <= rect.width) return text(rect, whole, color, smaller);
  }
  text(rect, fittingName(name, rect.width, font), color, font);
}

void SceneBuilder::icon(Rect rect, std::string_view name, Color color) {
  m_scene.shapes.emplace_back(IconShape{.rect = rect, .name = std::string(name), .color = color});
}

void SceneBuilder::swatch(Point topLeft, const Swatch& swatch, float side) {
  const Rect rect{topLeft.x, topLeft.y, side, side};
  frame(rect, swatch.color ? edgeOf(*swatch.color) : theme().mid, 1, 2, swatch.color.value_or(theme().panel));
  if (swatch.hatched) hatch(rect.inset(1), theme().mid);
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
  if (rect.width <= 2) return box(rect, edgeOf(color));  // all edge: a hatch has no room
  frame(rect, edgeOf(color), 1, 0, theme().panel);
  hatch(rect.inset(1), color);
}

HitArea& SceneBuilder::hit(Rect rect, Focus focus, std::string label, std::string value) {
  m_scene.hits.push_back(
      {.rect = rect, .focus = focus, .label = std::move(label), .value = std::move(value), .action = {}});
  return m_scene.hits.back();
}

std::string modelMark(std::size_t model) {
  return {static_cast<char>('A' + model)};
}

void paintModelMark(SceneBuilder& builder, Point topLeft, std::size_t model) {
  const Theme& theme = builder.theme();
  const Rect box{topLeft.x, topLeft.y, 16, 16};
  const bool open = model % 4 == 1;
  const Color fill = model % 4 == 0 ? theme.solid : open ? theme.panel : model % 4 == 2 ? theme.mid : theme.pale;
  builder.frame(box, open ? theme.solid : fill, open ? 1.5F : 1, 3, fill);
  builder.text(box, modelMark(model), model % 2 == 0 ? theme.panel : theme.text, mediumBoldFont, Align::Center);
}

void paintClaimMark(Scene& scene, const Theme& theme, Point at, float radius) {
  for (const auto& [r, fill] : {std::pair{radius, theme.text}, std::pair{radius - 2, theme.panel}})
    scene.shapes.emplace_back(
        PolygonShape{.points = {{at.x, at.y - r}, {at.x + r, at.y}, {at.x, at.y + r}, {at.x - r, at.y}}, .fill = fill});
}

void paintBeyond(Scene& scene, Point tip, bool toRight, Color fill) {
  const float back = tip.x + (toRight ? -7.0F : 7.0F);
  scene.shapes.emplace_back(PolygonShape{.points = {tip, {back, tip.y - 4}, {back, tip.y + 4}}, .fill = fill});
}

std::vector<std::string> wrapText(const SceneBuilder& builder, std::string_view text, Font font, float width) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end == text.size() ? end : end + 1);
    if (word.empty()) continue;
    const std::string longer = line.empty() ? std::string(word) : line + " " + std::string(word);
    if (line.empty() || builder.width(longer, font) <= width) {
      line = longer;
    } else {
      lines.push_back(std::move(line));
      line = word;
    }
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

float paintLines(SceneBuilder& builder, Point topLeft, float width, std::string_view text, Color color, Font font,
                 float lineHeight) {
  float y = topLeft.y;
  for (const std::string& line : wrapText(builder, text, font, width)) {
    builder.text({topLeft.x, y, width, lineHeight}, line, color, font);
    y += lineHeight;
  }
  return y;
}

std::vector<Rect> Legend::flow(float width, const SceneBuilder& builder) const {
  std::vector<Rect> rects;
  float x = 0, y = 0;
  for (const Item& item : m_items) {
    const float needed = markWidth + builder.width(item.text, mediumFont) + 1;
    if (x > 0 && x + needed > width) {
      x = 0;
      y += lineHeight;
    }
    // Words that are wider than the legend break into lines, and what follows begins below them.
    const float lines =
        needed > width ? static_cast<float>(wrapText(builder, item.text, mediumFont, width - markWidth).size()) : 1;
    rects.push_back({x, y, std::min(needed, std::max(markWidth, width - x)), lineHeight * lines});
    y += lineHeight * (lines - 1);
    x += needed + gap;
  }
  return rects;
}

float Legend::height(float width, const SceneBuilder& builder) const {
  const std::vector<Rect> rects = flow(width, builder);
  return rects.empty() ? 0 : rects.back().bottom();
}

void Legend::paint(Point topLeft, float width, SceneBuilder& builder) const {
  const std::vector<Rect> rects = flow(width, builder);
  for (std::size_t i = 0; i < rects.size(); ++i) {
    const Rect item{topLeft.x + rects[i].x, topLeft.y + rects[i].y, rects[i].width, rects[i].height};
    paintMark(m_items[i].mark, item, builder);
    paintLines(builder, {item.x + markWidth, item.y}, item.width - markWidth, m_items[i].text, builder.theme().text2,
               mediumFont, lineHeight);
  }
}

}  // namespace sojourn::present
