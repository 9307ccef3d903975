// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/training_curves_data.h"

#include <algorithm>
#include <cmath>

namespace sojourn::present {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr const char* validation = "validation";

/// The time of the run's first event of any kind.
double startOf(const RunHistory& history) {
  double first = std::numeric_limits<double>::infinity();
  const auto earliest = [&](const auto& placed) {
    if (!placed.empty()) first = std::min(first, placed.front().wall);
  };
  earliest(history.states);
  earliest(history.epochs);
  earliest(history.evals);
  if (history.steps.size() > 0) first = std::min(first, history.steps.wall.front());
  return first;
}

/// Wall times that never fall, or nothing where they never do.
std::vector<double> withoutFalls(const std::vector<double>& wall) {
  std::vector<double> rising;
  if (std::ranges::is_sorted(wall)) return rising;
  rising.reserve(wall.size());
  double latest = wall.front();
  for (const double time : wall) {
    if (time > latest) latest = time;
    rising.push_back(latest);
  }
  return rising;
}

std::span<const double> stepColumn(CurveMetric metric, const StepColumns& steps) {
  switch (metric) {
    case CurveMetric::GradientNorm:
      return steps.gradientNorm;
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

CurveSeries evaluations(CurveMetric metric, const RunHistory& history, const CurveTime& time) {
  CurveSeries series;
  for (const auto& placed : history.evals) {
    const EvalEvent& eval = placed.event;
    if (eval.split != validation) continue;
    // A loss may be no number; any other figure is one, unless there is none.
    const double figure = evaluatedFigure(metric, eval);
    if (metric == CurveMetric::ValidationLoss ? !eval.lossTold : std::isnan(figure)) continue;
    addPoint(series, time.ofEvent(eval.epoch, placed.afterStep, placed.wall), figure, eval.epoch, placed.afterStep);
  }
  return series;
}

/// The mean loss of every epoch: what a log without steps knows.
CurveSeries epochLosses(const RunHistory& history, const CurveTime& time) {
  CurveSeries series;
  for (const auto& placed : history.epochs) {
    addPoint(series, time.ofEvent(placed.event.epoch, placed.afterStep, placed.wall), placed.event.trainLoss,
             placed.event.epoch, placed.afterStep);
  }
  return series;
}

/// The learning rate of every epoch, where a log tells it so.
CurveSeries epochRates(const RunHistory& history, const CurveTime& time) {
  CurveSeries series;
  for (const auto& placed : history.epochs) {
    if (!placed.event.learningRate) continue;
    addPoint(series, time.ofEvent(placed.event.epoch, placed.afterStep, placed.wall), *placed.event.learningRate,
             placed.event.epoch, placed.afterStep);
  }
  return series;
}

}  // namespace

CurveTime::CurveTime(const CurveRun& run, CurveX x) : m_steps(&run.history->steps), m_x(x) {
  const RunHistory& history = *run.history;
  if (x == CurveX::Epoch) addStretches(run);
  if (x == CurveX::WallTime || x == CurveX::Relative) {
    m_start = startOf(history);
    if (m_steps->size() > 0) m_wall = withoutFalls(m_steps->wall);
    // A log without times is read with one time for all its events.
    const auto differs = [&](const auto& placed) { return !placed.empty() && placed.back().wall > m_start; };
    m_hasWall = differs(history.evals) || differs(history.epochs) || (m_steps->size() > 0 && m_steps->wall.back() > 0);
  }
}

void CurveTime::addStretches(const CurveRun& run) {
  const std::vector<std::int64_t>& epoch = m_steps->epoch;
  const std::vector<std::int64_t>& step = m_steps->step;
  const std::int64_t ended = lastEpochOf(*run.history);
  double steps = static_cast<double>(run.stepsPerEpoch.value_or(0));
  double reached = 0;
  for (std::size_t i = 0; i < epoch.size();) {
    const auto end = static_cast<std::size_t>(
        std::upper_bound(epoch.begin() + static_cast<std::ptrdiff_t>(i), epoch.end(), epoch[i]) - epoch.begin());
    EpochStretch stretch{.firstIndex = i};
    const auto first = static_cast<double>(step[i]);
    const auto number = static_cast<double>(epoch[i]);
    stretch.before = i > 0 ? static_cast<double>(step[i - 1]) : number == 1 ? std::min(0.0, first - 1) : first - 1;
    const double own = static_cast<double>(step[end - 1]) - stretch.before;
    const bool over = end < epoch.size() || epoch[i] <= ended;
    steps = stretch.steps = std::max(1.0, over ? own : std::max(own, steps));
    stretch.from = std::max(reached, number - 1);
    stretch.width = std::max(stretch.from, number) - stretch.from;
    reached = stretch.from + stretch.width * own / stretch.steps;
    m_stretches.push_back(stretch);
    i = end;
  }
}

double CurveTime::inStretch(const EpochStretch& stretch, std::int64_t step) {
  const double share = (static_cast<double>(step) - stretch.before) / stretch.steps;
  return stretch.from + stretch.width * std::clamp(share, 0.0, 1.0);
}

double CurveTime::ofStep(std::size_t index) const {
  switch (m_x) {
    case CurveX::Step:
      return static_cast<double>(m_steps->step[index]);
    case CurveX::WallTime:
    case CurveX::Relative: {
      const double wall = m_wall.empty() ? m_steps->wall[index] : m_wall[index];
      return m_x == CurveX::Relative ? wall - m_start : wall;
    }
    case CurveX::Epoch:
      break;
  }
  return inStretch(stretchOf(index), m_steps->step[index]);
}

const CurveTime::EpochStretch& CurveTime::stretchOf(std::size_t index) const {
  // Epochs follow each other in almost every log: then the epoch is the place.
  const auto guess = static_cast<std::uint64_t>(m_steps->epoch[index]) - static_cast<std::uint64_t>(m_steps->epoch[0]);
  if (guess < m_stretches.size() && m_stretches[guess].firstIndex <= index &&
      (guess + 1 == m_stretches.size() || m_stretches[guess + 1].firstIndex > index)) {
    return m_stretches[guess];
  }
  return *(std::ranges::upper_bound(m_stretches, index, {}, &EpochStretch::firstIndex) - 1);
}

double CurveTime::ofEvent(std::int64_t epoch, std::int64_t afterStep, double wall) const {
  switch (m_x) {
    case CurveX::Step:
      return afterStep > 0 ? static_cast<double>(afterStep) : nothing;
    case CurveX::WallTime:
      return m_hasWall ? wall : nothing;
    case CurveX::Relative:
      return m_hasWall ? std::max(0.0, wall - m_start) : nothing;
    case CurveX::Epoch:
      break;
  }
  const auto after = std::ranges::upper_bound(m_stretches, afterStep, {},
                                              [&](const EpochStretch& s) { return m_steps->step[s.firstIndex]; });
  return after == m_stretches.begin() ? static_cast<double>(epoch) : inStretch(*(after - 1), afterStep);
}

std::vector<CurveSeries> curveSeries(CurveMetric metric, std::span<const CurveRun> runs,
                                     std::span<const CurveTime> times) {
  std::vector<CurveSeries> all;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const RunHistory& history = *runs[r].history;
    CurveSeries series;
    const std::span<const double> column = stepColumn(metric, history.steps);
    if (isPerStep(metric) && !column.empty()) {
      series.perStep = true;
      series.values = column;
      series.time = &times[r];
      series.steps = &history.steps;
    } else if (metric == CurveMetric::TrainLoss) {
      series = epochLosses(history, times[r]);
    } else if (metric == CurveMetric::LearningRate) {
      series = epochRates(history, times[r]);
    } else if (!isPerStep(metric)) {
      series = evaluations(metric, history, times[r]);
    }
    series.run = r;
    if (!series.perStep) series.values = series.own;
    if (!series.values.empty()) all.push_back(std::move(series));
  }
  return all;
}

std::optional<std::int64_t> bestEpochOf(const CurveRun& run) {
  if (run.bestEpoch) return run.bestEpoch;
  const RunHistory& history = *run.history;
  // An evaluation that was asked for within an epoch is none that the early stop reads.
  const auto endsEpoch = [&](std::int64_t afterStep) {
    return history.epochs.empty() ||
           std::ranges::binary_search(history.epochs, afterStep, {}, &Placed<EpochEvent>::afterStep);
  };
  std::optional<std::int64_t> best;
  double lowest = std::numeric_limits<double>::infinity();
  for (const auto& placed : history.evals) {
    if (placed.event.split != validation || !endsEpoch(placed.afterStep)) continue;
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
    default:
      return nothing;
  }
}

bool isPerStep(CurveMetric metric) {
  return metric == CurveMetric::TrainLoss || metric == CurveMetric::GradientNorm ||
         metric == CurveMetric::LearningRate || metric == CurveMetric::Throughput;
}

}  // namespace sojourn::present
