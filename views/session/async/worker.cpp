// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/async/worker.h"

#include <utility>

namespace sojourn::session {

Worker::Worker() : m_thread([this] { work(); }) {}

Worker::~Worker() {
  {
    const std::lock_guard lock(m_mutex);
    m_tasks.clear();
    m_stop = true;
  }
  m_arrived.notify_one();
  m_thread.join();
}

void Worker::post(std::function<void()> task) {
  {
    const std::lock_guard lock(m_mutex);
    m_tasks.push_back(std::move(task));
  }
  m_arrived.notify_one();
}

void Worker::work() {
  for (;;) {
    std::function<void()> task;
    {
      std::unique_lock lock(m_mutex);
      m_arrived.wait(lock, [this] { return m_stop || !m_tasks.empty(); });
      if (m_stop) return;
      task = std::move(m_tasks.front());
      m_tasks.pop_front();
    }
    task();
  }
}

}  // namespace sojourn::session
