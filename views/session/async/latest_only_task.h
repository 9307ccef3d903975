// SPDX-License-Identifier: GPL-3.0-or-later
// A thread for work where only the latest request counts: a new task cancels the one that runs.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "model/core/cancel.h"

namespace sojourn::session {

class LatestOnlyTask {
 public:
  using Task = std::function<void(const CancelToken& cancel)>;

  LatestOnlyTask();
  /// Cancels what runs and waits for it.
  ~LatestOnlyTask();
  LatestOnlyTask(const LatestOnlyTask&) = delete;
  LatestOnlyTask& operator=(const LatestOnlyTask&) = delete;

  /// Any thread. The task begins when nothing newer came for `quiet`: while a visit is dragged, nothing is begun
  /// that is thrown away at once. It must not throw.
  void post(Task task, std::chrono::milliseconds quiet = {});
  /// Forgets what waits, cancels what runs.
  void cancel();

 private:
  struct Waiting {
    Task task;
    std::chrono::steady_clock::time_point from;
  };
  void work();

  std::mutex m_mutex;
  std::condition_variable m_arrived;
  std::optional<Waiting> m_waiting;
  std::optional<CancelToken> m_running;
  bool m_stop = false;
  std::thread m_thread;
};

}  // namespace sojourn::session
