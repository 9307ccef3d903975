// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/log/run_history.h"

#include <algorithm>
#include <tuple>
#include <type_traits>

namespace sojourn {
namespace {

/// The members of StepColumns, once for all that is done to each of them.
constexpr auto realColumns = {&StepColumns::wall,
                              &StepColumns::loss,
                              &StepColumns::learningRate,
                              &StepColumns::gradientNorm,
                              &StepColumns::clippedGradientNorm,
                              &StepColumns::sequencesPerSecond,
                              &StepColumns::tokensPerSecond};
constexpr auto countColumns = {&StepColumns::step, &StepColumns::epoch};

template <class T>
void keepRows(Column<T>& column, std::span<const std::size_t> rows) {
  if (column.empty()) return;  // of an imported log that does not tell it
  std::vector<T> kept(rows.size());
  std::ranges::transform(rows, kept.begin(), [&](std::size_t row) { return column[row]; });
  column = {};
  column.append(kept);
}

template <class T>
void appendTo(std::vector<T>& older, const std::vector<T>& newer) {
  older.insert(older.end(), newer.begin(), newer.end());
}

/// Drops from the end what lies beyond a step. Places rise, so the first that stays ends it: a log full of rewinds
/// costs no more than reading it.
template <class T, class Place>
bool dropBeyond(std::vector<T>& events, std::int64_t step, const Place& place) {
  const std::size_t before = events.size();
  while (!events.empty() && place(events.back()) > step) events.pop_back();
  return events.size() != before;
}

}  // namespace

void StepColumns::add(const StepEvent& event, double wallTime) {
  step.push_back(event.step);
  epoch.push_back(event.epoch);
  wall.push_back(wallTime);
  loss.push_back(event.loss);
  learningRate.push_back(event.learningRate);
  gradientNorm.push_back(event.gradientNorm);
  clippedGradientNorm.push_back(event.clippedGradientNorm);
  sequencesPerSecond.push_back(event.sequencesPerSecond);
  tokensPerSecond.push_back(event.tokensPerSecond);
}

void StepColumns::append(const StepColumns& newer) {
  for (const auto column : countColumns) (this->*column).append(newer.*column);
  for (const auto column : realColumns) (this->*column).append(newer.*column);
}

void StepColumns::truncate(std::size_t size) {
  for (const auto column : countColumns) (this->*column).truncate(size);
  for (const auto column : realColumns) (this->*column).truncate(size);
}

void StepColumns::keep(std::span<const std::size_t> rows) {
  for (const auto column : countColumns) keepRows(this->*column, rows);
  for (const auto column : realColumns) keepRows(this->*column, rows);
}

void RunHistory::addStep(const StepEvent& event, double wall) {
  if (event.step <= m_lastStep) rewindTo(event.step - 1);
  steps.add(event, wall);
  m_lastStep = event.step;
}

void RunHistory::add(const Event& event) {
  std::visit(
      [&](const auto& body) {
        using T = std::decay_t<decltype(body)>;
        if constexpr (std::is_same_v<T, StepEvent>) {
          addStep(body, event.wall);
        } else if constexpr (!std::is_same_v<T, UnknownEvent>) {
          if constexpr (std::is_same_v<T, RewindEvent>) {
            rewindTo(body.step);
            // What follows comes after the gap.
            if (body.lastLoggedStep) m_lastStep = std::max(m_lastStep, body.step);
          }
          auto& list = std::get<std::vector<EventRecord<T>>&>(
              std::tie(epochs, evals, probes, checkpoints, states, controls, rewinds, system, logs));
          list.push_back({.seq = event.seq, .wall = event.wall, .afterStep = m_lastStep, .event = body});
        }
      },
      event.body);
}

void RunHistory::rewindTo(std::int64_t step) {
  const auto kept = static_cast<std::size_t>(std::ranges::upper_bound(steps.step, step) - steps.step.begin());
  bool dropped = kept < steps.size();
  if (dropped) steps.truncate(kept);
  const auto byPlace = [](const auto& event) { return event.afterStep; };
  dropped |= dropBeyond(epochs, step, byPlace);
  dropped |= dropBeyond(evals, step, byPlace);
  dropped |= dropBeyond(probes, step, byPlace);
  dropped |= dropBeyond(checkpoints, step, [](const auto& record) { return record.event.step; });
  if (dropped) ++m_drops;
  thinning.until = std::min(thinning.until, step);
  if (thinning.until <= 0) thinning = {};
  m_lastStep = std::min(m_lastStep, step);
  m_lowestRewind = std::min(m_lowestRewind, step);
}

std::vector<StepGap> stepGaps(const RunHistory& history) {
  std::vector<StepGap> gaps;
  for (const auto& record : history.rewinds) {
    const RewindEvent& rewind = record.event;
    // What lies beyond the step is trained again.
    std::erase_if(gaps, [&](const StepGap& gap) { return gap.after >= rewind.step; });
    for (StepGap& gap : gaps) gap.until = std::min(gap.until, rewind.step);
    if (rewind.lastLoggedStep && *rewind.lastLoggedStep < rewind.step)
      gaps.push_back({.after = *rewind.lastLoggedStep, .until = rewind.step, .wall = record.wall});
  }
  return gaps;
}

void RunHistory::append(const RunHistory& newer) {
  if (newer.m_lowestRewind != never) rewindTo(newer.m_lowestRewind);
  steps.append(newer.steps);
  appendTo(epochs, newer.epochs);
  appendTo(evals, newer.evals);
  appendTo(probes, newer.probes);
  appendTo(checkpoints, newer.checkpoints);
  appendTo(states, newer.states);
  appendTo(controls, newer.controls);
  appendTo(rewinds, newer.rewinds);
  appendTo(system, newer.system);
  appendTo(logs, newer.logs);
  thinning.until = std::max(thinning.until, newer.thinning.until);
  thinning.width = std::max(thinning.width, newer.thinning.width);
  droppedEvents += newer.droppedEvents;
  // A stretch from the middle that holds nothing does not say which step was the last.
  if (newer.m_lastStep != never) m_lastStep = newer.m_lastStep;
}

}  // namespace sojourn
