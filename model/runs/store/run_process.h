// SPDX-License-Identifier: GPL-3.0-or-later
// Which process works on a run: its identity, the lock that it holds, the status.json that it renews, and whether it
// still works (SPEC 8.2).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/core/guarded_path.h"
#include "model/core/name_table.h"
#include "model/core/result.h"

namespace sojourn {

enum class RunState {
  Starting,
  Running,
  Paused,
  Stopping,     ///< asked to stop; writes its checkpoint
  Finished,     ///< to the last epoch or the early stop
  Failed,       ///< a loss that is no number, a full disk, ...
  Interrupted,  ///< stopped by a command or a signal; can be resumed
};

/// The words in status.json and in state events.
inline constexpr NameTable<7> runStateNames{"starting", "running", "paused",     "stopping",
                                            "finished", "failed",  "interrupted"};

[[nodiscard]] constexpr std::string_view runStateName(RunState state) {
  return nameIn(runStateNames, state);
}

/// Whether a trainer in this state has nothing more to do.
[[nodiscard]] constexpr bool isOver(RunState state) {
  return state == RunState::Finished || state == RunState::Failed || state == RunState::Interrupted;
}

/// Process numbers are used again; together with the start they name one process. The machine's boot and the ticks
/// since then say the start whatever the clock is set to; files of earlier versions have the time of day alone.
struct ProcessIdentity {
  std::string host;
  std::int64_t pid = 0;
  double started = 0;           ///< seconds since 1970, by the clock of when it was asked
  std::string boot;             ///< the id of the machine's boot; empty where it is not known
  std::int64_t startTicks = 0;  ///< clock ticks from that boot to the start

  static void fields(auto& json, auto& process) {
    json("pid", process.pid);
    json("host", process.host);
    json("process_started", process.started);
    json.ifSet("boot_id", process.boot);
    if (!process.boot.empty()) json("start_ticks", process.startTicks);
  }

  bool operator==(const ProcessIdentity&) const = default;
};

/// This process.
[[nodiscard]] ProcessIdentity thisProcess();
[[nodiscard]] std::string thisHost();

/// The process of that number on this machine; nothing where there is none (or only its zombie).
[[nodiscard]] std::optional<ProcessIdentity> runningProcess(std::int64_t pid);

enum class ProcessPresence {
  There,
  Gone,
  Elsewhere,  ///< on another host: nothing can be said
};
[[nodiscard]] ProcessPresence presenceOf(const ProcessIdentity& process);

struct RunStatus {
  RunState state = RunState::Starting;
  ProcessIdentity process;
  double heartbeat = 0;     ///< when this was written, seconds since 1970 on the trainer's host
  std::int64_t epoch = 0;   ///< the one that is being trained, or the last; 0 before the first
  std::int64_t step = 0;    ///< done, over the whole run
  std::int64_t epochs = 0;  ///< planned at most

  static void fields(auto& json, auto& status) {
    json("state", status.state, runStateNames);
    ProcessIdentity::fields(json, status.process);
    json("heartbeat", status.heartbeat);
    json("epoch", status.epoch);
    json("step", status.step);
    json("epochs", status.epochs);
  }

  bool operator==(const RunStatus&) const = default;
};

/// A heartbeat that is older says that the trainer hangs or is gone.
inline constexpr double stalledAfterSeconds = 10;

/// Replaces the file as a whole: readers see the old one or the new one.
/// Errors: ErrorKind::Failed.
[[nodiscard]] Status writeRunStatus(const GuardedPath& file, const RunStatus& status);

/// Errors (ErrorKind::BadInput): not there, not readable, a member that is absent or wrong, named by its key.
[[nodiscard]] Result<RunStatus> readRunStatus(const GuardedPath& file);

enum class Liveness {
  Unknown,  ///< there is no status.json yet, or none that can be read
  Alive,
  Stalled,  ///< its heartbeat is older than 10 s
  Dead,     ///< its process is gone from this host, and it did not say goodbye
  Ended,    ///< finished, failed or interrupted
};

/// "unknown", "alive", ...
[[nodiscard]] std::string_view livenessName(Liveness liveness);

/// Watches one run. Clocks of other hosts may be off, and any clock may be set while a training goes on: a heartbeat
/// that changes while one looks is a sign of life whatever it says, and one that stands still for 10 s of the viewer's
/// own clock is none. Only at the first look there is nothing better to go by than what the heartbeat says.
class LivenessWatch {
 public:
  /// `now` is wallNow(), `uptime` any clock of the viewer that never jumps, in seconds.
  [[nodiscard]] Liveness judge(const RunStatus& status, double now, double uptime);

 private:
  std::optional<double> m_heartbeat;  ///< seen last
  bool m_changed = false;             ///< it has been seen to differ from one before
  double m_since = 0;                 ///< uptime when the heartbeat seen last was first seen
};

/// Held with flock(2) as long as this lives, so a process that is killed lets go. The file stays: deleting it would
/// let two processes hold two files of one name.
class RunLock {
 public:
  /// Takes the lock and writes host, pid and process start into the file. Waits no longer than somebody takes who
  /// only asks.
  /// Errors: held by another process (ErrorKind::BadInput, who it is); the file cannot be made (Failed).
  [[nodiscard]] static Result<RunLock> take(const GuardedPath& file);

  /// Asks without taking the lock or writing: whether another process, or another lock of this one, holds it. A file
  /// that is not there or cannot be opened is held by nobody.
  [[nodiscard]] static bool isHeld(const GuardedPath& file);

 private:
  explicit RunLock(Descriptor file) : m_file(std::move(file)) {}
  Descriptor m_file;
};

}  // namespace sojourn
