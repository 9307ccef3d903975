// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/chart/chart.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <tuple>
#include <utility>

namespace sojourn::present {
namespace {

void write(Scene& scene, const Chart& chart, Rect rect, const std::string& text, Align align = Align::Left) {
  scene.shapes.emplace_back(
      TextShape{.rect = rect, .text = text, .font = chartTickFont, .color = chart.tickColor, .align = align});
}

/// Triangles with their tips where a series leaves the plot.
void addExits(Scene& scene, const Chart& chart, const ChartSeries& series) {
  constexpr float half = 4;
  const ChartAxis& limits = chart.yOf(series);
  const Axis across = chart.xAxis();
  float lastTop = -1e9F, lastBottom = -1e9F;
  int before = 0;
  for (std::size_t i = 0; i < series.y.size(); ++i) {
    int side = series.y[i] > limits.to ? 1 : series.y[i] < limits.from ? -1 : 0;
    const float x = side == 0 ? 0 : across.at(series.x[i]);
    if (side != 0 && (x < chart.plot.x - 0.5F || x > chart.plot.right() + 0.5F)) side = 0;
    // Where it stays outside, the first of its points there stands for all.
    if (side == std::exchange(before, side) || side == 0) continue;
    float& last = side > 0 ? lastTop : lastBottom;
    if (std::fabs(x - last) < 2 * half + 2) continue;
    last = x;
    const float tip = side > 0 ? chart.plot.y : chart.plot.bottom();
    const float base = side > 0 ? tip + 1.6F * half : tip - 1.6F * half;
    scene.shapes.emplace_back(PolygonShape{.points = {{x, tip}, {x + half, base}, {x - half, base}},
                                           .fill = series.stroke.value_or(series.color)});
  }
}

void addGap(Scene& scene, const Chart& chart, const ChartBand& gap) {
  constexpr float height = 4;
  const float from = std::max(chart.xAxis().at(gap.from), chart.plot.x);
  const float to = std::min(chart.xAxis().at(gap.to), chart.plot.right());
  if (to < chart.plot.x || from > chart.plot.right()) return;
  const Rect bar{from, chart.plot.bottom() - height, std::max(2.0F, to - from), height};
  const auto box = [&](Rect rect, Color fill) { scene.shapes.emplace_back(BoxShape{rect, fill, {}}); };
  Color pale = gap.color;
  pale.a = 0x59;
  box(bar, pale);
  for (const float end : {bar.x, bar.right() - 1}) box({end, bar.y - 3, 1, height + 3}, gap.color);
}

/// The words of markers left of their lines, or right of them where the plot begins too close.
void addMarkerWords(Scene& scene, const SceneBuilder& builder, const Chart& chart) {
  constexpr float gap = 3, height = 14;
  float taken = -1;  // where the last word ends
  for (const ChartMarker& marker : chart.markers) {
    if (marker.word.empty() || marker.at < chart.x.from || marker.at > chart.x.to) continue;
    const float width = std::ceil(builder.width(marker.word, chartTickFont)) + 1;
    const float line = chart.xAxis().at(marker.at);
    const float left = line - gap - width < chart.plot.x ? line + gap : line - gap - width;
    if (left < taken) continue;
    taken = left + width;
    write(scene, chart, {left, chart.plot.bottom() - height, width, height}, marker.word);
  }
}

}  // namespace

bool ChartSeries::operator==(const ChartSeries& other) const {
  const auto same = [](const std::vector<double>& a, const std::vector<double>& b) {
    return std::ranges::equal(
        a, b, [](double one, double two) { return one == two || (std::isnan(one) && std::isnan(two)); });
  };
  const auto rest = [](const ChartSeries& s) {
    return std::tie(s.kind, s.name, s.color, s.width, s.dashed, s.exits, s.right, s.barWidth, s.radius, s.stroke,
                    s.beside);
  };
  return rest(*this) == rest(other) && same(x, other.x) && same(y, other.y) && same(low, other.low);
}

void addChartMarks(Scene& scene, const SceneBuilder& builder, const Chart& chart) {
  for (const ChartSeries& series : chart.series)
    if (series.exits) addExits(scene, chart, series);
  for (const ChartBand& gap : chart.gaps) addGap(scene, chart, gap);
  addMarkerWords(scene, builder, chart);
}

std::size_t addChart(Scene& scene, SceneBuilder& builder, Chart given) {
  const auto chart = std::make_shared<const Chart>(std::move(given));
  const std::size_t place = scene.shapes.size();
  scene.shapes.emplace_back(ChartShape{.chart = chart, .offset = {}});
  {
    const OnChart names(scene, place, ChartMarks::Kind::Names);
    addNamesBeside(builder, *chart);
  }
  const OnChart marks(scene, place);
  addChartMarks(scene, builder, *chart);
  return place;
}

std::vector<std::vector<Point>> clipLine(std::span<const Point> line, Rect plot) {
  std::vector<std::vector<Point>> pieces;
  const auto inside = [&](Point p) {
    return p.y >= plot.y && p.y <= plot.bottom() && p.x >= plot.x - 0.5F && p.x <= plot.right() + 0.5F;
  };
  std::vector<Point> piece;
  const auto flush = [&] {
    if (!piece.empty()) pieces.push_back(std::move(piece));
    piece.clear();
  };
  if (!line.empty() && inside(line.front())) piece.push_back(line.front());
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (inside(line[i]) && !piece.empty()) {  // from inside to inside, as most are
      piece.push_back(line[i]);
      continue;
    }
    // Liang and Barsky's parameters of the part of the stretch that lies inside.
    const Point a = line[i - 1], b = line[i];
    const float dx = b.x - a.x, dy = b.y - a.y;
    float enter = 0, leave = 1;
    bool visible = true;
    const auto cut = [&](float direction, float distance) {
      if (direction == 0) {
        visible = visible && distance >= 0;
      } else if (direction < 0) {
        enter = std::max(enter, distance / direction);
      } else {
        leave = std::min(leave, distance / direction);
      }
    };
    cut(-dx, a.x - plot.x);
    cut(dx, plot.right() - a.x);
    cut(-dy, a.y - plot.y);
    cut(dy, plot.bottom() - a.y);
    if (!visible || enter > leave) {
      flush();
      continue;
    }
    const auto at = [&](float share) {
      return Point{std::clamp(a.x + share * dx, plot.x, plot.right()),
                   std::clamp(a.y + share * dy, plot.y, plot.bottom())};
    };
    if (enter > 0 || piece.empty()) {
      flush();
      piece.push_back(at(enter));
    }
    piece.push_back(at(leave));
    if (leave < 1) flush();
  }
  flush();
  return pieces;
}

}  // namespace sojourn::present
