// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/log/history_bounds.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

namespace sojourn {
namespace {

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

// What the texts of an event take, beside the event itself.
std::size_t textBytes(const CheckpointEvent& event) {
  return event.file.capacity() + event.why.capacity();
}
std::size_t textBytes(const ProbeEvent& event) {
  return event.file.capacity();
}
std::size_t textBytes(const EvalEvent& event) {
  return event.split.capacity();
}
std::size_t textBytes(const StateEvent& event) {
  return event.why.capacity();
}
std::size_t textBytes(const ControlEvent& event) {
  return event.id.capacity() + event.command.capacity() + event.why.capacity();
}
std::size_t textBytes(const LogEvent& event) {
  return event.level.capacity() + event.text.capacity();
}
template <class T>
std::size_t textBytes(const T& /*without texts*/) {
  return 0;
}

template <class T>
std::size_t bytesOf(const std::vector<EventRecord<T>>& events) {
  std::size_t bytes = events.size() * sizeof(EventRecord<T>);
  for (const EventRecord<T>& record : events) bytes += textBytes(record.event);
  return bytes;
}

/// Calls `act` with each of the lists.
template <class History, class Act>
void forEachList(History& history, const Act& act) {
  std::apply([&](auto&... lists) { (act(lists), ...); },
             std::tie(history.epochs, history.evals, history.probes, history.checkpoints, history.states,
                      history.controls, history.rewinds, history.system, history.logs));
}

}  // namespace

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
