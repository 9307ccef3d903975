// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces of the Training curves picture: its panels, their marks and what answers the mouse. For
// training_curves*.cpp only.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "views/present/chart/axis.h"
#include "views/present/chart/decimation.h"
#include "views/present/scene/scene_builder.h"
#include "views/present/training/training_curves.h"
#include "views/present/training/training_curves_cache.h"
#include "views/present/training/training_curves_data.h"

namespace sojourn::present {

/// A series thinned to the panel's pixels.
struct DrawnSeries {
  std::size_t run = 0;   ///< the run, or the first of a group
  std::size_t name = 0;  ///< in the names of the scene
  bool behind = false;   ///< one of a group's seeds: a thin line, no more
  CurveSeriesPtr source{};
  CurveCache::Smoothed smoothed{};  ///< the whole series; null where it is not smoothed
  CurveCache::Thinned thin{};

  [[nodiscard]] const CurveSeries& series() const { return *source; }
  [[nodiscard]] bool isGroup() const { return source->seeds > 0; }
  [[nodiscard]] const Decimated& foremost() const { return smoothed ? thin->line : thin->raw; }
  [[nodiscard]] const std::vector<double>& foremostX() const { return smoothed ? thin->lineX : thin->rawX; }
  [[nodiscard]] double foremostAt(std::size_t i) const { return smoothed ? (*smoothed)[i] : source->values[i]; }
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
  SceneBuilder& builder;
  std::span<const CurveRun> runs;
  const CurveOptions& options;
  std::vector<std::string> names;                 ///< of the runs, then of the groups
  std::vector<std::string> shortNames;            ///< in which they differ, for the line ends
  std::vector<std::optional<std::int64_t>> best;  ///< epoch, a run each
};

inline constexpr float curvePadding = 12;
inline constexpr Font curveEndFont{.size = 11, .weight = Weight::Medium};
inline constexpr float curveTitleHeight = 20;
inline constexpr float curveTickHeight = 16;

/// Thins a panel's series to the pixels of its rectangle and finds the range of its y axis.
void thinPanel(CurvePanel& panel, const CurveOptions& options, CurveRange range, CurveCache& cache);
/// The rate follows its schedule to the digit: there is no noise in it to be smoothed away.
[[nodiscard]] bool canBeSmoothed(const CurveSeries& series, CurveMetric metric);
/// Width that the numbers beside the y axis need, and the runs' titles at the line ends.
[[nodiscard]] float curveTicksWidth(const CurvePanel& panel, const SceneBuilder& builder);
[[nodiscard]] float curveEndsWidth(const CurveScene& all, float panelWidth);

/// Where the cross of a value that is no number stands: at the top edge for infinity, at the bottom edge for the
/// others.
[[nodiscard]] float nonFiniteHeight(const CurvePanel& panel, double value);

/// Frame, ticks, lines, marks and titles; the plot and the axes are set.
void paintPanel(const CurveScene& all, CurvePanel& panel);
/// The line of the cursor and its number among the ticks, over a painted panel.
void paintCursor(SceneBuilder& builder, const CurveOptions& options, const CurvePanel& panel);
/// The titles at the ends of the lines, pushed apart; those that have no room are counted.
void paintLineEnds(const CurveScene& all, const CurvePanel& panel);
/// Width of what the mouse can point at, of the panel's own; its plot is divided into as many.
inline constexpr float mouseColumnWidth = 4;
/// A hit area for every run's nearest point in each column of the mouse.
void addCurveHits(const CurveScene& all, const CurvePanel& panel);
/// One over the cursor, with every run's value.
void addCursorHit(const CurveScene& all, const CurvePanel& panel);

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

/// Two of the runs at least are seeds of one configuration.
[[nodiscard]] bool hasSeedGroups(std::span<const CurveRun> runs);
/// x axis, smoothing, log, seeds, panels, in a row that breaks where the width ends. Returns its bottom.
float paintCurveControls(const CurveScene& all, float width);

struct SeedsInCurves {
  std::vector<std::size_t> members;  ///< of the runs

  /// Two runs of one seed count once.
  [[nodiscard]] std::size_t seeds(std::span<const CurveRun> runs) const;
};

/// The runs of each group that has several in the curves, on the axes where their points meet.
[[nodiscard]] std::vector<SeedsInCurves> seedsIn(std::span<const CurveRun> runs, const CurveOptions& options);

/// "3 seeds", "2 of 3 seeds" where the others are not in the curves, "2 runs, 1 seed".
[[nodiscard]] std::string groupText(const SeedsInCurves& group, std::span<const CurveRun> runs);

}  // namespace sojourn::present
