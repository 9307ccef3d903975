// SPDX-License-Identifier: GPL-3.0-or-later
// A standard chart as plain data: axes, series, bands and markers of one plot. Qt Charts draws it in the studio, ImPlot
// in the monitor. A scene holds it as a ChartShape, beside the words and hit areas that its view adds.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "views/present/chart/axis.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

/// Round numbers beside an axis, which the library that draws it writes: multiples of a 1-2-5 step, on a logarithmic
/// axis the powers of ten.
struct ChartNumbers {
  float gap = 40;      ///< the least distance of two, pixels
  bool whole = false;  ///< of whole numbers only
  std::string unit{};  ///< behind each: " %"

  bool operator==(const ChartNumbers&) const = default;
};

/// One axis: its limits (from below to, above 0 where logarithmic), and what is written beside it: numbers, or texts at
/// their values.
struct ChartAxis {
  double from = 0, to = 1;
  bool logarithmic = false;
  std::optional<ChartNumbers> numbers{};
  std::vector<Tick> ticks{};    ///< texts, in the order of their values; without `numbers`
  std::optional<Color> grid{};  ///< of a line across the plot at every tick

  /// The same range on the pixels start..end.
  [[nodiscard]] Axis on(float start, float end) const { return {from, to, start, end, logarithmic}; }
  bool operator==(const ChartAxis&) const = default;
};

enum class SeriesKind {
  Line,
  Step,     ///< y holds from its x to the next one
  Area,     ///< from `low` to y
  Bars,     ///< from `low` to y, `barWidth` wide, x at the left edge
  Scatter,  ///< dots
};

/// Of a series, right of the plot at the height where the series ends there.
struct ChartName {
  std::string text{};
  Color color{};
  Font font = smallFont;

  bool operator==(const ChartName&) const = default;
};

/// Values in the units of the axes. Where y is NaN a line, steps or an area break, and a bar or dot is absent.
struct ChartSeries {
  SeriesKind kind = SeriesKind::Line;
  std::string name{};
  std::vector<double> x{}, y{};
  std::vector<double> low{};  ///< as long as y; empty: the axis' 0
  Color color{};
  float width = 1.5F;             ///< of lines, pixels
  bool dashed = false;            ///< of lines
  bool exits = false;             ///< of lines and dots: a triangle at the frame where they leave it
  bool right = false;             ///< on the axis at the right
  double barWidth = 1;            ///< in the unit of x
  float radius = 2;               ///< of dots, pixels
  std::optional<Color> stroke{};  ///< around dots; a dot without a fill has a fully transparent colour
  std::optional<ChartName> beside{};

  /// Absent values are alike.
  bool operator==(const ChartSeries& other) const;
};

/// A straight line across the plot, vertical at an x or horizontal at a y.
struct ChartMarker {
  bool vertical = true;
  double at = 0;
  Color color{};
  float width = 1;  ///< pixels
  bool dashed = false;
  std::string word{};  ///< at the foot of a vertical one

  bool operator==(const ChartMarker&) const = default;
};

/// From one x to another.
struct ChartBand {
  double from = 0, to = 1;
  Color color{};

  bool operator==(const ChartBand&) const = default;
};

enum class ChartZoom { None, X, Both };

/// Painted in this order: bands, grid, markers that lie under the series, series, markers over them, the names beside
/// the plot, and last what addChartMarks() adds.
struct Chart {
  Rect plot{};  ///< in the coordinates of the scene; the axes end at its edges
  ChartAxis x{}, y{};
  std::optional<ChartAxis> right{};  ///< a second y axis, without a grid
  Color tickColor{};
  std::vector<ChartBand> bands{};  ///< grounds over the whole height
  std::vector<ChartBand> gaps{};   ///< bars along the foot: data is missing there
  std::vector<ChartMarker> under{};
  std::vector<ChartSeries> series{};
  std::vector<ChartMarker> markers{};
  bool legend = false;  ///< the names of the series in the upper right corner of the plot
  float besideRoom = 0;  ///< of the names beside the plot, pixels
  /// Along which axes the mouse and the keys enlarge a part of the plot. What else is painted at its values is added
  /// while an OnChart lives.
  ChartZoom zoom = ChartZoom::None;

  /// The y axis of a series.
  [[nodiscard]] const ChartAxis& yOf(const ChartSeries& one) const { return one.right && right ? *right : y; }
  [[nodiscard]] Axis xAxis() const { return x.on(plot.x, plot.right()); }
  [[nodiscard]] Axis yAxis() const { return y.on(plot.bottom(), plot.y); }
  [[nodiscard]] Point at(double xValue, double yValue) const { return {xAxis().at(xValue), yAxis().at(yValue)}; }
  bool operator==(const Chart&) const = default;
};

/// The font of all texts beside an axis.
inline constexpr Font chartTickFont{.size = 11};

/// Adds the shapes that lie over a painted chart, at its own coordinates: where series leave the plot, gaps, and the
/// words of markers. A word that would run into an earlier one is left out.
void addChartMarks(Scene& scene, const SceneBuilder& builder, const Chart& chart);

/// Adds the names beside a chart, one text each, pushed apart.
void addNamesBeside(SceneBuilder& builder, const Chart& chart);

/// Adds a chart to a scene with its names and marks, above the shapes that are there. Returns the place of its shape.
std::size_t addChart(Scene& scene, SceneBuilder& builder, Chart chart);

/// What is painted while it lives lies at values of a chart: of the one at the place that addChart() returned, or of
/// the next one that is added.
class OnChart {
 public:
  explicit OnChart(Scene& scene, std::optional<std::size_t> chart = {}, ChartMarks::Kind kind = ChartMarks::Kind::Areas)
      : m_scene(scene),
        m_marks{.kind = kind, .begin = scene.shapes.size(), .chart = chart.value_or(scene.shapes.size())} {}
  OnChart(const OnChart&) = delete;
  OnChart& operator=(const OnChart&) = delete;
  ~OnChart() {
    m_marks.end = m_scene.shapes.size();
    if (m_marks.end > m_marks.begin) m_scene.chartMarks.push_back(m_marks);
  }

 private:
  Scene& m_scene;
  ChartMarks m_marks;
};

/// A part of a chart that is shown in the place of its whole plot.
struct ChartPart {
  const Chart* chart = nullptr;
  Rect part{0, 0, 1, 1};  ///< of the plot's unit square, y down
};

/// The shapes of a scene where these charts show parts: marks have moved with their values, and are cut at the plot or
/// gone; names stand where their series leave the part. As many as before, in the same order.
[[nodiscard]] std::vector<Shape> shapesOfParts(const Scene& scene, std::span<const ChartPart> parts,
                                               const Canvas& canvas);

/// The pieces of a line inside the plot.
[[nodiscard]] std::vector<std::vector<Point>> clipLine(std::span<const Point> line, Rect plot);

}  // namespace sojourn::present
