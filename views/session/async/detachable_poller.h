// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that does tasks and polls, and that can be detached where a disk does not answer; and how it wakes an owner
// that it may outlive.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace sojourn::session {

/// Owned and called on one thread, which never waits for longer than it says. So nothing that a task or a look uses may
/// belong to the owner alone: they share it, as the thread may outlive the owner.
class DetachablePoller {
 public:
  using Clock = std::chrono::steady_clock;
  /// Must not throw.
  using Task = std::function<void()>;
  /// True: again at once, false: at the next beat. Must not throw.
  using Poll = std::function<bool()>;

  /// Without a look it does tasks only. The beats of all threads with the same interval fall together: what they have
  /// found comes at once, and a machine that rests is woken once.
  /// Throws std::system_error where the system has no thread left.
  explicit DetachablePoller(Poll poll = {}, std::chrono::milliseconds interval = std::chrono::seconds(1));
  /// Ends it. One that has not ended by then is let go.
  ~DetachablePoller();
  DetachablePoller(const DetachablePoller&) = delete;
  DetachablePoller& operator=(const DetachablePoller&) = delete;

  /// Tasks go before polls, in their order, also while unwatched. After each it polls at once: its effect is to be
  /// seen. Pending tasks are done also after end(); the rest is forgotten then.
  void post(Task task, bool required);
  /// Without a watcher it sleeps.
  void setWatched(bool watched);

  /// For how long it has been at the task or look that is under way; 0: it rests.
  [[nodiscard]] std::chrono::duration<double> busyFor() const;
  /// A task is under way, or waits.
  [[nodiscard]] bool hasRequiredTask() const;

  /// When all threads with this interval look next: the same moment wherever within an interval `now` is.
  [[nodiscard]] static Clock::time_point nextBeat(Clock::time_point now, std::chrono::milliseconds interval);

  /// It ends after the tasks that are pending. Returns at once.
  void end();
  /// After end(): true as soon as it has ended, false where it has not by `latest`.
  [[nodiscard]] bool awaitEnd(Clock::time_point latest);

 private:
  struct State;

  std::shared_ptr<State> m_state;
  std::thread m_thread;
};

/// Wakes an owner until it disconnects.
class WakeupHandle {
 public:
  /// `wake` must only arrange that something is done later: while it runs, disconnect() waits.
  explicit WakeupHandle(std::function<void()> wake) : m_wake(std::move(wake)) {}

  /// Any thread.
  void wake() {
    const std::lock_guard lock(m_mutex);
    if (m_wake) m_wake();
  }
  /// After its return `wake` is not called any more.
  void disconnect() {
    const std::lock_guard lock(m_mutex);
    m_wake = nullptr;
  }

 private:
  std::mutex m_mutex;
  std::function<void()> m_wake;
};

}  // namespace sojourn::session
