// SPDX-License-Identifier: GPL-3.0-or-later
// What a run's history holds for one metric, placed on the chosen x axis. For training_curves*.cpp, and for charts that
// another library draws.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "views/present/chart/robust_range.h"
#include "views/present/chart/series_cache.h"
#include "views/present/training/curve_time.h"

namespace sojourn::present {

/// One metric of one run, or the mean of a group's. `values` are the history's own column or `own`, so it stays where
/// it is.
struct CurveSeries {
  bool perStep = false;
  std::span<const double> values;
  std::shared_ptr<const CurveTime> time;  ///< of a run
  const StepColumns* steps = nullptr;     ///< of a step series
  std::vector<double> own, ownX;          ///< of evaluations, epochs and means
  std::vector<std::int64_t> ownEpoch, ownStep;
  /// Of a group, at each of its points: how far its seeds lie apart, and how many have a value there.
  std::vector<double> low, high;
  std::vector<std::size_t> count;
  std::size_t seeds = 0;  ///< at most; 0 for a run
  /// Where the line breaks, as points between are missing from the run's log: the first point behind each gap.
  std::vector<std::size_t> gaps;
  /// What is known of the values; shared with the run's other snapshots. Grows while pictures are made, on one thread.
  std::shared_ptr<SeriesCache> seriesCache;

  CurveSeries() = default;
  CurveSeries(const CurveSeries&) = delete;
  CurveSeries& operator=(const CurveSeries&) = delete;
  [[nodiscard]] double xAt(std::size_t i) const { return perStep ? time->ofStep(i) : ownX[i]; }
  [[nodiscard]] std::int64_t epochAt(std::size_t i) const { return perStep ? steps->epoch[i] : ownEpoch[i]; }
  [[nodiscard]] std::int64_t stepAt(std::size_t i) const { return perStep ? steps->step[i] : ownStep[i]; }
};

using CurveSeriesPtr = std::shared_ptr<const CurveSeries>;

/// The series of one metric; null where the run has none. `trail` follows the run's steps, where others know it.
[[nodiscard]] CurveSeriesPtr curveSeries(CurveMetric metric, const std::shared_ptr<const CurveTime>& time,
                                         std::shared_ptr<SeriesCache> seriesCache = nullptr);

/// The mean of several seeds: of step series at equal steps, of the others at the ends of equal epochs. `values` are
/// the members' own, or smoothed. What is no number enters no mean and counts as absent.
[[nodiscard]] CurveSeriesPtr meanOfSeeds(std::span<const CurveSeriesPtr> members,
                                         std::span<const std::span<const double>> values);

/// The epoch that a run's own early stop would keep: the lowest validation loss, the first of equals.
[[nodiscard]] std::optional<std::int64_t> bestEpochOf(const CurveRun& run);
/// Finished before its planned epochs were.
[[nodiscard]] bool stoppedEarly(const CurveRun& run);
/// The last epoch that a run has finished; 0 before the first.
[[nodiscard]] std::int64_t lastEpochOf(const RunHistory& history);

/// One figure of one evaluation; NaN where its group of targets is empty.
[[nodiscard]] double evaluatedFigure(CurveMetric metric, const EvalEvent& eval);
/// Losses and gradient norms leave their usual range by orders of magnitude: their axes are cut.
[[nodiscard]] CutEnds cutEndsOf(CurveMetric metric, bool logarithmic);
/// Whether a metric is a column of the steps; the others come from evaluations on validation.
[[nodiscard]] bool isPerStep(CurveMetric metric);
/// Whether a metric comes from what the trainer says of its machine.
[[nodiscard]] bool isOfSystem(CurveMetric metric);

}  // namespace sojourn::present
