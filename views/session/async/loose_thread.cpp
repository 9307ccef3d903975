// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/async/loose_thread.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

namespace sojourn::session {

/// What the owner and the thread share, and the thread keeps when it is let go.
struct LooseThread::State {
  State(Look toLook, std::chrono::milliseconds between) : look(std::move(toLook)), interval(between) {}

  void work();
  void rest(std::unique_lock<std::mutex>& lock, bool again);

  struct Posted {
    Task task;
    bool owed = false;
  };

  Look look;  ///< the thread's
  const std::chrono::milliseconds interval;
  std::atomic<Clock::rep> busySince{0};  ///< 0: it rests

  std::mutex mutex;
  std::condition_variable arrived, over;
  std::deque<Posted> tasks;
  bool atOwed = false;
  bool watched = false;
  bool stop = false;
  bool ended = false;
};

LooseThread::Clock::time_point LooseThread::nextBeat(Clock::time_point now, std::chrono::milliseconds interval) {
  const Clock::duration beat = std::max<Clock::duration>(interval, std::chrono::milliseconds(1));
  return Clock::time_point((now.time_since_epoch() / beat + 1) * beat);
}

void LooseThread::State::rest(std::unique_lock<std::mutex>& lock, bool again) {
  const auto awaited = [this] { return stop || !tasks.empty(); };
  if (!watched) {
    arrived.wait(lock, [&] { return awaited() || watched; });
  } else if (!again) {
    arrived.wait_until(lock, nextBeat(Clock::now(), interval), awaited);
  }
}

void LooseThread::State::work() {
  bool again = false;
  std::unique_lock lock(mutex);
  for (;;) {
    rest(lock, again);
    if (tasks.empty() && stop) break;
    Task task;
    if (!tasks.empty()) {
      task = std::move(tasks.front().task);
      atOwed = tasks.front().owed;
      tasks.pop_front();
    }
    const bool looks = watched && look;
    busySince = Clock::now().time_since_epoch().count();
    lock.unlock();
    if (task) task();
    again = task != nullptr || (looks && look());
    task = nullptr;
    busySince = 0;
    lock.lock();
    atOwed = false;
  }
  lock.unlock();
  look = nullptr;  // what it has read goes before anybody is told that it is over
  lock.lock();
  ended = true;
  over.notify_all();
}

LooseThread::LooseThread(Look look, std::chrono::milliseconds interval)
    : m_state(std::make_shared<State>(std::move(look), interval)), m_thread([state = m_state] { state->work(); }) {}

LooseThread::~LooseThread() {
  end();
  if (!awaitEnd(Clock::now())) m_thread.detach();
}

void LooseThread::post(Task task, bool owed) {
  {
    const std::lock_guard lock(m_state->mutex);
    m_state->tasks.push_back({.task = std::move(task), .owed = owed});
  }
  m_state->arrived.notify_one();
}

void LooseThread::setWatched(bool watched) {
  {
    const std::lock_guard lock(m_state->mutex);
    if (m_state->watched == watched) return;
    m_state->watched = watched;
    // A task that does nothing: it looks at once instead of at the next beat.
    if (watched) m_state->tasks.push_back({.task = [] {}, .owed = false});
  }
  m_state->arrived.notify_one();
}

std::chrono::duration<double> LooseThread::busyFor() const {
  const Clock::rep since = m_state->busySince;
  if (since == 0) return std::chrono::duration<double>(0);
  return Clock::now().time_since_epoch() - Clock::duration(since);
}

bool LooseThread::owesTask() const {
  const std::lock_guard lock(m_state->mutex);
  return m_state->atOwed || std::ranges::any_of(m_state->tasks, &State::Posted::owed);
}

void LooseThread::end() {
  {
    const std::lock_guard lock(m_state->mutex);
    m_state->stop = true;
    std::erase_if(m_state->tasks, [](const State::Posted& posted) { return !posted.owed; });
  }
  m_state->arrived.notify_one();
}

bool LooseThread::awaitEnd(Clock::time_point latest) {
  if (!m_thread.joinable()) return true;
  {
    std::unique_lock lock(m_state->mutex);
    if (!m_state->over.wait_until(lock, latest, [this] { return m_state->ended; })) return false;
  }
  m_thread.join();
  return true;
}

}  // namespace sojourn::session
