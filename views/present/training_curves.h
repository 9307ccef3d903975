// SPDX-License-Identifier: GPL-3.0-or-later
// The Training curves view: what several runs measured, as small multiples over one x axis.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/runs/run_history.h"
#include "model/runs/run_state.h"
#include "views/present/canvas.h"

namespace sojourn::present {

enum class CurveX { Epoch, Step, WallTime, Relative };

enum class CurveMetric {
  ValidationLoss,
  TrainLoss,
  AccuracyAll,
  AccuracyKnown,
  ReciprocalRankAll,
  GradientNorm,
  LearningRate,
  Throughput,
};

/// All of them in the order in which they are shown.
[[nodiscard]] std::vector<CurveMetric> allCurveMetrics();

/// The words of the actions below: "epoch", "step", "wall_time", "relative"; "validation_loss", "train_loss", ...
[[nodiscard]] std::string_view curveXName(CurveX x);
[[nodiscard]] std::optional<CurveX> curveXNamed(std::string_view name);
[[nodiscard]] std::string_view curveMetricName(CurveMetric metric);
[[nodiscard]] std::optional<CurveMetric> curveMetricNamed(std::string_view name);
/// As it stands over its panel: "Acc@1, known targets".
[[nodiscard]] std::string_view curveMetricTitle(CurveMetric metric);

/// One run of the comparison. The history is borrowed for the call.
struct CurveRun {
  std::string id{};
  std::string title{};
  Color color{};                            ///< runColor() of its place in the table
  const RunHistory* history = nullptr;      ///< nothing is drawn where it is absent
  std::optional<std::int64_t> bestEpoch{};  ///< absent: the epoch with the lowest validation loss
  RunState state = RunState::Running;
  bool dashed = false;                          ///< runDashed(), or a reference such as a published log
  std::optional<std::int64_t> plannedEpochs{};  ///< finished before them: stopped early
  std::optional<std::int64_t> stepsPerEpoch{};  ///< places the first epoch while it runs; later ones tell it themselves
};

/// A part of the x axis, in its own unit.
struct CurveRange {
  double from = 0, to = 1;
  bool operator==(const CurveRange&) const = default;
};

struct CurveOptions {
  CurveX x = CurveX::Epoch;
  double smoothing = 0;  ///< 0 .. 0.99, of step series only
  bool logarithmicLoss = false;
  std::vector<CurveMetric> shown = allCurveMetrics();  ///< in this order
  std::optional<CurveMetric> enlarged{};               ///< alone on the whole canvas
  std::optional<double> cursor{};                      ///< in the unit of x: epochs, steps, seconds
  std::optional<CurveRange> visible{};                 ///< absent: everything
};

/// Epoch: evaluations at the end of their epoch, steps between, evenly. WallTime: seconds since 1970, shown as UTC.
/// Relative: seconds since the run's start, pauses included. Rewound steps are the history's affair.
///
/// Raw lines are thinned to the extremes of each pixel column; smoothing (before thinning) lies over the pale raw line.
/// Actions of the hit areas: setX {curveXName}, setSmoothing {number}, setLog {"on", "off"}, enlarge {curveMetricName,
/// or nothing for all}, setCursor {x, to the last digit}; of the zoom: setRange {"from,to", or nothing for all}.
/// EmptyState without runs or where none of them has an event that could be drawn.
[[nodiscard]] Picture trainingCurvesPicture(std::span<const CurveRun> runs, const CurveOptions& options,
                                            const Canvas& canvas);

}  // namespace sojourn::present
