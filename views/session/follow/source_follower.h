// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of one source, followed by a thread of its own: a disk that does not answer holds up no other source.
// How the steps that may be kept in memory are shared among the sources.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/runs/control/control.h"
#include "views/session/async/detachable_poller.h"
#include "views/session/follow/run_follower.h"

namespace sojourn::session {

/// A command in the folder of a run that its trainer has not answered.
struct WaitingCommand {
  std::filesystem::path run;
  ControlRequest request;
};

/// What a source has come to hold.
struct SourceNews {
  std::uint64_t number = 0;  ///< the follower's when it looked
  std::vector<FollowedRunPtr> runs = {};
  std::vector<WaitingCommand> commands = {};  ///< of runs that have not been looked at before
  bool settled = false;                       ///< it has been looked at, and all its logs have been read to their ends
  std::optional<Error> failure = {};  ///< it is not followed any more; the runs are those that were reported before
};

/// The runs whose steps are wanted, and how many these may remember together.
struct WantedSteps {
  std::set<std::filesystem::path> runs;
  std::size_t most = mostStepsTogether;
  bool operator==(const WantedSteps&) const = default;
};

struct SourceFollowerOptions {
  std::filesystem::path source;
  std::filesystem::path importNotes;  ///< the folder of the notes on imported logs; empty: there are none
  TailOptions tail = {};
  std::chrono::milliseconds interval{1000};
  std::function<void(const std::filesystem::path& source)> beforePoll = {};
  /// Called on its thread. May be called after the owner has gone.
  std::function<void(SourceNews)> report;
};

/// Owned and called on one thread, which it never holds up.
class SourceFollower {
 public:
  /// What it reports has this `number`, until it gets another. Throws std::system_error where there is no thread left.
  SourceFollower(SourceFollowerOptions options, std::uint64_t number);

  void choose(WantedSteps wanted);
  /// A run has been deleted on purpose. What is reported from then on has the new number.
  void forget(const std::filesystem::path& run, std::uint64_t number);
  /// Has the follower do something on its thread.
  void ask(std::function<void(RunFollower&)> act);
  /// Tells at the next look even where there is no news.
  void reportAgain();
  /// Stops reading, does what has been posted, ends. The thread is awaited or let go.
  void end();

  /// Commands and notes of its runs are its tasks.
  [[nodiscard]] DetachablePoller& thread() { return m_thread; }
  [[nodiscard]] const DetachablePoller& thread() const { return m_thread; }

 private:
  struct Following;

  std::shared_ptr<Following> m_following;  ///< the thread's; null after end()
  DetachablePoller m_thread;
};

/// Of each run in the curves how many steps it has made; absent: not known yet.
using AskedSteps = std::vector<std::optional<std::size_t>>;

/// Where the runs of all sources have room together, each source may have `most`. Else there is a number that no run
/// may exceed, so that short runs stay whole and the longest give way; an unknown number counts as so many. Runs
/// that grow by less than an eighth mostly change nothing.
[[nodiscard]] std::vector<std::size_t> stepBudgets(const std::vector<AskedSteps>& sources, std::size_t most);

}  // namespace sojourn::session
