// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that runs one task after the other, or only the newest of those that wait; what its tasks throw.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

#include "model/core/result.h"
#include "model/core/translation.h"

namespace sojourn::session {

/// What should not be thrown but might be (out of memory) becomes an error, so that a worker survives it. `failure`:
/// "could not be opened (%1)".
template <class Work>
[[nodiscard]] auto guarded(const std::string& where, const char* failure, const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::exception& thrown) {
    return Error{ErrorKind::Failed, where, tr(failure, {thrown.what()}),
                 tr("close other programs if memory is short, then try again")};
  }
}

class Worker {
 public:
  /// Must not throw.
  using Task = std::function<void()>;

  /// The thread begins with the first task.
  Worker() = default;
  /// Forgets what waits, waits for what runs.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// After those that wait. Any thread.
  void post(Task task);
  /// In place of those that wait. It begins when nothing newer came for `quiet`: while a visit is dragged, nothing is
  /// begun that is thrown away at once. Any thread.
  void replace(Task task, std::chrono::milliseconds quiet = {});
  /// Forgets what waits. Any thread.
  void clear();

 private:
  struct Waiting {
    Task task;
    std::chrono::steady_clock::time_point from{};
  };
  /// With the lock held.
  void begin();
  void work();

  std::mutex m_mutex;
  std::condition_variable m_arrived;
  std::deque<Waiting> m_tasks;
  bool m_stop = false;
  std::thread m_thread;
};

}  // namespace sojourn::session
