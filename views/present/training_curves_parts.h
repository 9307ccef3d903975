// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces of the Training curves picture: its panels, their marks and what answers the mouse. For
// training_curves*.cpp only.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "views/present/axis.h"
#include "views/present/decimation.h"
#include "views/present/paint_kit.h"
#include "views/present/training_curves_data.h"

namespace sojourn::present {

/// A series thinned to the panel's pixels.
struct DrawnSeries {
  CurveSeries series;
  std::vector<std::size_t> bounds{};  ///< of the pixel columns
  Decimated raw{};
  std::vector<double> smooth{};  ///< the whole series smoothed; empty where it is not
  Decimated line{};              ///< `smooth` thinned; empty where it is not
  [[nodiscard]] const Decimated& foremost() const { return smooth.empty() ? raw : line; }
};

/// One metric's place in the picture.
struct CurvePanel {
  CurveMetric metric = CurveMetric::ValidationLoss;
  std::vector<DrawnSeries> drawn{};
  Rect rect{};  ///< with title, ticks and line ends
  Rect plot{};  ///< the frame
  Axis x{}, y{};
  std::vector<Tick> yTicks{};
};

/// What all panels share.
struct CurveScene {
  Scene& scene;
  PaintKit& kit;
  std::span<const CurveRun> runs;
  const CurveOptions& options;
  std::vector<std::string> shortTitles;           ///< what tells the runs' titles apart, for the line ends
  std::vector<std::optional<std::int64_t>> best;  ///< epoch, a run each
};

inline constexpr Font curveTickFont{.size = 11};
inline constexpr Font curveEndFont{.size = 11, .weight = Weight::Medium};
inline constexpr float curveTitleHeight = 20;
inline constexpr float curveTickHeight = 16;

/// The second half of a panel's title: "validation, %".
[[nodiscard]] std::string curveCaption(CurveMetric metric, const CurvePanel& panel);
/// Whether a metric's axis is logarithmic.
[[nodiscard]] bool isLogarithmic(CurveMetric metric, const CurveOptions& options);

/// Thins a panel's series to the pixels of its rectangle and finds the range of its y axis. The panels of a picture are
/// of one width, so that the steps of a run (an entry each) are sorted into columns only once.
void thinPanel(CurvePanel& panel, const CurveOptions& options, CurveRange range,
               std::vector<std::vector<std::size_t>>& stepBounds);
/// Width that the numbers beside the y axis need, and the runs' titles at the line ends.
[[nodiscard]] float curveTicksWidth(const CurvePanel& panel, const PaintKit& kit);
[[nodiscard]] float curveEndsWidth(const CurveScene& all, float panelWidth);

/// Where the cross of a value that is no number stands: at the top edge for infinity, at the bottom edge for the
/// others.
[[nodiscard]] float nonFiniteHeight(const CurvePanel& panel, double value);

/// Frame, ticks, lines, marks and titles; the plot and the axes are set.
void paintPanel(const CurveScene& all, const CurvePanel& panel);
/// The titles at the ends of the lines, pushed apart; those that have no room are counted.
void paintLineEnds(const CurveScene& all, const CurvePanel& panel);
/// A line cut at the plot: the pieces inside it, and where it left by the top or the bottom.
struct ClippedLine {
  std::vector<std::vector<Point>> pieces;
  std::vector<Point> exits;  ///< on the edge by which it left
};
[[nodiscard]] ClippedLine clipLine(std::span<const Point> line, Rect plot);
/// Centres at least `height` apart in the order of the wishes, within from..to as far as it holds them.
[[nodiscard]] std::vector<float> pushApart(std::vector<float> wishes, float height, float from, float to);

/// A hit area for every run's nearest point in each column of the mouse, and one over the cursor.
void addCurveHits(const CurveScene& all, const CurvePanel& panel);

/// "7", "1 234", "14:05:30", "1:05:30"
[[nodiscard]] std::string curveXNumber(CurveX x, double value);
/// "epoch 7", "step 1 234", "21 Nov 2026 14:05:30 UTC", "1:05:30 after the start"
[[nodiscard]] std::string curveXText(CurveX x, double value);
/// The shortest digits that give the same number again.
[[nodiscard]] std::string fullNumber(double value);

/// Every run and epoch: all metrics as they were written.
[[nodiscard]] Table curvesTable(std::span<const CurveRun> runs);
/// Each run's best epoch in words.
[[nodiscard]] std::string curvesSummary(const CurveScene& all);

}  // namespace sojourn::present
