// SPDX-License-Identifier: GPL-3.0-or-later
// The Training curves view: what several runs measured, as small multiples over one x axis.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/runs/log/run_history.h"
#include "model/runs/store/run_process.h"
#include "views/present/chart/smoothing.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

enum class CurveX { Epoch, Step, WallTime, Relative };

enum class CurveMetric {
  ValidationLoss,
  TrainLoss,
  AccuracyAll,
  AccuracyKnown,
  ReciprocalRankAll,
  ReciprocalRankKnown,
  GradientNorm,
  ClippedGradientNorm,
  LearningRate,
  Throughput,
  Processor,
  Memory,
  GpuLoad,
  GpuMemory,
  // Behind these: metrics that other programs name, as ownCurveMetric() gives them.
};

/// The metric that other programs call so; the same for the same name as long as this process lives. Nothing where a
/// thousand others have been named before it: a log may be full of them. Any thread.
[[nodiscard]] std::optional<CurveMetric> ownCurveMetric(std::string_view name);
/// All of them in the order in which they are offered, and those that are shown before anybody has chosen.
[[nodiscard]] std::vector<CurveMetric> allCurveMetrics();
[[nodiscard]] std::vector<CurveMetric> usualCurveMetrics();
/// Those of other programs' names in these runs, in the order in which they come.
struct CurveRun;
[[nodiscard]] std::vector<CurveMetric> ownCurveMetrics(std::span<const CurveRun> runs);

/// The words of the actions below: "epoch", "step", "wall_time", "relative"; "validation_loss", "train_loss", ...;
/// "own:recall@20" where another program says "recall@20".
[[nodiscard]] std::string_view curveXName(CurveX x);
[[nodiscard]] std::optional<CurveX> curveXNamed(std::string_view name);
[[nodiscard]] std::string_view curveMetricName(CurveMetric metric);
[[nodiscard]] std::optional<CurveMetric> curveMetricNamed(std::string_view name);
/// As it stands over its panel: "Acc@1, known targets".
[[nodiscard]] std::string_view curveMetricTitle(CurveMetric metric);

/// One run of the comparison.
struct CurveRun {
  std::string id{};
  std::string title{};
  Color color{};                                ///< runColor() of its id
  std::shared_ptr<const RunHistory> history{};  ///< never changes; nothing is drawn where it is absent
  std::optional<std::int64_t> bestEpoch{};      ///< absent: the epoch with the lowest validation loss
  RunState state = RunState::Running;
  bool dashed = false;                          ///< an older run's colour again, or a reference such as a published log
  std::optional<std::int64_t> plannedEpochs{};  ///< finished before them: stopped early
  std::optional<std::int64_t> stepsPerEpoch{};  ///< places the first epoch while it runs; later ones tell it themselves
  std::string group{};  ///< the same for seeds of one configuration; empty where it is to stay by itself
  std::string groupTitle{};
  std::string seed{};          ///< empty: not known, and different from all others
  std::size_t groupSeeds = 0;  ///< all there are of that configuration, also those that are not in the curves
  bool operator==(const CurveRun&) const = default;
};

/// A part of the x axis, in its own unit.
struct CurveOptions {
  CurveX x = CurveX::Epoch;
  double smoothing = 0;  ///< 0 .. 0.99, of step series only
  bool logarithmicLoss = false;
  bool grouped = false;   ///< seeds as their mean and a band, on the axes of epochs and steps
  bool seedLines = true;  ///< each seed as a thin line behind its group's
  std::vector<CurveMetric> shown = usualCurveMetrics();  ///< in this order; the usual ones: and all own ones of the runs
  std::optional<CurveMetric> enlarged{};                 ///< alone on the whole canvas
  std::optional<double> cursor{};                        ///< in the unit of x: epochs, steps, seconds
  std::optional<CurveRange> visible{};                   ///< absent: everything
  bool operator==(const CurveOptions&) const = default;
};

class CurveCache;

/// Epoch: evaluations at the end of their epoch, steps between, evenly. WallTime: seconds since 1970, shown as UTC.
/// Relative: seconds since the run's start, pauses included. Rewound steps are the history's affair.
///
/// Raw lines are thinned to the extremes of each pixel column; smoothing (before thinning) lies over the pale raw line.
/// A group's line is the mean of its seeds at each step or epoch, paler where not all of them have come so far, its
/// band reaches from the lowest to the highest of them (each smoothed before).
/// Actions of the hit areas: setX {curveXName}, setSmoothing {number}, setLog {"on", "off"}, setSeeds {"band", "lines",
/// "single"}, pickPanels, enlarge {curveMetricName,
/// or nothing for all}, setCursor {x, to the last digit}; of the zoom: setRange {"from,to", or nothing for all}.
/// EmptyState without runs or where none of them has an event that could be drawn.
/// With a cache only what has changed since the last picture is made again, and nothing but the cursor where it alone
/// has moved; the canvas' theme and measurer then live as long as the cache.
[[nodiscard]] ViewContent trainingCurvesContent(std::span<const CurveRun> runs, const CurveOptions& options,
                                                const Canvas& canvas, CurveCache* cache = nullptr);

/// The options that a workspace keeps: not where one is looking.
struct KeptCurves {
  std::string x = std::string(curveXName(CurveX::Epoch));
  double smoothing = usualSmoothing;
  bool logarithmicLoss = false, grouped = true, seedLines = true;
  std::vector<std::string> panels = {};  ///< by curveMetricName(); empty: the usual ones

  static void fields(auto& json, auto& kept) {
    json.orDefault("x", kept.x);
    json.orDefault("smoothing", kept.smoothing);
    json.orDefault("log_loss", kept.logarithmicLoss);
    json.orDefault("grouped", kept.grouped);
    json.orDefault("seed_lines", kept.seedLines);
    json.orDefault("panels", kept.panels);
  }
};
[[nodiscard]] KeptCurves keptCurves(const CurveOptions& options);
/// What is unknown or out of range keeps its default.
[[nodiscard]] CurveOptions curveOptionsOf(const KeptCurves& kept);

struct CurveState {
  CurveOptions options;
  std::vector<std::string> runs;  ///< in the curves: their folders; empty: nobody has said
};

/// "x=step smoothing=0.9 log=on seeds=band panels=train_loss,mrr_all enlarged=train_loss cursor=1200 range=0,5
/// runs=a,b". Names are percent-encoded, so that the text has no space, quote or comma of theirs.
[[nodiscard]] std::string curveStateText(const CurveState& state);

/// What is absent, unknown or out of range keeps its default.
[[nodiscard]] CurveState curveStateFrom(std::string_view text);

}  // namespace sojourn::present
