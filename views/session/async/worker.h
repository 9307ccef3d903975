// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one task after the other, or only the newest of those that wait; what its tasks throw.
#pragma once

#include <chrono>
#include <exception>
#include <memory>

#include "model/core/result.h"
#include "model/core/translation.h"
#include "views/session/async/task_threads.h"

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
  using Task = TaskThreads::Task;

  /// On a thread of its own, which begins with the first task: for files, because a disk may not answer.
  Worker() : m_own(std::make_unique<TaskThreads>(1)), m_threads(*m_own) { m_threads.join(m_queue); }
  /// On threads that others use too: for what computes.
  explicit Worker(TaskThreads& shared) : m_threads(shared) { m_threads.join(m_queue); }
  /// Forgets what waits, waits for what runs.
  ~Worker() { m_threads.leave(m_queue); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// After those that wait. Any thread.
  void post(Task task, Priority priority = Priority::Question) {
    m_threads.add(m_queue, {.task = std::move(task), .priority = priority}, false);
  }
  /// In place of those that wait. It begins when nothing newer came for `quiet`: while a visit is dragged, nothing is
  /// begun that is thrown away at once. Any thread.
  void replace(Task task, std::chrono::milliseconds quiet = {}, Priority priority = Priority::Question) {
    m_threads.add(m_queue,
                  {.task = std::move(task), .priority = priority, .from = std::chrono::steady_clock::now() + quiet},
                  true);
  }
  /// Forgets what waits. Any thread.
  void clear() { m_threads.clear(m_queue); }

 private:
  const std::unique_ptr<TaskThreads> m_own;
  TaskThreads& m_threads;
  TaskThreads::Queue m_queue;
};

}  // namespace sojourn::session
