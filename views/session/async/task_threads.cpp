// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/async/task_threads.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace sojourn::session {
namespace {

constexpr bool isLong(Priority priority) {
  return priority >= Priority::Evaluation;
}

}  // namespace

TaskThreads::~TaskThreads() {
  {
    const std::lock_guard lock(m_mutex);
    m_stop = true;
  }
  m_changed.notify_all();
  for (std::thread& thread : m_threads) thread.join();
}

void TaskThreads::join(Queue& queue) {
  const std::lock_guard lock(m_mutex);
  m_queues.push_back(&queue);
}

void TaskThreads::leave(Queue& queue) {
  clear(queue);
  Lock lock(m_mutex);
  m_changed.wait(lock, [&] { return !queue.running; });
  std::erase(m_queues, &queue);
}

void TaskThreads::add(Queue& queue, Waiting task, bool inPlace) {
  // What is replaced goes after the lock.
  std::deque<Waiting> replaced;
  {
    const std::lock_guard lock(m_mutex);
    if (inPlace) queue.tasks.swap(replaced);
    task.number = ++m_number;
    queue.tasks.push_back(std::move(task));
    const auto waits = [](const Queue* one) { return !one->running && !one->tasks.empty(); };
    const auto waiting = static_cast<std::size_t>(std::ranges::count_if(m_queues, waits));
    if (m_threads.size() < m_most && waiting > m_resting) m_threads.emplace_back([this] { work(); });
  }
  m_changed.notify_all();
}

void TaskThreads::clear(Queue& queue) {
  std::deque<Waiting> forgotten;
  const std::lock_guard lock(m_mutex);
  queue.tasks.swap(forgotten);
}

void TaskThreads::giveWay(Priority priority, const CancelToken& cancel) {
  Lock lock(m_mutex);
  while (!cancel.cancelled()) {
    if (Queue* urgent = next(priority)) {
      run(*urgent, lock);
    } else if (running(Priority::Inspection) > 0) {
      ++m_givingWay;
      m_changed.wait(lock);
      --m_givingWay;
    } else {
      return;
    }
  }
}

void TaskThreads::notify() {
  // Taking the lock orders this after a waiter's look at its token.
  { const std::lock_guard lock(m_mutex); }
  m_changed.notify_all();
}

std::size_t TaskThreads::givingWay() {
  const std::lock_guard lock(m_mutex);
  return m_givingWay;
}

bool TaskThreads::idle() {
  const std::lock_guard lock(m_mutex);
  return std::ranges::all_of(m_queues, [](const Queue* queue) { return !queue->running && queue->tasks.empty(); });
}

TaskThreads::Queue* TaskThreads::next(Priority end) const {
  const auto now = std::chrono::steady_clock::now();
  Queue* first = nullptr;
  for (Queue* queue : m_queues) {
    if (queue->running || queue->tasks.empty()) continue;
    const Waiting& task = queue->tasks.front();
    if (task.from > now || task.priority >= end) continue;
    const auto rank = [](const Waiting& one) { return std::tuple(one.priority, one.number); };
    if (!first || rank(task) < rank(first->tasks.front())) first = queue;
  }
  return first;
}

std::optional<std::chrono::steady_clock::time_point> TaskThreads::nextBegin() const {
  std::optional<std::chrono::steady_clock::time_point> begin;
  for (const Queue* queue : m_queues) {
    if (queue->running || queue->tasks.empty()) continue;
    const auto from = queue->tasks.front().from;
    if (from != std::chrono::steady_clock::time_point() && (!begin || from < *begin)) begin = from;
  }
  return begin;
}

void TaskThreads::run(Queue& queue, Lock& lock) {
  const Priority priority = queue.tasks.front().priority;
  Task task = std::move(queue.tasks.front().task);
  queue.tasks.pop_front();
  queue.running = true;
  ++running(priority);
  lock.unlock();
  task();
  task = nullptr;
  lock.lock();
  --running(priority);
  queue.running = false;
  m_changed.notify_all();
}

void TaskThreads::work() {
  constexpr Priority all{priorityCount};
  Lock lock(m_mutex);
  while (!m_stop) {
    // One thread stays free for the sample while another works over many.
    Queue* const queue = next(m_most > 1 && m_longAtWork ? Priority::Evaluation : all);
    if (queue) {
      const bool lengthy = isLong(queue->tasks.front().priority);
      if (lengthy) m_longAtWork = true;
      run(*queue, lock);
      if (lengthy) m_longAtWork = false;
      continue;
    }
    ++m_resting;
    const auto now = std::chrono::steady_clock::now();
    if (const auto begin = nextBegin(); begin && *begin > now)
      m_changed.wait_until(lock, *begin);
    else
      m_changed.wait(lock);
    --m_resting;
  }
}

void TaskThreads::countRunning(Priority priority, int more) {
  {
    const std::lock_guard lock(m_mutex);
    running(priority) += more;
  }
  m_changed.notify_all();
}

}  // namespace sojourn::session
