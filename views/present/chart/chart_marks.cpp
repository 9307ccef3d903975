// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart's marks and names become where a part of it is enlarged.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "views/present/chart/chart.h"

namespace sojourn::present {
namespace {

constexpr float nameHeight = 14;

/// The way of points of a plot to where they are while only a part of it is shown. Beside the plot they keep their x,
/// above and below it their y.
class IntoPart {
 public:
  IntoPart(Rect plot, Rect part, bool areas) : m_plot(plot), m_part(part), m_areas(areas) {}

  void operator()(BoxShape& box) const { box.rect = area(box.rect); }
  void operator()(HatchShape& hatch) const { hatch.rect = area(hatch.rect); }
  /// A line that leads out of the plot begins at its edge where its point on the plot has left it.
  void operator()(LineShape& line) const {
    constexpr float far = 1e6F;
    const bool inX = std::ranges::all_of(line.points, [&](Point p) { return across(p.x); });
    const bool inY = std::ranges::all_of(line.points, [&](Point p) { return along(p.y); });
    for (Point& point : line.points) {
      const Point moved = at(point);
      const bool onX = across(point.x) && !inX, onY = along(point.y) && !inY;
      point = {onX ? std::clamp(moved.x, m_plot.x, m_plot.right()) : moved.x,
               onY ? std::clamp(moved.y, m_plot.y, m_plot.bottom()) : moved.y};
    }
    auto pieces = clipLine(line.points, {inX ? m_plot.x : -far, inY ? m_plot.y : -far, inX ? m_plot.width : 2 * far,
                                         inY ? m_plot.height : 2 * far});
    // Few leave the plot twice: the longest piece stands for such a line.
    const auto longest = std::ranges::max_element(pieces, {}, [](const auto& piece) { return piece.size(); });
    line.points = longest == pieces.end() ? std::vector<Point>{} : std::move(*longest);
  }
  void operator()(CircleShape& circle) const {
    if (const auto moved = mark(circle.center))
      circle.center = *moved;
    else
      circle.radius = 0, circle.fill.reset(), circle.stroke.reset();
  }
  void operator()(PolygonShape& polygon) const {
    const auto moved = moveOf(boundsOf(polygon.points));
    if (!moved) return polygon.points.clear();
    for (Point& point : polygon.points) point = {point.x + moved->x, point.y + moved->y};
  }
  void operator()(TextShape& text) const {
    const auto moved = moveOf(text.rect);
    if (!moved) return text.text.clear();
    text.rect.x += moved->x, text.rect.y += moved->y;
  }
  void operator()(IconShape& icon) const {
    const auto moved = moveOf(icon.rect);
    if (moved)
      icon.rect.x += moved->x, icon.rect.y += moved->y;
    else
      icon.color.a = 0;
  }
  void operator()(DotsShape& shape) const {
    auto dots = std::make_shared<std::vector<DotsShape::Dot>>();
    for (DotsShape::Dot dot : *shape.dots)
      if (const auto moved = mark(dot.center)) dot.center = *moved, dots->push_back(dot);
    shape.dots = std::move(dots);
  }
  void operator()(const auto&) const {}

 private:
  [[nodiscard]] bool across(float x) const { return x >= m_plot.x - 0.5F && x <= m_plot.right() + 0.5F; }
  [[nodiscard]] bool along(float y) const { return y >= m_plot.y - 0.5F && y <= m_plot.bottom() + 0.5F; }

  [[nodiscard]] Point at(Point p) const {
    const float right = (p.x - m_plot.x) / m_plot.width, down = (p.y - m_plot.y) / m_plot.height;
    return {across(p.x) ? m_plot.x + (right - m_part.x) / m_part.width * m_plot.width : p.x,
            along(p.y) ? m_plot.y + (down - m_part.y) / m_part.height * m_plot.height : p.y};
  }

  /// A point that lies on the plot, or on its lengthened sides; nothing where it leaves it.
  [[nodiscard]] std::optional<Point> mark(Point p) const {
    const Point moved = at(p);
    if ((across(p.x) && !across(moved.x)) || (along(p.y) && !along(moved.y))) return std::nullopt;
    return moved;
  }

  /// By how much what keeps its size moves.
  [[nodiscard]] std::optional<Point> moveOf(Rect rect) const {
    const Point middle{rect.x + rect.width / 2, rect.y + rect.height / 2};
    const auto moved = mark(middle);
    return moved ? std::optional(Point{moved->x - middle.x, moved->y - middle.y}) : std::nullopt;
  }

  /// What is thin keeps its thickness: it is a line.
  [[nodiscard]] Rect area(Rect rect) const {
    if (!m_areas) {
      const auto moved = moveOf(rect);
      return moved ? Rect{rect.x + moved->x, rect.y + moved->y, rect.width, rect.height} : Rect{};
    }
    constexpr float thin = 4;
    const Point from = at({rect.x, rect.y}), to = at({rect.right(), rect.bottom()});
    const Point middle = at({rect.x + rect.width / 2, rect.y + rect.height / 2});
    const auto side = [](float size, float low, float high, float center, float first, float last, bool cut) {
      float begin = size <= thin ? center - size / 2 : low, end = size <= thin ? center + size / 2 : high;
      if (cut) begin = std::max(begin, first), end = std::min(end, last);
      return std::pair(begin, std::max(0.0F, end - begin));
    };
    const auto [x, width] =
        side(rect.width, from.x, to.x, middle.x, m_plot.x, m_plot.right(), across(rect.x) && across(rect.right()));
    const auto [y, height] =
        side(rect.height, from.y, to.y, middle.y, m_plot.y, m_plot.bottom(), along(rect.y) && along(rect.bottom()));
    return width > 0 && height > 0 ? Rect{x, y, width, height} : Rect{};
  }

  [[nodiscard]] static Rect boundsOf(const std::vector<Point>& points) {
    float left = 1e9F, top = 1e9F, right = -1e9F, bottom = -1e9F;
    for (const Point& p : points)
      left = std::min(left, p.x), right = std::max(right, p.x), top = std::min(top, p.y),
      bottom = std::max(bottom, p.y);
    return {left, top, right - left, bottom - top};
  }

  Rect m_plot, m_part;
  bool m_areas;
};

/// The same chart with the axes of a part.
Chart partOf(const Chart& chart, Rect part) {
  Chart shown = chart;
  const Axis x = chart.xAxis(), y = chart.yAxis();
  shown.x.from = x.valueAt(chart.plot.x + part.x * chart.plot.width);
  shown.x.to = x.valueAt(chart.plot.x + part.right() * chart.plot.width);
  shown.y.from = y.valueAt(chart.plot.y + part.bottom() * chart.plot.height);
  shown.y.to = y.valueAt(chart.plot.y + part.y * chart.plot.height);
  return shown;
}

/// The last value of a series up to an x, between two points of a line on the way; NaN where it has none.
double valueAt(const ChartSeries& series, double x) {
  double last = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = 0; i < series.y.size(); ++i) {
    if (std::isnan(series.y[i])) continue;
    if (series.x[i] <= x) {
      last = series.y[i];
      continue;
    }
    if (series.kind == SeriesKind::Step || i == 0 || std::isnan(series.y[i - 1])) break;
    const double way = (x - series.x[i - 1]) / (series.x[i] - series.x[i - 1]);
    return series.y[i - 1] + way * (series.y[i] - series.y[i - 1]);
  }
  return last;
}

}  // namespace

void addNamesBeside(SceneBuilder& builder, const Chart& chart) {
  std::vector<std::pair<float, const ChartSeries*>> ends;
  for (const ChartSeries& series : chart.series)
    if (series.beside) ends.emplace_back(chart.yAxis().at(valueAt(series, chart.x.to)), &series);
  std::vector<float> wishes;
  for (const auto& end : ends) wishes.push_back(end.first);
  const std::vector<float> centres =
      pushApart(std::move(wishes), nameHeight, chart.plot.y + nameHeight / 2, chart.plot.bottom() - nameHeight / 2);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const ChartName& name = *ends[i].second->beside;
    builder.placeName({chart.plot.right() + 6, centres[i] - nameHeight / 2, chart.besideRoom, nameHeight}, name.text,
                      name.color, name.font);
  }
}

std::vector<Shape> shapesOfParts(const Scene& scene, std::span<const ChartPart> parts, const Canvas& canvas) {
  std::vector<Shape> shapes = scene.shapes;
  for (const ChartMarks& marks : scene.chartMarks) {
    const auto shape = std::find_if(scene.shapes.begin() + static_cast<std::ptrdiff_t>(marks.chart), scene.shapes.end(),
                                    [](const Shape& one) { return std::holds_alternative<ChartShape>(one); });
    if (shape == scene.shapes.end()) continue;
    const Chart& chart = *std::get<ChartShape>(*shape).chart;
    const auto part = std::ranges::find(parts, &chart, &ChartPart::chart);
    if (part == parts.end()) continue;
    if (marks.kind == ChartMarks::Kind::Names) {
      Scene written;
      SceneBuilder builder(written, canvas);
      addNamesBeside(builder, partOf(chart, part->part));
      std::ranges::move(written.shapes, shapes.begin() + static_cast<std::ptrdiff_t>(marks.begin));
      continue;
    }
    const IntoPart move(chart.plot, part->part, marks.kind == ChartMarks::Kind::Areas);
    for (std::size_t i = marks.begin; i < marks.end; ++i) std::visit(move, shapes[i]);
  }
  return shapes;
}

}  // namespace sojourn::present
