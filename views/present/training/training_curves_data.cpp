// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/training/training_curves_data.h"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace sojourn::present {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr const char* validation = "validation";

std::span<const double> stepColumn(CurveMetric metric, const StepColumns& steps) {
  switch (metric) {
    case CurveMetric::GradientNorm:
      return steps.gradientNorm;
    case CurveMetric::ClippedGradientNorm:
      return steps.clippedGradientNorm;
    case CurveMetric::LearningRate:
      return steps.learningRate;
    case CurveMetric::Throughput:
      return steps.sequencesPerSecond;
    default:
      return steps.loss;
  }
}

/// Adds one point, unless the x axis has no place for it.
void addPoint(CurveSeries& series, double x, double value, std::int64_t epoch, std::int64_t step) {
  if (!std::isfinite(x)) return;
  series.ownX.push_back(series.ownX.empty() ? x : std::max(x, series.ownX.back()));
  series.own.push_back(value);
  series.ownEpoch.push_back(epoch);
  series.ownStep.push_back(step);
}

void addEvaluations(CurveSeries& series, CurveMetric metric, const CurveTime& time) {
  const RunHistory& history = time.history();
  for (const auto& placed : history.evals) {
    const EvalEvent& eval = placed.event;
    if (eval.split != validation) continue;
    // Requested where an epoch ended: its own evaluation stands there already.
    if (eval.requested && !series.ownStep.empty() && series.ownStep.back() == placed.afterStep) continue;
    // A loss may be no number; any other figure is one, unless there is none.
    const double figure = evaluatedFigure(metric, eval);
    if (metric == CurveMetric::ValidationLoss ? !eval.lossPresent : std::isnan(figure)) continue;
    addPoint(series, time.ofEvent(eval.epoch, placed.afterStep, placed.wall), figure, eval.epoch, placed.afterStep);
  }
}

/// The mean loss of every epoch: what a log without steps knows.
void addEpochLosses(CurveSeries& series, const CurveTime& time) {
  for (const auto& placed : time.history().epochs) {
    addPoint(series, time.ofEvent(placed.event.epoch, placed.afterStep, placed.wall), placed.event.trainLoss,
             placed.event.epoch, placed.afterStep);
  }
}

/// The learning rate of every epoch, where a log tells it so.
void addEpochRates(CurveSeries& series, const CurveTime& time) {
  for (const auto& placed : time.history().epochs) {
    if (!placed.event.learningRate) continue;
    addPoint(series, time.ofEvent(placed.event.epoch, placed.afterStep, placed.wall), *placed.event.learningRate,
             placed.event.epoch, placed.afterStep);
  }
}

std::optional<double> systemFigure(CurveMetric metric, const SystemEvent& event) {
  constexpr double gigabyte = 1e9;
  switch (metric) {
    case CurveMetric::Processor:
      return event.cpu;
    case CurveMetric::Memory:
      return static_cast<double>(event.memoryBytes) / gigabyte;
    case CurveMetric::GpuLoad:
      return event.gpu;
    case CurveMetric::GpuMemory:
      if (event.gpuMemoryBytes) return static_cast<double>(*event.gpuMemoryBytes) / gigabyte;
      break;
    default:
      break;
  }
  return std::nullopt;
}

void addSystem(CurveSeries& series, CurveMetric metric, const CurveTime& time) {
  const StepColumns& steps = time.history().steps;
  for (const auto& placed : time.history().system) {
    const std::optional<double> figure = systemFigure(metric, placed.event);
    if (!figure) continue;
    const auto after = std::ranges::upper_bound(steps.step, placed.afterStep);
    const auto at = after - steps.step.begin();
    const std::int64_t epoch = at > 0 ? steps.epoch[static_cast<std::size_t>(at) - 1] : 0;
    addPoint(series, time.ofEvent(epoch, placed.afterStep, placed.wall), *figure, epoch, placed.afterStep);
  }
}

/// A point of one seed that may enter a mean: any step, or the end of an epoch.
class SeedCursor {
 public:
  SeedCursor(const CurveSeries& series, std::span<const double> values) : m_series(&series), m_values(values) {
    skip();
  }

  [[nodiscard]] bool done() const { return m_at >= m_values.size(); }
  [[nodiscard]] std::int64_t key() const {
    return m_series->perStep ? m_series->stepAt(m_at) : m_series->epochAt(m_at);
  }
  [[nodiscard]] double value() const { return m_values[m_at]; }
  [[nodiscard]] double x() const { return m_series->xAt(m_at); }
  [[nodiscard]] std::int64_t epoch() const { return m_series->epochAt(m_at); }
  [[nodiscard]] std::int64_t step() const { return m_series->stepAt(m_at); }
  void advance() {
    ++m_at;
    skip();
  }

 private:
  /// An evaluation that was asked for within an epoch has no counterpart in the other seeds; neither has one that is
  /// followed by another of its epoch.
  void skip() {
    if (m_series->perStep) return;
    const auto& epochs = m_series->time->history().epochs;
    const auto counts = [&] {
      if (m_at + 1 < m_values.size() && m_series->epochAt(m_at + 1) == m_series->epochAt(m_at)) return false;
      return epochs.empty() ||
             std::ranges::binary_search(epochs, m_series->stepAt(m_at), {}, &EventRecord<EpochEvent>::afterStep);
    };
    while (!done() && !counts()) ++m_at;
  }

  const CurveSeries* m_series;
  std::span<const double> m_values;
  std::size_t m_at = 0;
};

/// The first point behind each gap in the log that has swallowed some of the series.
std::vector<std::size_t> gapsIn(const CurveSeries& series, const RunHistory& history) {
  std::vector<std::size_t> gaps;
  const auto all = std::views::iota(std::size_t{0}, series.values.size());
  for (const StepGap& gap : stepGaps(history)) {
    const auto behind = std::ranges::partition_point(all, [&](std::size_t i) { return series.stepAt(i) <= gap.after; });
    if (behind == all.begin() || behind == all.end()) continue;
    // Of the evaluations none is missing where the gap lies within an epoch.
    if (series.perStep || series.epochAt(*behind) > series.epochAt(*behind - 1) + 1) gaps.push_back(*behind);
  }
  return gaps;
}

}  // namespace

CurveSeriesPtr curveSeries(CurveMetric metric, const std::shared_ptr<const CurveTime>& time,
                           std::shared_ptr<SeriesCache> seriesCache) {
  const RunHistory& history = time->history();
  auto series = std::make_shared<CurveSeries>();
  series->time = time;
  const std::span<const double> column = stepColumn(metric, history.steps);
  series->perStep = isPerStep(metric) && !column.empty();
  if (series->perStep) {
    series->values = column;
    series->steps = &history.steps;
    series->seriesCache = std::move(seriesCache);
  } else {
    if (metric == CurveMetric::TrainLoss)
      addEpochLosses(*series, *time);
    else if (metric == CurveMetric::LearningRate)
      addEpochRates(*series, *time);
    else if (isOfSystem(metric))
      addSystem(*series, metric, *time);
    else if (!isPerStep(metric))
      addEvaluations(*series, metric, *time);
    series->values = series->own;
  }
  if (!series->seriesCache) series->seriesCache = std::make_shared<SeriesCache>();
  series->gaps = gapsIn(*series, history);
  return series->values.empty() ? nullptr : series;
}

CurveSeriesPtr meanOfSeeds(std::span<const CurveSeriesPtr> members, std::span<const std::span<const double>> values) {
  auto mean = std::make_shared<CurveSeries>();
  mean->seeds = members.size();
  std::vector<SeedCursor> seeds;
  for (std::size_t m = 0; m < members.size(); ++m) seeds.emplace_back(*members[m], values[m]);
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  for (;;) {
    std::int64_t next = none;
    for (const SeedCursor& seed : seeds) next = seed.done() ? next : std::min(next, seed.key());
    if (next == none) break;
    double sum = 0, low = std::numeric_limits<double>::infinity(), high = -low;
    std::size_t count = 0;
    bool placed = false;
    for (SeedCursor& seed : seeds) {
      if (seed.done() || seed.key() != next) continue;
      if (!placed) {
        addPoint(*mean, seed.x(), nothing, seed.epoch(), seed.step());
        placed = true;
      }
      const double value = seed.value();
      if (std::isfinite(value)) {
        sum += value;
        low = std::min(low, value), high = std::max(high, value);
        ++count;
      }
      seed.advance();
    }
    const bool any = count > 0;
    mean->own.back() = any ? sum / static_cast<double>(count) : nothing;
    mean->low.push_back(any ? low : nothing);
    mean->high.push_back(any ? high : nothing);
    mean->count.push_back(count);
  }
  mean->values = mean->own;
  mean->seriesCache = std::make_shared<SeriesCache>();
  return mean->values.empty() ? nullptr : mean;
}

std::optional<std::int64_t> bestEpochOf(const CurveRun& run) {
  if (run.bestEpoch) return run.bestEpoch;
  const RunHistory& history = *run.history;
  // An evaluation that was asked for within an epoch is none that the early stop reads.
  const auto endsEpoch = [&](std::int64_t afterStep) {
    return history.epochs.empty() ||
           std::ranges::binary_search(history.epochs, afterStep, {}, &EventRecord<EpochEvent>::afterStep);
  };
  std::optional<std::int64_t> best;
  double lowest = std::numeric_limits<double>::infinity();
  for (const auto& placed : history.evals) {
    if (placed.event.split != validation || placed.event.requested || !endsEpoch(placed.afterStep)) continue;
    if (placed.event.batchMeanLoss < lowest) {
      lowest = placed.event.batchMeanLoss;
      best = placed.event.epoch;
    }
  }
  return best;
}

bool stoppedEarly(const CurveRun& run) {
  return run.state == RunState::Finished && run.plannedEpochs && lastEpochOf(*run.history) < *run.plannedEpochs;
}

std::int64_t lastEpochOf(const RunHistory& history) {
  std::int64_t last = 0;
  if (!history.epochs.empty()) last = history.epochs.back().event.epoch;
  for (const auto& placed : history.evals) {
    if (history.epochs.empty() && placed.event.split == validation) last = std::max(last, placed.event.epoch);
  }
  return last;
}

double evaluatedFigure(CurveMetric metric, const EvalEvent& eval) {
  const auto figure = [](const EvalFigures& figures, double value) { return figures.n != 0 ? value : nothing; };
  switch (metric) {
    case CurveMetric::ValidationLoss:
      return eval.batchMeanLoss;
    case CurveMetric::AccuracyAll:
      return figure(eval.metrics.all, eval.metrics.all.accuracy[0]);
    case CurveMetric::AccuracyKnown:
      return figure(eval.metrics.known, eval.metrics.known.accuracy[0]);
    case CurveMetric::ReciprocalRankAll:
      return figure(eval.metrics.all, eval.metrics.all.mrr);
    case CurveMetric::ReciprocalRankKnown:
      return figure(eval.metrics.known, eval.metrics.known.mrr);
    default:
      return nothing;
  }
}

bool isPerStep(CurveMetric metric) {
  return metric == CurveMetric::TrainLoss || metric == CurveMetric::GradientNorm ||
         metric == CurveMetric::ClippedGradientNorm || metric == CurveMetric::LearningRate ||
         metric == CurveMetric::Throughput;
}

bool isOfSystem(CurveMetric metric) {
  return metric == CurveMetric::Processor || metric == CurveMetric::Memory || metric == CurveMetric::GpuLoad ||
         metric == CurveMetric::GpuMemory;
}

}  // namespace sojourn::present
