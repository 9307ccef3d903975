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

/// One axis: its limits (from below to, above 0 where logarithmic), and the texts beside it at their values.
struct ChartAxis {
  double from = 0, to = 1;
  bool logarithmic = false;
  std::vector<Tick> ticks{};    ///< of the x axis: those that matter most first
  std::optional<Color> grid{};  ///< of a line across the plot at every tick

  /// The same range on the pixels start..end.
  [[nodiscard]] Axis on(float start, float end) const { return {from, to, start, end, logarithmic}; }
};

enum class SeriesKind {
  Line,
  Step,     ///< y holds from its x to the next one
  Area,     ///< from `low` to y
  Bars,     ///< from `low` to y, `barWidth` wide, x at the left edge
  Scatter,  ///< dots
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
};

/// A straight line across the plot, vertical at an x or horizontal at a y.
struct ChartMarker {
  bool vertical = true;
  double at = 0;
  Color color{};
  float width = 1;  ///< pixels
  bool dashed = false;
  std::string word{};  ///< at the foot of a vertical one
};

/// From one x to another.
struct ChartBand {
  double from = 0, to = 1;
  Color color{};
};

/// Painted in this order: bands, grid, markers that lie under the series, series, markers over them, and last what
/// addChartMarks() adds.
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

  /// The y axis of a series.
  [[nodiscard]] const ChartAxis& yOf(const ChartSeries& one) const { return one.right && right ? *right : y; }
  [[nodiscard]] Axis xAxis() const { return x.on(plot.x, plot.right()); }
  [[nodiscard]] Axis yAxis() const { return y.on(plot.bottom(), plot.y); }
  [[nodiscard]] Point at(double xValue, double yValue) const { return {xAxis().at(xValue), yAxis().at(yValue)}; }
};

/// The font of all texts beside an axis.
inline constexpr Font chartTickFont{.size = 11};

/// The five numbers of a box plot.
struct ChartBox {
  double low = 0, first = 0, median = 0, third = 0, high = 0;
};

/// Adds box plots to a chart: bars from the first to the third quartile, `barWidth` wide with their left edges at the x
/// of `bars`, and lines for the medians and from the bars to the lowest and highest values.
void addBoxes(Chart& chart, ChartSeries bars, std::span<const ChartBox> boxes, Color lines);

/// Adds the shapes that lie over a painted chart, at its own coordinates: where series leave the plot, gaps, the words
/// of markers and the legend. A word that would run into an earlier one is left out.
void addChartMarks(Scene& scene, const SceneBuilder& builder, const Chart& chart);

/// Adds a chart to a scene with its marks, above the shapes that are there, and after it the texts of its axes: they
/// are as sharp as all other words of the picture and become outlines in files. Texts of the x axis stay near the plot;
/// one that would run into an earlier one of the axis is left out. Returns the places of the x axis' texts among the
/// shapes.
std::vector<std::size_t> addChart(Scene& scene, const SceneBuilder& builder, Chart chart);

/// Where a text of the x axis stands, if it runs into none that is `taken` already; it is then.
[[nodiscard]] std::optional<Rect> placeTick(const SceneBuilder& builder, const Rect& plot, const std::string& text,
                                            float x, std::vector<Rect>& taken);

/// The pieces of a line inside the plot.
[[nodiscard]] std::vector<std::vector<Point>> clipLine(std::span<const Point> line, Rect plot);

}  // namespace sojourn::present
