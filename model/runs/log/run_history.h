// SPDX-License-Identifier: GPL-3.0-or-later
// What the events of a run add up to: columns of steps and lists of the rest, with rewinds carried out, and what is
// left out of very long logs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>
#include <vector>

#include "model/runs/log/column.h"
#include "model/runs/log/events.h"

namespace sojourn {

/// The step events, a column a field, all of one length and in rising order of `step`; what an imported log does not
/// tell of any step is an empty column (never step, epoch and wall). Copies share their memory.
struct StepColumns {
  Column<std::int64_t> step, epoch;
  Column<double> wall, loss, learningRate, gradientNorm, clippedGradientNorm, sequencesPerSecond, tokensPerSecond;

  [[nodiscard]] std::size_t size() const { return step.size(); }
  void add(const StepEvent& event, double wallTime);
  void append(const StepColumns& newer);
  void truncate(std::size_t size);
  /// Keeps the rows at these places, which rise, and frees what the others took.
  void keep(std::span<const std::size_t> rows);
};

/// What has been left out of the steps of a very long run (see history_bounds.h).
struct StepThinning {
  std::int64_t until = 0;  ///< steps beyond this one are all there
  std::int64_t width = 1;  ///< of so many steps before it at most two are there: of the lowest and of the highest loss
};

/// Any other event, with its place in the course of the steps.
template <class T>
struct EventRecord {
  std::int64_t seq = 0;
  double wall = 0;
  std::int64_t afterStep = 0;  ///< the last step before it; 0 where there was none
  T event;
};

/// Steps that were trained and are not in the log, which had been cut short when the run was resumed.
struct StepGap {
  std::int64_t after = 0;  ///< the last step before the gap
  std::int64_t until = 0;  ///< the last step that is missing
  double wall = 0;         ///< when the run was resumed

  bool operator==(const StepGap&) const = default;
};

/// A stretch of events.jsonl, from its beginning or from some step on. It takes less than twice the file's bytes.
class RunHistory {
 public:
  StepColumns steps;
  std::vector<EventRecord<EpochEvent>> epochs;
  std::vector<EventRecord<EvalEvent>> evals;
  std::vector<EventRecord<OwnMetricsEvent>> ownMetrics;
  std::vector<EventRecord<ProbeEvent>> probes;
  std::vector<EventRecord<CheckpointEvent>> checkpoints;
  std::vector<EventRecord<StateEvent>> states;
  std::vector<EventRecord<ControlEvent>> controls;
  std::vector<EventRecord<RewindEvent>> rewinds;
  std::vector<EventRecord<SystemEvent>> system;
  std::vector<EventRecord<LogEvent>> logs;
  /// All of the lists.
  [[nodiscard]] auto lists() {
    return std::tie(epochs, evals, ownMetrics, probes, checkpoints, states, controls, rewinds, system, logs);
  }
  [[nodiscard]] auto lists() const {
    return std::tie(epochs, evals, ownMetrics, probes, checkpoints, states, controls, rewinds, system, logs);
  }
  StepThinning thinning;
  std::int64_t droppedEvents = 0;  ///< of the lists, the oldest: they would have taken too much memory

  /// A stretch before which the last step was `lastStep`.
  explicit RunHistory(std::int64_t lastStep = 0) : m_lastStep(lastStep) {}
  /// A stretch that begins with a step, while what stands before it is not known yet.
  [[nodiscard]] static RunHistory fromTheMiddle() { return RunHistory(never); }

  /// Adds the next event of the file. A rewind drops what SPEC 8.2 says; so does a step that is not beyond the last
  /// one, as if its trainer had said rewind before it.
  void add(const Event& event);
  void addStep(const StepEvent& event, double wall);

  /// Adds the stretch that follows this one in the file: made with its lastStep(), or from the middle.
  void append(const RunHistory& newer);

  /// The last step, or the one that was rewound to; 0 before the first.
  [[nodiscard]] std::int64_t lastStep() const { return m_lastStep; }
  /// How often something that was there has been dropped: whoever keeps a digest of the columns makes it anew.
  [[nodiscard]] std::uint64_t drops() const { return m_drops; }

 private:
  void rewindTo(std::int64_t step);

  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
  std::int64_t m_lastStep;
  std::int64_t m_lowestRewind = never;  ///< what stands before this stretch loses everything beyond
  std::uint64_t m_drops = 0;
};

/// The gaps in the steps of a run, in rising order.
[[nodiscard]] std::vector<StepGap> stepGaps(const RunHistory& history);

/// Leaves at most `most` steps (at least 64): a quarter of that number, the latest, as they are; of those before them
/// the one with the lowest and the one with the highest loss (no number: the highest) of every 2^n steps. Stretches
/// begin at multiples of their width, and the extremes of extremes are the extremes: what is thinned again is what
/// thinning all of it at once would have left.
/// `thinning` says what has been done. Nothing where so few are there, or where the log tells no loss.
void thinSteps(RunHistory& history, std::size_t most);

/// About the memory that the events take that are no steps.
[[nodiscard]] std::size_t eventBytes(const RunHistory& history);

/// Where these events take more than `bytes`, the older half of whichever kind takes most is let go, again until they
/// take no more. A trainer writes a few megabytes in a month; this is for logs that are something else.
void boundEvents(RunHistory& history, std::size_t bytes);

}  // namespace sojourn
