// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/log/run_history.h"

#include <algorithm>
#include <cmath>
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

/// Fewer are not worth thinning.
constexpr std::size_t fewestSteps = 64;

/// Appends the rows of the lowest and of the highest loss of [begin, end), in their order.
void keepExtremes(const Column<double>& loss, std::size_t begin, std::size_t end, std::vector<std::size_t>& rows) {
  std::size_t lowest = begin, highest = begin;
  for (std::size_t i = begin + 1; i < end && !std::isnan(loss[highest]); ++i) {
    if (!(loss[i] <= loss[highest])) highest = i;
  }
  for (std::size_t i = begin + 1; i < end; ++i) {
    if (loss[i] < loss[lowest] || (std::isnan(loss[lowest]) && !std::isnan(loss[i]))) lowest = i;
  }
  rows.push_back(std::min(lowest, highest));
  if (lowest != highest) rows.push_back(std::max(lowest, highest));
}

/// In how many stretches of this width the first `count` steps lie.
std::size_t stretches(const Column<std::int64_t>& step, std::size_t count, std::int64_t width) {
  std::size_t number = count > 0 ? 1 : 0;
  for (std::size_t i = 1; i < count; ++i) {
    if (step[i] / width != step[i - 1] / width) ++number;
  }
  return number;
}

/// Counts what the texts of an event take, beside the event itself: goes over its members as JSON does.
struct TextBytes {
  std::size_t bytes = 0;

  template <class T, class... More>
  void operator()(const char* /*key*/, const T& value, const More&... /*names*/) {
    if constexpr (std::is_same_v<T, std::string>) bytes += value.capacity();
    if constexpr (std::is_same_v<T, std::vector<std::pair<std::string, double>>>)
      for (const auto& one : value) bytes += sizeof one + one.first.capacity();
  }
  void orNull(const auto&... /*no text*/) {}
  void ifAny(const auto&... /*no text*/) {}
  void ifSet(const auto&... /*no text*/) {}
  void check(const auto&... /*no text*/) {}
};

template <class T>
std::size_t bytesOf(const std::vector<EventRecord<T>>& events) {
  TextBytes texts;
  for (const EventRecord<T>& record : events) T::fields(texts, record.event);
  return events.size() * sizeof(EventRecord<T>) + texts.bytes;
}

/// Calls `act` with each of the lists.
template <class History, class Act>
void forEachList(History& history, const Act& act) {
  std::apply([&](auto&... lists) { (act(lists), ...); }, history.lists());
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
          std::get<std::vector<EventRecord<T>>&>(lists()).push_back(
              {.seq = event.seq, .wall = event.wall, .afterStep = m_lastStep, .event = body});
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
  dropped |= dropBeyond(ownMetrics, step, byPlace);
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
  std::apply(
      [&](auto&... older) { std::apply([&](const auto&... more) { (appendTo(older, more), ...); }, newer.lists()); },
      lists());
  thinning.until = std::max(thinning.until, newer.thinning.until);
  thinning.width = std::max(thinning.width, newer.thinning.width);
  droppedEvents += newer.droppedEvents;
  // A stretch from the middle that holds nothing does not say which step was the last.
  if (newer.m_lastStep != never) m_lastStep = newer.m_lastStep;
}

void thinSteps(RunHistory& history, std::size_t most) {
  const StepColumns& steps = history.steps;
  most = std::max<std::size_t>(most, fewestSteps);
  if (steps.size() <= most || steps.loss.empty()) return;
  const std::size_t latest = steps.size() - most / 4;
  std::int64_t width = std::max<std::int64_t>(history.thinning.width, 4);
  while (stretches(steps.step, latest, width) > most / 4) width *= 2;

  std::vector<std::size_t> rows;
  for (std::size_t begin = 0; begin < latest;) {
    std::size_t end = begin + 1;
    while (end < latest && steps.step[end] / width == steps.step[begin] / width) ++end;
    keepExtremes(steps.loss, begin, end, rows);
    begin = end;
  }
  history.thinning = {.until = steps.step[latest] - 1, .width = width};
  for (std::size_t i = latest; i < steps.size(); ++i) rows.push_back(i);
  history.steps.keep(rows);
}

std::size_t eventBytes(const RunHistory& history) {
  std::size_t bytes = 0;
  forEachList(history, [&](const auto& events) { bytes += bytesOf(events); });
  return bytes;
}

void boundEvents(RunHistory& history, std::size_t bytes) {
  while (eventBytes(history) > bytes) {
    std::size_t heaviest = 0;
    forEachList(history, [&](const auto& events) { heaviest = std::max(heaviest, bytesOf(events)); });
    bool done = false;
    forEachList(history, [&](auto& events) {
      if (done || bytesOf(events) != heaviest) return;
      done = true;
      const std::size_t gone = (events.size() + 1) / 2;
      events.erase(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(gone));
      history.droppedEvents += static_cast<std::int64_t>(gone);
    });
  }
}

}  // namespace sojourn
