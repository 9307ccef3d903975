// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/chart/chart.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace sojourn::present {

std::optional<Rect> placeTick(const SceneBuilder& builder, const Rect& plot, const std::string& text, float x,
                              std::vector<Rect>& taken) {
  constexpr float below = 3, height = 14, beyondLeft = 24, beyondRight = 5, apart = 4;
  const float width = std::ceil(builder.width(text, chartTickFont)) + 2;
  const float least = std::max(0.0F, plot.x - beyondLeft), most = plot.right() + beyondRight - width;
  if (most < least) return std::nullopt;
  const Rect rect{std::clamp(x - width / 2, least, most), plot.bottom() + below, width, height};
  if (std::ranges::any_of(taken, [&](Rect t) { return rect.x < t.right() + apart && t.x < rect.right() + apart; }))
    return std::nullopt;
  taken.push_back(rect);
  return rect;
}

std::vector<std::size_t> addChart(Scene& scene, const SceneBuilder& builder, Chart given) {
  const auto shared = std::make_shared<const Chart>(std::move(given));
  const Chart& chart = *shared;
  scene.shapes.emplace_back(ChartShape{.chart = shared, .offset = {}});
  const auto write = [&](Rect rect, const std::string& text, Align align) {
    scene.shapes.emplace_back(
        TextShape{.rect = rect, .text = text, .font = chartTickFont, .color = chart.tickColor, .align = align});
  };
  constexpr float height = 14, beside = 6, room = 120;
  const Axis across = chart.xAxis(), up = chart.yAxis();
  for (const Tick& tick : chart.y.ticks)
    write({std::max(0.0F, chart.plot.x - beside - room), std::round(up.at(tick.value)) - height / 2,
           std::min(room, chart.plot.x - beside), height},
          tick.text, Align::Right);
  std::vector<std::size_t> places;
  std::vector<Rect> taken;
  for (const Tick& tick : chart.x.ticks) {
    if (tick.text.empty()) continue;
    const std::optional<Rect> rect = placeTick(builder, chart.plot, tick.text, across.at(tick.value), taken);
    if (!rect) continue;
    places.push_back(scene.shapes.size());
    write(*rect, tick.text, Align::Center);
  }
  return places;
}

}  // namespace sojourn::present
