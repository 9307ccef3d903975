// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/async/latest_only_task.h"

#include <utility>

namespace sojourn::session {

LatestOnlyTask::LatestOnlyTask() : m_thread([this] { work(); }) {}

LatestOnlyTask::~LatestOnlyTask() {
  {
    const std::lock_guard lock(m_mutex);
    m_stop = true;
    m_waiting.reset();
    if (m_running) m_running->cancel();
  }
  m_arrived.notify_one();
  m_thread.join();
}

void LatestOnlyTask::post(Task task, std::chrono::milliseconds quiet) {
  {
    const std::lock_guard lock(m_mutex);
    m_waiting = Waiting{std::move(task), std::chrono::steady_clock::now() + quiet};
    if (m_running) m_running->cancel();
  }
  m_arrived.notify_one();
}

void LatestOnlyTask::cancel() {
  const std::lock_guard lock(m_mutex);
  m_waiting.reset();
  if (m_running) m_running->cancel();
}

void LatestOnlyTask::work() {
  std::unique_lock lock(m_mutex);
  for (;;) {
    m_arrived.wait(lock, [this] { return m_stop || m_waiting; });
    if (m_stop) return;
    if (const auto from = m_waiting->from; std::chrono::steady_clock::now() < from) {
      m_arrived.wait_until(lock, from);
      continue;  // what waits may be another one by now, or nothing
    }
    const Task task = std::move(m_waiting->task);
    m_waiting.reset();
    const CancelToken cancel;
    m_running = cancel;
    lock.unlock();
    task(cancel);
    lock.lock();
    m_running.reset();
  }
}

}  // namespace sojourn::session
