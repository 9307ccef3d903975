// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/present/scene_checks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>
#include <utility>

#include <gtest/gtest.h>

#include "views/present/chart/chart.h"

namespace sojourn::present {
namespace {

constexpr float tolerance = 0.6F;  // strokes and rounding to whole pixels

std::string shown(Rect r) {
  return std::to_string(r.x) + ", " + std::to_string(r.y) + ", " + std::to_string(r.width) + " x " +
         std::to_string(r.height);
}

void expectInside(Rect rect, Size content, const std::string& what) {
  EXPECT_TRUE(std::isfinite(rect.x) && std::isfinite(rect.y) && std::isfinite(rect.width) && std::isfinite(rect.height))
      << what;
  EXPECT_GE(rect.width, 0) << what << ": " << shown(rect);
  EXPECT_GE(rect.height, 0) << what << ": " << shown(rect);
  EXPECT_GE(rect.x, -tolerance) << what << ": " << shown(rect);
  EXPECT_GE(rect.y, -tolerance) << what << ": " << shown(rect);
  EXPECT_LE(rect.right(), content.width + tolerance) << what << ": " << shown(rect);
  EXPECT_LE(rect.bottom(), content.height + tolerance) << what << ": " << shown(rect);
}

/// Where a text's ink is: its width elided to the rectangle, its height about that of small letters.
Rect inkOf(const TextShape& text, const TextMeasurer& measurer) {
  if (text.upwards) {
    const float length = std::min(measurer.width(text.text, text.font), text.rect.height);
    float y = text.rect.bottom() - length;
    if (text.align == Align::Right) y = text.rect.y;
    if (text.align == Align::Center) y = text.rect.y + (text.rect.height - length) / 2;
    const float thickness = text.font.size * 0.72F;
    return {text.rect.x + (text.rect.width - thickness) / 2, y, thickness, length};
  }
  const float width = std::min(measurer.width(text.text, text.font), text.rect.width);
  float x = text.rect.x;
  if (text.align == Align::Right) x = text.rect.right() - width;
  if (text.align == Align::Center) x = text.rect.x + (text.rect.width - width) / 2;
  const float height = text.font.size * 0.72F;
  return {x, text.rect.y + (text.rect.height - height) / 2, width, height};
}

struct BoundsOf {
  static Rect around(const std::vector<Point>& points) {
    float left = std::numeric_limits<float>::infinity(), top = left, right = -left, bottom = -left;
    for (const Point p : points) {
      left = std::min(left, p.x), right = std::max(right, p.x);
      top = std::min(top, p.y), bottom = std::max(bottom, p.y);
    }
    return {left, top, right - left, bottom - top};
  }
  Rect operator()(const LineShape& s) const { return around(s.points); }
  Rect operator()(const PolygonShape& s) const { return around(s.points); }
  Rect operator()(const CircleShape& s) const {
    return {s.center.x - s.radius, s.center.y - s.radius, 2 * s.radius, 2 * s.radius};
  }
  Rect operator()(const ChartShape& s) const {
    return {s.chart->plot.x + s.offset.x, s.chart->plot.y + s.offset.y, s.chart->plot.width, s.chart->plot.height};
  }
  Rect operator()(const DotsShape& s) const {
    std::vector<Point> centers;
    for (const DotsShape::Dot& dot : *s.dots) centers.push_back(dot.center);
    return centers.empty() ? Rect() : around(centers);
  }
  Rect operator()(const PathsShape& s) const { return s.paths->points.empty() ? Rect() : around(s.paths->points); }
  template <typename Other>
  Rect operator()(const Other& s) const {
    return s.rect;
  }
};

/// Writes shapes and what surrounds them; floats in full.
class SceneWriter {
 public:
  SceneWriter() { m_out << std::hexfloat; }
  void operator()(const BoxShape& s) {
    put(s.rect), put(s.fill), put(s.stroke);
    m_out << s.strokeWidth << ' ' << s.radius << ' ' << s.dashed << " box\n";
  }
  void operator()(const HatchShape& s) {
    put(s.rect), put(s.color);
    m_out << s.spacing << ' ' << s.lineWidth << ' ' << s.radius << " hatch\n";
  }
  void operator()(const LineShape& s) {
    put(s.points), put(s.color);
    m_out << s.width << ' ' << s.dashed << " line\n";
  }
  void operator()(const PolygonShape& s) {
    put(s.points), put(s.fill);
    m_out << "polygon\n";
  }
  void operator()(const CircleShape& s) {
    put(std::vector{s.center}), put(s.fill), put(s.stroke);
    m_out << s.radius << ' ' << s.strokeWidth << " circle\n";
  }
  void operator()(const TextShape& s) {
    put(s.rect), put(s.color);
    m_out << s.text << ' ' << s.font.size << ' ' << static_cast<int>(s.font.weight) << ' ' << static_cast<int>(s.align)
          << ' ' << s.upwards << ' ' << s.strikeOut << " text\n";
  }
  void operator()(const ImageShape& s) {
    put(s.rect);
    for (const Color color : *s.pixels) put(color);
    m_out << s.columns << ' ' << s.rows << ' ' << s.smooth << ' ' << s.opacity << " image\n";
  }
  void operator()(const ChartShape& s) {
    const Chart& chart = *s.chart;
    put(std::vector{s.offset}), put(chart.plot), put(chart.tickColor);
    std::vector axes{&chart.x, &chart.y};
    if (chart.right) axes.push_back(&*chart.right);
    for (const ChartAxis* axis : axes) {
      m_out << axis->from << ' ' << axis->to << ' ' << axis->logarithmic << ' ';
      put(axis->grid);
      if (axis->numbers)
        m_out << axis->numbers->gap << ' ' << axis->numbers->whole << ' ' << axis->numbers->unit << ' ';
      for (const Tick& tick : axis->ticks) m_out << tick.value << ' ' << tick.text << ' ';
    }
    for (const ChartBand& band : chart.bands) m_out << band.from << ' ' << band.to << ' ', put(band.color);
    for (const auto* markers : {&chart.under, &chart.markers})
      for (const ChartMarker& marker : *markers) {
        m_out << marker.vertical << ' ' << marker.at << ' ' << marker.width << ' ' << marker.dashed << ' ';
        put(marker.color);
      }
    for (const ChartSeries& series : chart.series) {
      m_out << static_cast<int>(series.kind) << ' ' << series.name << ' ' << series.width << ' ' << series.dashed << ' '
            << series.right << ' ' << series.barWidth << ' ' << series.radius << ' ';
      put(series.color), put(series.stroke);
      for (const auto* values : {&series.x, &series.y, &series.low})
        for (const double value : *values) m_out << value << ' ';
    }
    m_out << "chart\n";
  }
  void operator()(const DotsShape& s) {
    for (const DotsShape::Dot& dot : *s.dots) {
      put(std::vector{dot.center}), put(dot.color);
      m_out << dot.radius << ' ';
    }
    m_out << "dots\n";
  }
  void operator()(const PathsShape& s) {
    put(s.paths->points), put(s.color);
    for (const auto* ends : {&s.paths->ringEnds, &s.paths->pathEnds})
      for (const std::size_t end : *ends) m_out << end << ' ';
    m_out << s.width << " paths\n";
  }
  void operator()(const IconShape& s) {
    put(s.rect), put(s.color);
    m_out << s.name << " icon\n";
  }
  void operator()(const HitArea& hit) {
    put(hit.rect);
    m_out << hit.label << '|' << hit.value << '|' << hit.drag.has_value();
    for (const auto& part : {hit.focus.visit, hit.focus.query}) m_out << ' ' << (part ? static_cast<long>(*part) : -1);
    m_out << ' ' << hit.focus.location.value_or(-1);
    m_out << " hit\n";
  }
  void operator()(const Table& table) {
    for (const std::string& column : table.columns) m_out << column << ';';
    for (const auto& row : table.rows) {
      m_out << '\n';
      for (const Table::Cell& cell : row) std::visit([&](const auto& value) { m_out << value << ';'; }, cell);
    }
  }
  [[nodiscard]] std::ostringstream& out() { return m_out; }

 private:
  void put(Rect r) { m_out << r.x << ' ' << r.y << ' ' << r.width << ' ' << r.height << ' '; }
  void put(const std::vector<Point>& points) {
    for (const Point p : points) m_out << p.x << ' ' << p.y << ' ';
  }
  void put(std::optional<Color> c) {
    if (!c) m_out << "none ";
    if (c) m_out << int{c->r} << '/' << int{c->g} << '/' << int{c->b} << '/' << int{c->a} << ' ';
  }

  std::ostringstream m_out;
};

/// What a chart asks its library to draw.
class ChartShapes {
 public:
  ChartShapes(const Chart& chart, std::vector<Shape>& shapes)
      : m_chart(chart), m_across(chart.xAxis()), m_up(chart.yAxis()), m_shapes(shapes) {}

  void add() {
    for (const ChartBand& band : m_chart.bands) {
      const float from = m_across.at(band.from);
      m_shapes.emplace_back(BoxShape{.rect = {from, m_chart.plot.y, m_across.at(band.to) - from, m_chart.plot.height},
                                     .fill = band.color,
                                     .stroke = {}});
    }
    for (const ChartMarker& marker : m_chart.under) add(marker);
    for (const ChartSeries& series : m_chart.series) add(series);
    for (const ChartMarker& marker : m_chart.markers) add(marker);
  }

 private:
  void add(const ChartMarker& marker) {
    const Rect& plot = m_chart.plot;
    const float x = m_across.at(marker.at), y = m_up.at(marker.at);
    if (!marker.dashed) {
      const float half = marker.width / 2;
      m_shapes.emplace_back(BoxShape{.rect = marker.vertical ? Rect{x - half, plot.y, marker.width, plot.height}
                                                             : Rect{plot.x, y - half, plot.width, marker.width},
                                     .fill = marker.color,
                                     .stroke = {}});
      return;
    }
    m_shapes.emplace_back(LineShape{.points = marker.vertical ? std::vector<Point>{{x, plot.y}, {x, plot.bottom()}}
                                                              : std::vector<Point>{{plot.x, y}, {plot.right(), y}},
                                    .color = marker.color,
                                    .width = marker.width,
                                    .dashed = marker.dashed});
  }

  void add(const ChartSeries& series) {
    std::vector<Point> above, below;
    const auto flush = [&] {
      if (series.kind == SeriesKind::Area && above.size() > 1) {
        for (std::vector<Point>* side : {&above, &below})
          for (Point& p : *side) p.y = std::clamp(p.y, m_chart.plot.y, m_chart.plot.bottom());
        above.insert(above.end(), below.rbegin(), below.rend());
        m_shapes.emplace_back(PolygonShape{.points = above, .fill = series.color});
      } else if (series.kind == SeriesKind::Line || series.kind == SeriesKind::Step) {
        for (std::vector<Point>& piece : clipLine(above, m_chart.plot)) {
          if (piece.size() == 1)
            m_shapes.emplace_back(
                CircleShape{.center = piece.front(), .radius = series.width, .fill = series.color, .stroke = {}});
          else
            m_shapes.emplace_back(LineShape{
                .points = std::move(piece), .color = series.color, .width = series.width, .dashed = series.dashed});
        }
      }
      above.clear();
      below.clear();
    };
    EXPECT_EQ(series.x.size(), series.y.size()) << series.name;
    for (std::size_t i = 0; i < series.y.size(); ++i) {
      if (!std::isfinite(series.y[i])) {
        flush();
        continue;
      }
      const Point at{m_across.at(series.x[i]), m_up.at(series.y[i])};
      const double base = i < series.low.size() ? series.low[i] : m_chart.y.logarithmic ? m_chart.y.from : 0;
      const float foot = m_up.at(base);
      if (series.kind == SeriesKind::Bars && series.y[i] != base) {
        m_shapes.emplace_back(
            BoxShape{.rect = {at.x, std::min(at.y, foot), m_across.at(series.x[i] + series.barWidth) - at.x,
                              std::abs(at.y - foot)},
                     .fill = series.color,
                     .stroke = {}});
      } else if (series.kind == SeriesKind::Scatter) {
        m_shapes.emplace_back(CircleShape{.center = at,
                                          .radius = series.radius,
                                          .fill = series.color.a > 0 ? std::optional(series.color) : std::nullopt,
                                          .stroke = series.stroke});
      }
      if (series.kind == SeriesKind::Step && !above.empty()) above.push_back({at.x, above.back().y});
      above.push_back(at);
      below.push_back({at.x, foot});
    }
    flush();
  }

  const Chart& m_chart;
  Axis m_across, m_up;
  std::vector<Shape>& m_shapes;
};

}  // namespace

std::vector<Shape> withChartsAsShapes(const Scene& scene) {
  std::vector<Shape> shapes;
  for (const Shape& shape : scene.shapes) {
    if (const auto* chart = std::get_if<ChartShape>(&shape))
      ChartShapes(*chart->chart, shapes).add();
    else
      shapes.push_back(shape);
  }
  return shapes;
}

WholeScene wholeScene(const Scene& scene) {
  SceneWriter writer;
  writer.out() << scene.contentSize.width << ' ' << scene.contentSize.height << ' ' << scene.pinnedTop << ' '
               << scene.pinnedBottom << '\n'
               << scene.caption << '\n'
               << scene.captionRight << '\n'
               << scene.summary << '\n';
  for (const Shape& shape : scene.shapes) std::visit(writer, shape);
  for (const HitArea& hit : scene.hits) writer(hit);
  writer(scene.table);
  WholeScene whole{.text = writer.out().str(), .actions = {}};
  for (const HitArea& hit : scene.hits) whole.actions.push_back(hit.action);
  return whole;
}

void expectInsideContent(const Scene& scene) {
  EXPECT_GE(scene.contentSize.width, scene.size.width);
  EXPECT_GE(scene.contentSize.height, scene.size.height);
  EXPECT_LE(scene.pinnedTop + scene.pinnedBottom, scene.contentSize.height);
  for (const Shape& shape : withChartsAsShapes(scene)) {
    std::string what = "shape " + std::to_string(shape.index());
    if (const auto* text = std::get_if<TextShape>(&shape)) what += " '" + text->text + "'";
    expectInside(std::visit(BoundsOf{}, shape), scene.contentSize, what);
  }
  for (const HitArea& hit : scene.hits) expectInside(hit.rect, scene.contentSize, "hit '" + hit.label + "'");
}

void expectTextsApart(const Scene& scene, const TextMeasurer& measurer) {
  const std::vector<TextShape> texts = shapesOf<TextShape>(scene);
  for (std::size_t a = 0; a < texts.size(); ++a) {
    const Rect one = inkOf(texts[a], measurer);
    for (std::size_t b = a + 1; b < texts.size(); ++b) {
      const Rect other = inkOf(texts[b], measurer);
      const float across = std::min(one.right(), other.right()) - std::max(one.x, other.x);
      const float down = std::min(one.bottom(), other.bottom()) - std::max(one.y, other.y);
      EXPECT_FALSE(across > tolerance && down > tolerance)
          << "'" << texts[a].text << "' " << shown(one) << " runs into '" << texts[b].text << "' " << shown(other);
    }
  }
}

void expectNumbersWhole(const Scene& scene, const TextMeasurer& measurer) {
  for (const TextShape& text : shapesOf<TextShape>(scene)) {
    const bool number = !text.text.empty() &&
                        text.text.find_first_not_of("0123456789.:<%+\u2212\u2009\u00D7\u00F7") == std::string::npos;
    if (number) {
      EXPECT_LE(measurer.width(text.text, text.font), text.rect.width + 1) << "'" << text.text << "'";
    }
  }
}

void expectDescribed(const Scene& scene, std::string_view scope) {
  EXPECT_NE(scene.caption.find(scope), std::string::npos) << scene.caption;
  EXPECT_FALSE(scene.summary.empty());
  EXPECT_EQ(scene.summary.back(), '.');
  EXPECT_EQ(scene.summary.find("nan"), std::string::npos) << scene.summary;
  EXPECT_FALSE(scene.table.rows.empty());
  for (const auto& row : scene.table.rows) EXPECT_EQ(row.size(), scene.table.columns.size());
  for (const HitArea& hit : scene.hits) EXPECT_FALSE(hit.label.empty());
}

std::vector<TextShape> textsSaying(const Scene& scene, std::string_view words) {
  std::vector<TextShape> found;
  for (const TextShape& text : shapesOf<TextShape>(scene)) {
    if (text.text == words) found.push_back(text);
  }
  return found;
}

bool says(const Scene& scene, std::string_view words) {
  return std::ranges::any_of(shapesOf<TextShape>(scene),
                             [&](const TextShape& text) { return text.text.find(words) != std::string::npos; });
}

namespace {

Table::Cell anyCellIn(const Table& table, std::size_t row, std::string_view column) {
  const auto found = std::ranges::find(table.columns, column);
  if (found != table.columns.end() && row < table.rows.size())
    return table.rows[row][static_cast<std::size_t>(found - table.columns.begin())];
  ADD_FAILURE() << "no cell " << row << ", " << column;
  return Table::absent;
}

}  // namespace

double numberIn(const Table& table, std::size_t row, std::string_view column) {
  const Table::Cell cell = anyCellIn(table, row, column);
  const double* number = std::get_if<double>(&cell);
  return number ? *number : Table::absent;
}

std::string cellIn(const Table& table, std::size_t row, std::string_view column) {
  const Table::Cell cell = anyCellIn(table, row, column);
  const std::string* text = std::get_if<std::string>(&cell);
  return text ? *text : std::string();
}

}  // namespace sojourn::present
