// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that runs one task after the other, or only the newest of those that wait.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace sojourn::session {

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
