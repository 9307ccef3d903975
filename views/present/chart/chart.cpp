// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/chart/chart.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <set>
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

/// From the right to the left, and on the next line where the plot ends; each name once.
void addLegend(Scene& scene, const SceneBuilder& builder, const Chart& chart) {
  constexpr float height = 14, swatch = 10, apart = 10;
  const float most = std::max(0.0F, chart.plot.width - 2 * apart - swatch);
  std::set<std::string> named;
  float right = chart.plot.right() - 6, top = chart.plot.y + 4;
  for (const ChartSeries& series : chart.series) {
    if (series.name.empty() || !named.insert(series.name).second) continue;
    const float width = std::min(most, std::ceil(builder.width(series.name, chartTickFont)) + 1);
    if (right - width - swatch - 4 < chart.plot.x) right = chart.plot.right() - 6, top += height + 2;
    const Rect text{right - width, top, width, height};
    scene.shapes.emplace_back(
        BoxShape{{text.x - swatch - 4, top + height / 2 - 2, swatch, 4}, series.stroke.value_or(series.color), {}});
    write(scene, chart, text, series.name);
    right = text.x - swatch - 4 - apart;
  }
}

}  // namespace

void addBoxes(Chart& chart, ChartSeries bars, std::span<const ChartBox> boxes, Color lines) {
  bars.kind = SeriesKind::Bars;
  ChartSeries thin{.color = lines, .width = 1, .right = bars.right};
  const auto line = [&thin](double x, double y, double toX, double toY) {
    thin.x.insert(thin.x.end(), {x, toX, toX});
    thin.y.insert(thin.y.end(), {y, toY, std::numeric_limits<double>::quiet_NaN()});
  };
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const double left = bars.x[i], middle = left + bars.barWidth / 2;
    bars.low.push_back(boxes[i].first);
    bars.y.push_back(boxes[i].third);
    line(left, boxes[i].median, left + bars.barWidth, boxes[i].median);
    line(middle, boxes[i].low, middle, boxes[i].first);
    line(middle, boxes[i].third, middle, boxes[i].high);
  }
  chart.series.push_back(std::move(bars));
  chart.series.push_back(std::move(thin));
}

void addChartMarks(Scene& scene, const SceneBuilder& builder, const Chart& chart) {
  for (const ChartSeries& series : chart.series)
    if (series.exits) addExits(scene, chart, series);
  for (const ChartBand& gap : chart.gaps) addGap(scene, chart, gap);
  addMarkerWords(scene, builder, chart);
  if (chart.legend) addLegend(scene, builder, chart);
}

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
  constexpr float height = 14, beside = 6, room = 120;
  const Axis across = chart.xAxis(), up = chart.yAxis();
  for (const Tick& tick : chart.y.ticks)
    write(scene, chart,
          {std::max(0.0F, chart.plot.x - beside - room), std::round(up.at(tick.value)) - height / 2,
           std::min(room, chart.plot.x - beside), height},
          tick.text, Align::Right);
  if (chart.right)
    for (const Tick& tick : chart.right->ticks)
      write(scene, chart,
            {chart.plot.right() + beside,
             std::round(chart.right->on(chart.plot.bottom(), chart.plot.y).at(tick.value)) - height / 2, room, height},
            tick.text);
  addChartMarks(scene, builder, chart);
  std::vector<std::size_t> places;
  std::vector<Rect> taken;
  for (const Tick& tick : chart.x.ticks) {
    if (tick.text.empty()) continue;
    const std::optional<Rect> rect = placeTick(builder, chart.plot, tick.text, across.at(tick.value), taken);
    if (!rect) continue;
    places.push_back(scene.shapes.size());
    write(scene, chart, *rect, tick.text, Align::Center);
  }
  return places;
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
