// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the rows of an imported log into the history of a run.
#include <algorithm>
#include <cmath>
#include <limits>

#include "model/runs/import/import_readers.h"

namespace sojourn {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
/// A double does not distinguish larger counts, and no training counts so far.
constexpr double largestCount = 1e15;
constexpr double latestWall = 1e11;

/// What is measured of training, and its column.
constexpr std::array<std::pair<Measure, Column<double> StepColumns::*>, 6> trainingMeasures{
    {{Measure::Loss, &StepColumns::loss},
     {Measure::LearningRate, &StepColumns::learningRate},
     {Measure::GradientNorm, &StepColumns::gradientNorm},
     {Measure::ClippedGradientNorm, &StepColumns::clippedGradientNorm},
     {Measure::SequencesPerSecond, &StepColumns::sequencesPerSecond},
     {Measure::TokensPerSecond, &StepColumns::tokensPerSecond}}};
constexpr std::array percentages{Measure::Accuracy1, Measure::Accuracy3, Measure::Accuracy5, Measure::Accuracy10};
constexpr std::array corrects{Measure::Correct1, Measure::Correct3, Measure::Correct5, Measure::Correct10};

std::optional<std::int64_t> countOf(double value) {
  if (!(value >= 0 && value <= largestCount) || value != std::floor(value)) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

std::int64_t countOr(const std::optional<double>& value, std::int64_t otherwise) {
  return value ? countOf(*value).value_or(otherwise) : otherwise;
}

/// `present` gives the figures by their measures.
template <class Present>
MetricsByTarget figuresOf(const Present& present) {
  const auto number = [&](Measure measure) { return present(measure).value_or(nothing); };
  MetricsByTarget figures;
  Metrics& all = figures.all;
  all.n = countOr(present(Measure::Count), Metrics::unknown);
  for (std::size_t k = 0; k < accuracyCutoffs.size(); ++k) {
    all.correct[k] = countOr(present(corrects[k]), 0);
    all.accuracy[k] = number(percentages[k]);
  }
  all.mrr = number(Measure::ReciprocalRank);
  all.ndcg10 = number(Measure::Gain10);
  all.f1 = number(Measure::F1);
  if (all.f1 > 1) all.f1 /= 100;  // in percent there, 0 to 1 here
  if (present(Measure::KnownAccuracy1) || present(Measure::KnownReciprocalRank)) {
    figures.known = {.n = Metrics::unknown,
                     .accuracy = {number(Measure::KnownAccuracy1), nothing, nothing, nothing},
                     .mrr = number(Measure::KnownReciprocalRank),
                     .ndcg10 = nothing,
                     .f1 = nothing};
  }
  return figures;
}

/// Calls `change` with every figure that is a percentage.
template <class Change>
void forPercentages(MetricsByTarget& metrics, const Change& change) {
  for (Metrics* figures : {&metrics.all, &metrics.known}) {
    for (double& accuracy : figures->accuracy) change(accuracy);
    change(figures->mrr);
    change(figures->ndcg10);
  }
}

}  // namespace

void ImportRow::setNamed(const NamedMeasure& named, double value) {
  (named.test ? m_test : m_values)[static_cast<std::size_t>(named.measure)] = value;
  m_percent |= named.percent;
}

bool ImportRow::hasTraining() const {
  return std::ranges::any_of(trainingMeasures, [&](const auto& one) { return (*this)[one.first].has_value(); });
}

bool ImportRow::hasEvaluation() const {
  return std::any_of(m_values.begin() + static_cast<std::ptrdiff_t>(Measure::ValidationLoss), m_values.end(),
                     [](const auto& value) { return value.has_value(); });
}

bool ImportRow::hasTest() const {
  return std::ranges::any_of(m_test, [](const auto& value) { return value.has_value(); });
}

void ImportBuilder::started(double wall) {
  if (m_wallPresent || !std::isfinite(wall)) return;
  m_wallPresent = true;
  m_wall = wall;
  m_epochBegan = wall;
  addEvent(wall, StateEvent{.state = RunState::Running, .why = "imported"});
}

void ImportBuilder::addEvent(double wall, EventBody body) {
  m_history.add({.seq = ++m_seq, .wall = wall, .body = std::move(body)});
}

double ImportBuilder::secondsUntil(double wall) const {
  return m_wallPresent && m_epochBegan ? wall - *m_epochBegan : nothing;
}

void ImportBuilder::refuse(Error error) {
  ++m_refused;
  m_lastRefused = std::move(error);
}

/// Where a row lies; false where what it says of that is no place.
bool ImportBuilder::place(const ImportRow& row, std::int64_t& step, std::int64_t& epoch, double& wall) {
  if (const auto& present = row[Measure::Step]) {
    const auto count = countOf(*present);
    if (!count) return false;
    step = *count;
    m_stepsPresent = true;
  }
  if (const auto& present = row[Measure::Epoch]) {
    const auto count = countOf(std::ceil(*present));
    if (!count) return false;
    epoch = *count;
    m_epochsPresent = true;
    m_fractions |= *present != std::ceil(*present);
  }
  if (const auto& present = row[Measure::Wall]; present && *present >= 0 && *present <= latestWall) {
    if (!m_wallPresent) started(*present);
    m_wall = *present;
  }
  wall = m_wall;
  return true;
}

void ImportBuilder::add(const ImportRow& row) {
  if (row.hasTest()) addTest(row);
  const bool training = row.hasTraining();
  const bool evaluation = row.hasEvaluation();
  if (!training && !evaluation) {
    if (row[Measure::Wall] && !m_wallPresent && std::isfinite(*row[Measure::Wall])) started(*row[Measure::Wall]);
    m_rows += row.hasTest() ? 1 : 0;
    return;
  }
  m_percent |= row.percent();
  std::int64_t step = 0;
  std::int64_t epoch = m_epochsPresent ? m_lastEpoch : m_lastEpoch + 1;
  double wall = 0;
  if (!place(row, step, epoch, wall)) {
    refuse({ErrorKind::BadInput, m_where, "has a step or an epoch that is not a whole number from 0 to 10^15",
            "it is left out"});
    return;
  }
  for (std::size_t i = 0; i < measureCount; ++i) m_present[i] |= row[static_cast<Measure>(i)].has_value();
  ++m_rows;
  if (!row[Measure::Step]) {
    addEpochRow(row, step, epoch, wall);
    return;
  }
  if (training) addTraining(row, step, epoch, wall);
  if (evaluation) addEvaluation(row, step, epoch, wall);
  if (m_epochsPresent) m_lastEpoch = epoch;
}

void ImportBuilder::addTraining(const ImportRow& row, std::int64_t step, std::int64_t epoch, double wall) {
  if (!m_epochBegan && m_wallPresent) m_epochBegan = wall;
  if (row[Measure::LearningRate]) m_learningRate = row[Measure::LearningRate];
  const double loss = row[Measure::Loss].value_or(nothing);
  m_history.addStep({.step = step,
                     .epoch = epoch,
                     .loss = loss,
                     .learningRate = m_learningRate.value_or(nothing),
                     .gradientNorm = row[Measure::GradientNorm].value_or(nothing),
                     .clippedGradientNorm = row[Measure::ClippedGradientNorm].value_or(nothing),
                     .sequencesPerSecond = row[Measure::SequencesPerSecond].value_or(nothing),
                     .tokensPerSecond = row[Measure::TokensPerSecond].value_or(nothing)},
                    wall);
  if (!row[Measure::Loss]) return;
  m_lossSum += loss;
  ++m_lossCount;
}

void ImportBuilder::addEvaluation(const ImportRow& row, std::int64_t step, std::int64_t epoch, double wall) {
  ++m_evals;
  const StepColumns& steps = m_history.steps;
  if (steps.size() > 0 && steps.step.back() == step) {
    ++m_coinciding;
    if (m_coinciding == steps.size()) {
      const std::size_t last = steps.size() - 1;
      m_epochRows.push_back({.step = step,
                             .epoch = epoch,
                             .wall = wall,
                             .loss = steps.loss[last],
                             .seconds = secondsUntil(wall),
                             .learningRate = m_learningRate,
                             .hasLoss = m_lossCount > 0});
    }
  }
  if (m_lossCount > 0) endEpoch(step, epoch, wall, row[Measure::Seconds]);
  const auto present = [&](Measure measure) { return row[measure]; };
  addEvent(wall, EvalEvent{.epoch = epoch,
                           .split = "validation",
                           .metrics = figuresOf(present),
                           .batchMeanLoss = row[Measure::ValidationLoss].value_or(nothing),
                           .lossPresent = row[Measure::ValidationLoss].has_value()});
  // The place is the row's, also where the log names no step for it.
  m_history.evals.back().afterStep = std::max(step, m_history.evals.back().afterStep);
  if (!m_epochsPresent) m_lastEpoch = epoch;
  m_epochBegan = wall;
}

/// The mean of the losses since the last evaluation.
void ImportBuilder::endEpoch(std::int64_t step, std::int64_t epoch, double wall, std::optional<double> seconds) {
  auto& epochs = m_history.epochs;
  // Evaluated several times within one epoch: its mean is that of the latest part, as the file says no more.
  if (!epochs.empty() && epochs.back().event.epoch == epoch) epochs.pop_back();
  addEvent(wall, EpochEvent{.epoch = epoch,
                            .trainLoss = m_lossSum / static_cast<double>(m_lossCount),
                            .seconds = seconds.value_or(secondsUntil(wall))});
  epochs.back().afterStep = step;
  m_lossSum = 0;
  m_lossCount = 0;
}

/// A row without a step: an epoch's.
void ImportBuilder::addEpochRow(const ImportRow& row, std::int64_t step, std::int64_t epoch, double wall) {
  if (row.hasTraining()) {
    const double passed = secondsUntil(wall);
    auto& epochs = m_history.epochs;
    if (!epochs.empty() && epochs.back().event.epoch == epoch && m_epochsPresent) epochs.pop_back();
    addEvent(wall, EpochEvent{.epoch = epoch,
                              .trainLoss = row[Measure::Loss].value_or(nothing),
                              .seconds = row[Measure::Seconds].value_or(passed > 0 ? passed : nothing),
                              .learningRate = row[Measure::LearningRate]});
  }
  if (row.hasEvaluation()) {
    m_lossCount = 0;
    addEvaluation(row, step, epoch, wall);
  }
  m_lastEpoch = epoch;
}

void ImportBuilder::addResults(const ImportRow& row) {
  ++m_rows;
  if (row.hasTest()) addTest(row);
  if (row.hasEvaluation()) addEvaluation(row, 0, 0, 0);
}

void ImportBuilder::addTest(const ImportRow& row) {
  m_percent |= row.percent();
  m_test = RunResults::OnSplit{.metrics = figuresOf([&](Measure measure) { return row.test(measure); }),
                               .batchMeanLoss = row.test(Measure::ValidationLoss),
                               .distance = {}};
}

/// Every row of training had an evaluation at its step: what looked like steps are epochs.
void ImportBuilder::takeAsEpochs() {
  RunHistory byEpoch;
  const auto& rows = m_epochRows;
  // Numbered 0, 1, 2, ... or 1, 2, 3, ... they are epochs themselves; else they tell the steps at the epochs' ends.
  bool consecutive = !m_epochsPresent;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    consecutive &= rows[i].step == rows[0].step + static_cast<std::int64_t>(i) && rows[0].step <= 1;
  }
  for (auto& state : m_history.states) byEpoch.states.push_back(state);
  auto eval = m_history.evals.begin();
  std::int64_t seq = m_seq;
  for (const EpochRow& row : rows) {
    const std::int64_t epoch = consecutive ? row.step : row.epoch;
    const std::int64_t after = consecutive ? 0 : row.step;
    if (row.hasLoss || row.learningRate) {
      byEpoch.epochs.push_back(
          {.seq = ++seq,
           .wall = row.wall,
           .afterStep = after,
           .event = {.epoch = epoch, .trainLoss = row.loss, .seconds = row.seconds, .learningRate = row.learningRate}});
    }
    if (eval == m_history.evals.end()) break;
    byEpoch.evals.push_back(*eval++);
    byEpoch.evals.back().seq = ++seq;
    byEpoch.evals.back().afterStep = after;
    byEpoch.evals.back().event.epoch = epoch;
  }
  if (consecutive && !rows.empty() && rows[0].step == 0) m_epochsPresent = true;  // countFromOne() looks at them
  m_history = std::move(byEpoch);
}

void ImportBuilder::countFromOne() {
  if (!m_epochsPresent) return;
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  StepColumns& steps = m_history.steps;
  for (const std::int64_t epoch : steps.epoch) first = std::min(first, epoch);
  for (const auto& record : m_history.epochs) first = std::min(first, record.event.epoch);
  for (const auto& record : m_history.evals) first = std::min(first, record.event.epoch);
  if (first != 0) return;
  // A fraction leads to the end of its epoch: only the very beginning is 0 then.
  const auto counted = [&](std::int64_t epoch) { return m_fractions ? std::max<std::int64_t>(1, epoch) : epoch + 1; };
  for (std::size_t i = 0; i < steps.size(); ++i) steps.epoch.set(i, counted(steps.epoch[i]));
  for (auto& record : m_history.epochs) record.event.epoch = counted(record.event.epoch);
  for (auto& record : m_history.evals) record.event.epoch = counted(record.event.epoch);
}

void ImportBuilder::scaleFractions(ImportedRun& run) {
  double largest = 0;
  const auto see = [&](double& value) {
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  };
  for (auto& record : m_history.evals) forPercentages(record.event.metrics, see);
  if (m_test) forPercentages(m_test->metrics, see);
  if (m_percent || largest == 0 || largest > 1) return;
  const auto scale = [](double& value) { value *= 100; };
  for (auto& record : m_history.evals) forPercentages(record.event.metrics, scale);
  if (m_test) forPercentages(m_test->metrics, scale);
  run.notes.emplace_back("accuracies and MRR are fractions in the file, shown as percentages");
}

/// A column without one number is none.
void ImportBuilder::dropMissing() {
  for (const auto& [measure, column] : trainingMeasures)
    if (!m_present[static_cast<std::size_t>(measure)]) m_history.steps.*column = {};
}

Status ImportBuilder::finish(ImportedRun& run) {
  if (m_rows == 0) {
    if (m_lastRefused) return *m_lastRefused;
    return Error{ErrorKind::BadInput, m_where, "holds no loss and no figure that could be shown",
                 "name columns as in step, epoch, loss, val_loss, accuracy"};
  }
  if (m_history.drops() > 0) {
    run.notes.push_back("the steps begin again " + std::to_string(m_history.drops()) +
                        " times; what they repeat is replaced");
  }
  const std::size_t steps = m_history.steps.size();
  const bool byEpochs =
      steps > 0 && m_coinciding == steps && m_epochRows.size() == steps && m_history.evals.size() == steps;
  if (byEpochs) takeAsEpochs();
  if (m_history.steps.size() > 0 && !m_epochsPresent && !m_history.evals.empty())
    run.notes.emplace_back("epochs are counted by the evaluations");
  countFromOne();
  scaleFractions(run);
  dropMissing();
  if (!m_wallPresent) run.notes.emplace_back("the file contains no times");
  if (m_refused > 0) {
    Error error = *m_lastRefused;
    error.what += " (left out: " + std::to_string(m_refused) + " rows)";
    run.problems.push_back(std::move(error));
  }
  if (full()) {
    run.problems.push_back(
        {ErrorKind::BadInput, m_where, "has more than " + std::to_string(mostRows) + " rows", "the rest is left out"});
  }
  run.history = std::move(m_history);
  run.test = std::move(m_test);
  return {};
}

}  // namespace sojourn
