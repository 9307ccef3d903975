// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the number of places by eps, under its slider.
#include <algorithm>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/chart/chart.h"
#include "views/present/import/import_views.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {
namespace {

constexpr float bottom = 16, top = 6, side = 4, textWidth = 104, axisWidth = 34;

}  // namespace

ViewContent epsCurveContent(const EpsCurveInput& input, const Canvas& canvas) {
  if (input.eps.size() < 2 || input.chosen.size() != input.eps.size())
    return EmptyState{.title = tr("Places by eps"), .detail = tr("Being counted…")};
  Scene scene;
  scene.size = scene.contentSize = canvas.size;
  SceneBuilder builder(scene, canvas);
  const Theme& theme = canvas.theme;
  const Rect plot{axisWidth, top, canvas.size.width - axisWidth - textWidth - side, canvas.size.height - top - bottom};
  std::size_t least = *std::ranges::min_element(input.chosen), most = *std::ranges::max_element(input.chosen);
  for (const std::size_t places : input.other) least = std::min(least, places), most = std::max(most, places);
  const double first = input.eps.front(), last = input.eps.back();
  // Under its slider, and so never enlarged. The same height everywhere is in the middle.
  const double half = most == least ? 1 : 0;
  Chart chart{
      .plot = plot,
      .x = {.from = first, .to = last, .ticks = {{first, shortNumber(first, 3)}, {last, shortNumber(last, 3) + " m"}}},
      .y = {.from = static_cast<double>(least) - half,
            .to = static_cast<double>(most) + half,
            .ticks = {{static_cast<double>(least), grouped(least)}},
            .grid = theme.line},
      .tickColor = theme.text2,
      .markers = {{.at = std::clamp(input.current, first, last), .color = theme.accent, .dashed = true}}};
  if (most > least) chart.y.ticks.push_back({static_cast<double>(most), grouped(most)});
  const auto curve = [&](const std::vector<std::size_t>& counts, const std::string& name, Color color, bool dashed) {
    chart.series.push_back({.name = name,
                            .x = input.eps,
                            .y = {counts.begin(), counts.end()},
                            .color = color,
                            .width = dashed ? 1.0F : 1.5F,
                            .dashed = dashed});
  };
  if (input.other.size() == input.eps.size()) curve(input.other, input.otherTitle, theme.mid, true);
  curve(input.chosen, input.chosenTitle, theme.solid, false);
  chart.series.push_back({.kind = SeriesKind::Scatter,
                          .x = {std::clamp(input.current, first, last)},
                          .y = {static_cast<double>(std::clamp(input.currentChosen, least, most))},
                          .color = theme.solid,
                          .radius = 3});
  const Axis across = chart.xAxis();
  addChart(scene, builder, std::move(chart));
  const float text = plot.right() + 10;
  builder.text({text, top, textWidth, 15}, tr("at %1 m", {shortNumber(input.current, 4)}), theme.text2, smallFont);
  builder.text({text, top + 16, textWidth, 15}, grouped(input.currentChosen) + " " + input.chosenTitle, theme.text,
               smallFont);
  if (input.currentOther)
    builder.text({text, top + 32, textWidth, 15}, grouped(*input.currentOther) + " " + input.otherTitle, theme.text2,
                 smallFont);
  scene.table.columns = {"eps, m", input.chosenTitle, input.otherTitle};
  for (std::size_t i = 0; i < input.eps.size(); ++i) {
    scene.table.add(input.eps[i], input.chosen[i],
                    i < input.other.size() ? static_cast<double>(input.other[i]) : Table::absent);
    const float left = i == 0 ? plot.x : (across.at(input.eps[i - 1]) + across.at(input.eps[i])) / 2;
    const float right =
        i + 1 == input.eps.size() ? plot.right() : (across.at(input.eps[i]) + across.at(input.eps[i + 1])) / 2;
    std::string label =
        tr("eps %1 m: %2 %3", {shortNumber(input.eps[i], 3), grouped(input.chosen[i]), input.chosenTitle});
    if (i < input.other.size()) label += ", " + grouped(input.other[i]) + " " + input.otherTitle;
    HitArea& area = builder.hit({left, plot.y, right - left, plot.height}, {}, label, std::to_string(input.chosen[i]));
    area.action = SetEps{input.eps[i]};
  }
  scene.summary = tr("%1 places at eps %2 m; from %3 to %4 between %5 and %6 m.",
                     {grouped(input.currentChosen), shortNumber(input.current, 4), grouped(least), grouped(most),
                      shortNumber(first, 3), shortNumber(last, 3)});
  return scene;
}

}  // namespace sojourn::present
