// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/training/training_curves_data.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <ranges>
#include <span>
#include <utility>

namespace sojourn::present {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// The time of the run's first event of any kind.
double startOf(const RunHistory& history) {
  double first = std::numeric_limits<double>::infinity();
  const auto earliest = [&](const auto& placed) {
    if (!placed.empty()) first = std::min(first, placed.front().wall);
  };
  earliest(history.states);
  earliest(history.epochs);
  earliest(history.ownMetrics);
  earliest(history.evals);
  if (history.steps.size() > 0) first = std::min(first, history.steps.wall.front());
  return first;
}

/// Wall times that never fall, or unknown where they never do.
std::vector<double> withoutFalls(std::span<const double> wall) {
  if (std::ranges::is_sorted(wall)) return {};
  std::vector<double> rising(wall.begin(), wall.end());
  std::inclusive_scan(rising.begin(), rising.end(), rising.begin(),
                      [](double latest, double time) { return time > latest ? time : latest; });
  return rising;
}

}  // namespace

CurveTime::CurveTime(std::shared_ptr<const RunHistory> whose, std::optional<std::int64_t> stepsPerEpoch, CurveX x)
    : m_history(std::move(whose)), m_steps(&m_history->steps), m_x(x) {
  const RunHistory& history = *m_history;
  if (x == CurveX::Epoch) addStretches(stepsPerEpoch.value_or(0));
  if (x == CurveX::WallTime || x == CurveX::Relative) {
    m_start = startOf(history);
    if (m_steps->size() > 0) m_wall = withoutFalls(m_steps->wall);
    // A log without times is read with one time for all its events.
    const auto differs = [&](const auto& placed) { return !placed.empty() && placed.back().wall > m_start; };
    m_hasWall = differs(history.evals) || differs(history.epochs) || (m_steps->size() > 0 && m_steps->wall.back() > 0);
  }
}

void CurveTime::addStretches(std::int64_t stepsPerEpoch) {
  const Column<std::int64_t>& epoch = m_steps->epoch;
  const Column<std::int64_t>& step = m_steps->step;
  const std::int64_t ended = lastEpochOf(*m_history);
  const std::vector<StepGap> gaps = stepGaps(*m_history);
  const auto missing = [&](std::int64_t from, std::int64_t to) {
    return std::ranges::any_of(gaps, [&](const StepGap& gap) { return gap.after >= from && gap.until < to; });
  };
  double steps = static_cast<double>(stepsPerEpoch);
  double reached = 0;
  for (std::size_t i = 0; i < epoch.size();) {
    const auto end = static_cast<std::size_t>(
        std::upper_bound(epoch.begin() + static_cast<std::ptrdiff_t>(i), epoch.end(), epoch[i]) - epoch.begin());
    EpochStretch stretch{.firstIndex = i};
    const auto first = static_cast<double>(step[i]);
    const auto number = static_cast<double>(epoch[i]);
    const bool behindGap = i > 0 && missing(step[i - 1], step[i]);
    const double whole = stepsPerEpoch > 0 ? (number - 1) * static_cast<double>(stepsPerEpoch) : first - 1;
    stretch.before = behindGap     ? std::min(whole, first - 1)
                     : i > 0       ? static_cast<double>(step[i - 1])
                     : number == 1 ? std::min(0.0, first - 1)
                                   : first - 1;
    const double own = static_cast<double>(step[end - 1]) - stretch.before;
    const bool cut = end < epoch.size() && missing(step[end - 1], step[end]);
    const bool over = !cut && (end < epoch.size() || epoch[i] <= ended);
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
  if (m_x == CurveX::Step) return static_cast<double>(m_steps->step[index]);
  if (m_x == CurveX::Epoch) return inStretch(stretchOf(index), m_steps->step[index]);
  const double wall = m_wall.empty() ? m_steps->wall[index] : m_wall[index];
  return m_x == CurveX::Relative ? wall - m_start : wall;
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
  if (m_x == CurveX::Step) return afterStep > 0 ? static_cast<double>(afterStep) : unknown;
  if (m_x == CurveX::WallTime) return m_hasWall ? wall : unknown;
  if (m_x == CurveX::Relative) return m_hasWall ? std::max(0.0, wall - m_start) : unknown;
  const auto after = std::ranges::upper_bound(m_stretches, afterStep, {},
                                              [&](const EpochStretch& s) { return m_steps->step[s.firstIndex]; });
  return after == m_stretches.begin() ? static_cast<double>(epoch) : inStretch(*(after - 1), afterStep);
}

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr const char* validation = "validation";

/// Adds one point, unless the x axis has no place for it.
void addPoint(CurveSeries& series, double x, double value, std::int64_t epoch, std::int64_t step) {
  if (!std::isfinite(x)) return;
  series.ownX.push_back(series.ownX.empty() ? x : std::max(x, series.ownX.back()));
  series.own.push_back(value);
  series.ownEpoch.push_back(epoch);
  series.ownStep.push_back(step);
}

/// The same of an event.
template <class Event>
void addEvent(CurveSeries& series, const EventRecord<Event>& record, std::int64_t epoch, double value) {
  addPoint(series, series.time->ofEvent(epoch, record.afterStep, record.wall), value, epoch, record.afterStep);
}

void addEvaluations(CurveSeries& series, CurveMetric metric) {
  for (const auto& record : series.time->history().evals) {
    const EvalEvent& eval = record.event;
    if (eval.split != validation) continue;
    // Requested where an epoch ended: its own evaluation stands there already.
    if (eval.requested && !series.ownStep.empty() && series.ownStep.back() == record.afterStep) continue;
    // A loss may be no number; any other figure is one, unless there is none.
    const double figure = evaluatedFigure(metric, eval);
    if (metric == CurveMetric::ValidationLoss ? !eval.lossPresent : std::isnan(figure)) continue;
    addEvent(series, record, eval.epoch, figure);
  }
}

/// What a log without steps knows of every epoch: its mean loss, and the learning rate where it tells it.
void addEpochs(CurveSeries& series, CurveMetric metric) {
  for (const auto& record : series.time->history().epochs) {
    const EpochEvent& epoch = record.event;
    const auto figure = metric == CurveMetric::TrainLoss ? std::optional(epoch.trainLoss) : epoch.learningRate;
    if (figure) addEvent(series, record, epoch.epoch, *figure);
  }
}

void addOwn(CurveSeries& series, std::string_view name) {
  for (const auto& record : series.time->history().ownMetrics) {
    const auto& values = record.event.values;
    const auto found = std::ranges::find(values, name, [](const auto& one) { return std::string_view(one.first); });
    if (found != values.end()) addEvent(series, record, record.event.epoch, found->second);
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

void addSystem(CurveSeries& series, CurveMetric metric) {
  const StepColumns& steps = series.time->history().steps;
  for (const auto& record : series.time->history().system) {
    const std::optional<double> figure = systemFigure(metric, record.event);
    if (!figure) continue;
    const auto at = std::ranges::upper_bound(steps.step, record.afterStep) - steps.step.begin();
    addEvent(series, record, at > 0 ? steps.epoch[static_cast<std::size_t>(at) - 1] : 0, *figure);
  }
}

/// Whether an evaluation after that step is one that ends an epoch; one that was asked for within an epoch is none that
/// the early stop reads, and has no counterpart in other seeds.
bool endsEpoch(const RunHistory& history, std::int64_t afterStep) {
  return history.epochs.empty() ||
         std::ranges::binary_search(history.epochs, afterStep, {}, &EventRecord<EpochEvent>::afterStep);
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
  /// An evaluation that is followed by another of its epoch does not enter.
  void skip() {
    if (m_series->perStep) return;
    const auto counts = [&] {
      if (m_at + 1 < m_values.size() && m_series->epochAt(m_at + 1) == m_series->epochAt(m_at)) return false;
      return endsEpoch(m_series->time->history(), m_series->stepAt(m_at));
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
  const MetricFacts& facts = factsOf(metric);
  const auto column = facts.column;
  // A trainer that does not measure something writes "NaN" at every step.
  series->perStep =
      column && !std::ranges::all_of(history.steps.*column, [](double value) { return std::isnan(value); });
  if (series->perStep) {
    series->values = history.steps.*column;
    series->steps = &history.steps;
    series->seriesCache = std::move(seriesCache);
  } else {
    if (metric == CurveMetric::TrainLoss || metric == CurveMetric::LearningRate)
      addEpochs(*series, metric);
    else if (isOfSystem(metric))
      addSystem(*series, metric);
    else if (facts.source == MetricSource::Own)
      addOwn(*series, facts.name.substr(facts.name.find(':') + 1));
    else if (!column)
      addEvaluations(*series, metric);
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
    for (const SeedCursor& seed : seeds)
      if (!seed.done()) next = std::min(next, seed.key());
    if (next == none) break;
    double sum = 0, low = std::numeric_limits<double>::infinity(), high = -low;
    std::size_t count = 0;
    bool placed = false;
    for (SeedCursor& seed : seeds) {
      if (seed.done() || seed.key() != next) continue;
      if (!std::exchange(placed, true)) addPoint(*mean, seed.x(), nothing, seed.epoch(), seed.step());
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
  std::optional<std::int64_t> best;
  double lowest = std::numeric_limits<double>::infinity();
  for (const auto& [seq, wall, afterStep, eval] : run.history->evals) {
    if (eval.split != validation || eval.requested || !endsEpoch(*run.history, afterStep)) continue;
    if (eval.batchMeanLoss < lowest) {
      lowest = eval.batchMeanLoss;
      best = eval.epoch;
    }
  }
  return best;
}

bool stoppedEarly(const CurveRun& run) {
  return run.state == RunState::Finished && run.plannedEpochs && lastEpochOf(*run.history) < *run.plannedEpochs;
}

std::int64_t lastEpochOf(const RunHistory& history) {
  if (!history.epochs.empty()) return history.epochs.back().event.epoch;
  std::int64_t last = 0;
  for (const auto& record : history.evals)
    if (record.event.split == validation) last = std::max(last, record.event.epoch);
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

CutEnds cutEndsOf(CurveMetric metric, bool logarithmic) {
  const MetricFacts& facts = factsOf(metric);
  if (!facts.isLoss && !facts.isGradientNorm) return CutEnds::None;
  return logarithmic ? CutEnds::Both : CutEnds::High;
}

}  // namespace sojourn::present
