// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/scene/segmented_control.h"

#include <cmath>
#include <vector>

#include "model/core/translation.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

float segmentWidth(const SceneBuilder& builder, const Segment& segment, Font font) {
  const float padding = font.size < 12 ? 8 : 10;
  return std::ceil(builder.width(segment.text, font)) + 2 * padding;
}

}  // namespace

float segmentedWidth(const SceneBuilder& builder, std::span<const Segment> segments, Font font) {
  float width = 0;
  for (const Segment& segment : segments) width += segmentWidth(builder, segment, font);
  return width;
}

Rect paintSegmented(SceneBuilder& builder, Scene& scene, Point topLeft, float height, std::span<const Segment> segments,
                    std::size_t chosen, Font font) {
  const Theme& theme = builder.theme();
  ControlScope control(scene);
  const Rect whole{topLeft.x, topLeft.y, segmentedWidth(builder, segments, font), height};
  builder.frame(whole, theme.border, 1, 4, theme.field);
  float x = topLeft.x;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const Rect rect{x, topLeft.y, segmentWidth(builder, segments[i], font), height};
    if (i == chosen) {
      builder.frame(rect, theme.accent, 1, 4, theme.soft);
    } else if (i > 0 && i != chosen + 1) {
      builder.box({rect.x, rect.y + 5, 1, height - 10}, theme.border);
    }
    builder.text(rect, segments[i].text, i == chosen ? theme.accent : theme.text2, font, Align::Center);
    builder.hit(rect, {}, segments[i].description).action = segments[i].action;
    x += rect.width;
  }
  if (chosen < segments.size())
    control.setChosen({.rect = whole, .text = segments[chosen].text, .font = font, .color = theme.text});
  return whole;
}

Rect paintSampleChoice(SceneBuilder& builder, Scene& scene, Point topLeft, float height, const SampleChoice& choice,
                       Font font) {
  if (choice.running) {
    const std::vector<Segment> cancel{{tr("Cancel"), choice.cancel, tr("Stop now and keep the results so far")}};
    return paintSegmented(builder, scene, topLeft, height, cancel, 1, font);
  }
  std::vector<Segment> segments;
  std::size_t chosen = choice.sizes.size() + 1;
  for (const std::size_t size : choice.sizes) {
    if (size >= choice.filtered) continue;
    if (choice.measured == size) chosen = segments.size();
    segments.push_back({std::to_string(size), choice.start(size),
                        tr("%1 a random %2 of %3", {choice.title, std::to_string(size), choice.filteredText})});
  }
  if (choice.measured == choice.filtered) chosen = segments.size();
  segments.push_back({tr("All %1", {grouped(choice.filtered)}), choice.start(0),
                      tr("%1 all of %2", {choice.title, choice.filteredText})});
  const ControlScope control(scene);
  const float titleWidth = builder.width(choice.title, font) + 2;
  builder.text({topLeft.x, topLeft.y, titleWidth, height}, choice.title, builder.theme().text2, font);
  const Rect drawn =
      paintSegmented(builder, scene, {topLeft.x + titleWidth + 8, topLeft.y}, height, segments, chosen, font);
  // How many were measured is in the view's own words.
  scene.controls.back().chosen.reset();
  return drawn;
}

}  // namespace sojourn::present
