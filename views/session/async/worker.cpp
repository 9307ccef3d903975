// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/async/worker.h"

#include <utility>

namespace sojourn::session {

Worker::~Worker() {
  clear();
  {
    const std::lock_guard lock(m_mutex);
    m_stop = true;
  }
  m_arrived.notify_one();
  if (m_thread.joinable()) m_thread.join();
}

void Worker::post(Task task) {
  {
    const std::lock_guard lock(m_mutex);
    m_tasks.push_back({.task = std::move(task)});
    begin();
  }
  m_arrived.notify_one();
}

void Worker::replace(Task task, std::chrono::milliseconds quiet) {
  std::deque<Waiting> newest;
  newest.push_back({.task = std::move(task), .from = std::chrono::steady_clock::now() + quiet});
  {
    // What is replaced goes after the lock.
    const std::lock_guard lock(m_mutex);
    m_tasks.swap(newest);
    begin();
  }
  m_arrived.notify_one();
}

void Worker::clear() {
  std::deque<Waiting> forgotten;
  const std::lock_guard lock(m_mutex);
  m_tasks.swap(forgotten);
}

void Worker::begin() {
  if (!m_thread.joinable()) m_thread = std::thread([this] { work(); });
}

void Worker::work() {
  std::unique_lock lock(m_mutex);
  for (;;) {
    m_arrived.wait(lock, [this] { return m_stop || !m_tasks.empty(); });
    if (m_stop) return;
    if (const auto from = m_tasks.front().from; std::chrono::steady_clock::now() < from) {
      m_arrived.wait_until(lock, from);
      continue;  // what waits may be another one by now, or nothing
    }
    Task task = std::move(m_tasks.front().task);
    m_tasks.pop_front();
    lock.unlock();
    task();
    task = nullptr;
    lock.lock();
  }
}

}  // namespace sojourn::session
