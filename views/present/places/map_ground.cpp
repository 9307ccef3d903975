// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/places/map_ground.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "model/core/translation.h"
#include "views/present/chart/color_scale.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr float buttonSide = 24;
constexpr std::uint8_t dotAlpha = 215;
constexpr float meridiansApart = 78, parallelsApart = 70;

Color dotColor(const MapInput& input, const MapPlace& place, const Theme& theme) {
  const auto with = [](Color color, std::uint8_t alpha) { return Color{color.r, color.g, color.b, alpha}; };
  switch (input.options.dots) {
    case DotColor::Visits: {
      const double most = std::log1p(static_cast<double>(std::max<std::size_t>(input.places->mostVisits(), 1)));
      return with(ColorRamp::magnitudes().at(std::log1p(static_cast<double>(place.visits)) / most, {}), dotAlpha);
    }
    case DotColor::Hour:
      // Midnight dark, noon light; both ends of the day meet.
      return std::isnan(place.hour)
                 ? with(theme.mid, 90)
                 : with(ColorRamp::magnitudes().at(1 - std::abs(place.hour - 12) / 12, {}), dotAlpha);
    case DotColor::User:
      return std::ranges::binary_search(input.ofUser, place.location) ? with(theme.text, 220) : with(theme.mid, 110);
    case DotColor::District:
      // Neighbours have other numbers, and names are on the map and in the labels of the dot.
      return place.district ? with(placePalette.at(*place.district % placePalette.size()), dotAlpha)
                            : with(theme.mid, 90);
  }
  return theme.mid;
}

}  // namespace

std::string positionText(const MapPlace& place, bool exact) {
  const auto degrees = [&](double value, const char* positive, const char* negative) {
    return fixedText(std::abs(value), exact ? 5 : 2) + "\u00B0 " + (value < 0 ? negative : positive);
  };
  return degrees(place.position.latitude, "N", "S") + " " + degrees(place.position.longitude, "E", "W");
}

void paintGrid(SceneBuilder& builder, const MapFrame& frame) {
  const Rect& area = frame.area();
  for (const GridLine& line : meridians(frame, meridiansApart))
    builder.box({std::round(line.at), 0, 1, area.height}, builder.theme().grid);
  for (const GridLine& line : parallels(frame, parallelsApart))
    builder.box({0, std::round(line.at), area.width, 1}, builder.theme().grid);
}

void paintGridLabels(SceneBuilder& builder, const MapFrame& frame, LabelPlacer& labels) {
  const Rect& area = frame.area();
  const Theme& theme = builder.theme();
  labels.keepFree({area.width - 12 - buttonSide, 6, buttonSide + 8, 3 * (buttonSide + 4) + 8});
  const Rect scaleRoom{8, 6, 128, 24};
  labels.keepFree(scaleRoom);
  const ScaleBar bar = scaleBar(frame, 96);
  const float y = 18;
  const Color veil{theme.field.r, theme.field.g, theme.field.b, 190};
  builder.box({scaleRoom.x, scaleRoom.y, bar.width + 16 + builder.width(bar.label, mediumFont), scaleRoom.height}, veil,
              3);
  builder.line({12, y}, {12 + bar.width, y}, theme.text, 1);
  for (const float x : {12.0F, 12 + bar.width}) builder.line({x, y - 4}, {x, y + 5}, theme.text, 1);
  builder.text({12 + bar.width + 8, y - 8, 80, 16}, bar.label, theme.text2, mediumFont);
  builder.box({0, area.height - lowerEdge, area.width, lowerEdge}, theme.field);
  float before = -1000;
  for (const GridLine& line : meridians(frame, meridiansApart)) {
    const float wide = builder.width(line.label, smallFont) + 4;
    const float left = line.at - wide / 2;
    if (left < before + 8 || left < 4 || line.at + wide / 2 > area.width - 4) continue;
    builder.text({left, area.height - 17, wide, 16}, line.label, theme.text2, smallFont, Align::Center);
    before = left + wide;
  }
  const float top = 14 + 3 * (buttonSide + 4);
  for (const GridLine& line : parallels(frame, parallelsApart)) {
    if (line.at - 16 < top || line.at > area.height - 52) continue;
    const float wide = builder.width(line.label, smallFont) + 2;
    const Rect room{area.width - 8 - wide, line.at - 16, wide, 15};
    builder.box(room, veil);
    builder.text(room, line.label, theme.text2, smallFont, Align::Right);
    labels.keepFree(room);
  }
}

DotsShape mapDots(const MapInput& input, const MapFrame& frame, const Theme& theme) {
  auto dots = std::make_shared<std::vector<DotsShape::Dot>>();
  dots->reserve(input.places->all().size());
  const Rect seen = frame.area().inset(-4);
  // The dark end of the colours is as dark as the dark theme: an edge keeps it apart.
  const Color edge{theme.mid.r, theme.mid.g, theme.mid.b, 110};
  for (const MapPlace& place : input.places->all()) {
    const Point center = frame.toScreen(place.at);
    if (!seen.contains(center)) continue;
    const float radius = 1.5F + 0.5F * std::log2(1 + static_cast<float>(place.visits)) / 1.6F;
    dots->push_back({center, radius, dotColor(input, place, theme)});
  }
  // So many would cover each other, and the map.
  constexpr std::size_t many = 3000;
  if (dots->size() > many)
    for (DotsShape::Dot& dot : *dots) dot.radius *= 0.6F;
  return {std::move(dots), edge, 0.8F};
}

std::optional<HitArea> dotAt(const MapPlaces& places, const MapFrame& frame, Point pointer) {
  constexpr float reach = 6;
  const MapPlace* nearest = nullptr;
  float least = reach;
  Point center;
  for (const MapPlace& place : places.all()) {
    const Point at = frame.toScreen(place.at);
    const float away = std::hypot(at.x - pointer.x, at.y - pointer.y);
    if (away > least) continue;
    least = away, nearest = &place, center = at;
  }
  if (!nearest) return std::nullopt;
  return HitArea{.rect = {center.x - reach, center.y - reach, 2 * reach, 2 * reach},
                 .focus = focusOnPlace(nearest->location),
                 .label = nearest->name + "; " + countText(nearest->visits, "visit", "visits") + tr(" in training; ") +
                          positionText(*nearest, places.exact()) +
                          (nearest->district ? "; " + places.districtOf(*nearest) : std::string()),
                 .value = nearest->name,
                 .action = {}};
}

void paintMapButtons(SceneBuilder& builder, Scene& scene, const MapFrame& frame) {
  const Rect& area = frame.area();
  const Theme& theme = builder.theme();
  const auto zoomBy = [&](double steps) {
    return frame.moved({.kind = Motion::Kind::Zoom, .steps = steps, .at = {area.width / 2, area.height / 2}});
  };
  scene.zoom = {zoomBy(2), zoomBy(-2), FitMap{}};
  scene.movables.push_back({area, "map", [frame](const Motion& motion) { return frame.moved(motion); }, true});
  const ControlScope control(scene);
  const std::array<std::pair<const char*, const std::optional<Action>*>, 3> buttons{
      {{"plus", &scene.zoom.in}, {"minus", &scene.zoom.out}, {"target", &scene.zoom.fit}}};
  const std::array<std::string, 3> labels{tr("Zoom in (+)"), tr("Zoom out (\u2212)"),
                                          tr("Show the sample's places (0)")};
  float y = 10;
  for (std::size_t i = 0; i < buttons.size(); ++i, y += buttonSide + 4) {
    const Rect button{area.width - 10 - buttonSide, y, buttonSide, buttonSide};
    builder.frame(button, theme.border, 1, 4, theme.panel);
    builder.icon(button.inset(4), buttons[i].first, theme.text2);
    builder.hit(button, {}, labels[i]).action = **buttons[i].second;
  }
}

}  // namespace sojourn::present
