// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/async/detachable_poller.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

namespace sojourn::session {

/// What the owner and the thread share, and the thread keeps when it is let go.
struct DetachablePoller::State {
  State(Poll toPoll, std::chrono::milliseconds between) : poll(std::move(toPoll)), interval(between) {}

  void work();
  void rest(std::unique_lock<std::mutex>& lock, bool again);

  struct Posted {
    Task task;
    bool required = false;
  };

  Poll poll;  ///< the thread's
  const std::chrono::milliseconds interval;
  std::atomic<Clock::rep> busySince{0};  ///< 0: it rests

  std::mutex mutex;
  std::condition_variable arrived, over;
  std::deque<Posted> tasks;
  bool atRequired = false;
  bool watched = false;
  bool stop = false;
  bool ended = false;
};

DetachablePoller::Clock::time_point DetachablePoller::nextBeat(Clock::time_point now,
                                                               std::chrono::milliseconds interval) {
  const Clock::duration beat = std::max<Clock::duration>(interval, std::chrono::milliseconds(1));
  return Clock::time_point((now.time_since_epoch() / beat + 1) * beat);
}

void DetachablePoller::State::rest(std::unique_lock<std::mutex>& lock, bool again) {
  const auto awaited = [this] { return stop || !tasks.empty(); };
  if (!watched) {
    arrived.wait(lock, [&] { return awaited() || watched; });
  } else if (!again) {
    arrived.wait_until(lock, nextBeat(Clock::now(), interval), awaited);
  }
}

void DetachablePoller::State::work() {
  bool again = false;
  std::unique_lock lock(mutex);
  for (;;) {
    rest(lock, again);
    if (tasks.empty() && stop) break;
    Task task;
    if (!tasks.empty()) {
      task = std::move(tasks.front().task);
      atRequired = tasks.front().required;
      tasks.pop_front();
    }
    const bool polls = watched && poll;
    busySince = Clock::now().time_since_epoch().count();
    lock.unlock();
    if (task) task();
    again = task != nullptr || (polls && poll());
    task = nullptr;
    busySince = 0;
    lock.lock();
    atRequired = false;
  }
  lock.unlock();
  poll = nullptr;  // what it has read goes before the end is reported
  lock.lock();
  ended = true;
  over.notify_all();
}

DetachablePoller::DetachablePoller(Poll poll, std::chrono::milliseconds interval)
    : m_state(std::make_shared<State>(std::move(poll), interval)), m_thread([state = m_state] { state->work(); }) {}

DetachablePoller::~DetachablePoller() {
  end();
  if (!awaitEnd(Clock::now())) m_thread.detach();
}

void DetachablePoller::post(Task task, bool required) {
  {
    const std::lock_guard lock(m_state->mutex);
    m_state->tasks.push_back({.task = std::move(task), .required = required});
  }
  m_state->arrived.notify_one();
}

void DetachablePoller::setWatched(bool watched) {
  {
    const std::lock_guard lock(m_state->mutex);
    if (m_state->watched == watched) return;
    m_state->watched = watched;
    // A task that does nothing: it looks at once instead of at the next beat.
    if (watched) m_state->tasks.push_back({.task = [] {}, .required = false});
  }
  m_state->arrived.notify_one();
}

std::chrono::duration<double> DetachablePoller::busyFor() const {
  const Clock::rep since = m_state->busySince;
  if (since == 0) return std::chrono::duration<double>(0);
  return Clock::now().time_since_epoch() - Clock::duration(since);
}

bool DetachablePoller::hasRequiredTask() const {
  const std::lock_guard lock(m_state->mutex);
  return m_state->atRequired || std::ranges::any_of(m_state->tasks, &State::Posted::required);
}

void DetachablePoller::end() {
  {
    const std::lock_guard lock(m_state->mutex);
    m_state->stop = true;
    std::erase_if(m_state->tasks, [](const State::Posted& posted) { return !posted.required; });
  }
  m_state->arrived.notify_one();
}

bool DetachablePoller::awaitEnd(Clock::time_point latest) {
  if (!m_thread.joinable()) return true;
  {
    std::unique_lock lock(m_state->mutex);
    if (!m_state->over.wait_until(lock, latest, [this] { return m_state->ended; })) return false;
  }
  m_thread.join();
  return true;
}

}  // namespace sojourn::session
