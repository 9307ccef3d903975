// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that writes every second that the trainer is alive and what it does, however long a step takes (SPEC 8.2).
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>

#include "model/runs/log/event_log.h"
#include "model/runs/store/run_paths.h"
#include "model/runs/store/run_process.h"

namespace sojourn {

/// Writes status.json once a second and a system event every tenth time.
class Heartbeat {
 public:
  /// `log` must outlive this. The first status is written before this returns. Errors: ErrorKind::Failed.
  [[nodiscard]] static Result<std::unique_ptr<Heartbeat>> start(const RunPaths& paths, EventLog& log,
                                                                std::int64_t epochs);
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

  /// A new state is written at once.
  void setState(RunState state);
  void setPlace(std::int64_t epoch, std::int64_t step);
  /// An error once status.json could not be written several times in a row: the disk is full or the folder has
  /// vanished, which appending to an open file would not show.
  [[nodiscard]] Status trouble();

 private:
  Heartbeat(const RunPaths& paths, EventLog& log, std::int64_t epochs);
  void run(const std::stop_token& stop);
  [[nodiscard]] Status write();

  RunPaths m_paths;
  EventLog* m_log;
  std::mutex m_mutex;  ///< guards the status
  std::condition_variable_any m_changed;
  RunStatus m_status;
  bool m_fresh = false;  ///< the state has changed since it was written
  int m_failures = 0;    ///< in a row
  Status m_lastFailure;
  std::jthread m_thread;  ///< ends first, after it has written the last status
};

}  // namespace sojourn
