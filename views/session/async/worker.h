// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that runs one task after the other, for reading files.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace sojourn::session {

class Worker {
 public:
  Worker();
  /// Forgets what waits, waits for what runs.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Any thread. The task must not throw.
  void post(std::function<void()> task);

 private:
  void work();

  std::mutex m_mutex;
  std::condition_variable m_arrived;
  std::deque<std::function<void()>> m_tasks;
  bool m_stop = false;
  std::thread m_thread;
};

}  // namespace sojourn::session
