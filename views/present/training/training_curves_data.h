// SPDX-License-Identifier: GPL-3.0-or-later
// What a run's history holds for one metric, placed on the chosen x axis. For training_curves*.cpp, and for charts that
// another library draws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "views/present/chart/axis.h"
#include "views/present/chart/series_cache.h"
#include "views/present/training/training_curves.h"

namespace sojourn::present {

/// Where the steps and evaluations of a run lie on the x axis. Never falls along the run: a clock that was set back
/// stands still until it is past again.
class CurveTime {
 public:
  CurveTime(std::shared_ptr<const RunHistory> history, std::optional<std::int64_t> stepsPerEpoch, CurveX x);

  [[nodiscard]] double ofStep(std::size_t index) const;
  /// An event after step `afterStep`, in or at the end of `epoch`. NaN where the run cannot say: an imported log
  /// without steps or times.
  [[nodiscard]] double ofEvent(std::int64_t epoch, std::int64_t afterStep, double wall) const;
  [[nodiscard]] const RunHistory& history() const { return *m_history; }

 private:
  /// The steps of one epoch, evenly between its ends.
  struct EpochStretch {
    std::size_t firstIndex = 0;
    double before = 0;  ///< the last step of the epoch before
    double steps = 1;   ///< of the whole epoch
    double from = 0;    ///< x at `before`
    double width = 1;   ///< x of the whole epoch
  };
  void addStretches(std::int64_t stepsPerEpoch);
  [[nodiscard]] const EpochStretch& stretchOf(std::size_t index) const;
  [[nodiscard]] static double inStretch(const EpochStretch& stretch, std::int64_t step);

  std::shared_ptr<const RunHistory> m_history;
  const StepColumns* m_steps;
  CurveX m_x;
  std::vector<EpochStretch> m_stretches;
  std::vector<double> m_wall;  ///< the steps' wall times with the falls taken out; empty where there are none
  double m_start = 0;          ///< of the run, wall time
  bool m_hasWall = false;
};

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

enum class MetricSource {
  Steps,        ///< a column of the steps
  Evaluations,  ///< on validation
  System,       ///< what the trainer says of its machine
  Own,          ///< named by another program
};
/// What is known of a metric; its texts are English.
struct MetricFacts {
  std::string_view name;     ///< of the actions
  std::string_view title;    ///< over its panel: "Acc@1, known targets"
  std::string_view caption;  ///< the second half of that title: "validation, %"
  MetricSource source = MetricSource::Evaluations;
  Column<double> StepColumns::*column = nullptr;  ///< of a metric of the steps
  bool isLoss = false, isGradientNorm = false;
};
[[nodiscard]] const MetricFacts& factsOf(CurveMetric metric);
[[nodiscard]] inline bool isPerStep(CurveMetric metric) {
  return factsOf(metric).source == MetricSource::Steps;
}
[[nodiscard]] inline bool isOfSystem(CurveMetric metric) {
  return factsOf(metric).source == MetricSource::System;
}
/// Losses and gradient norms leave their usual range by orders of magnitude: their axes are cut.
[[nodiscard]] CutEnds cutEndsOf(CurveMetric metric, bool logarithmic);

}  // namespace sojourn::present
