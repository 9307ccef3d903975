// SPDX-License-Identifier: GPL-3.0-or-later
// Lets background inference wait while an inspection runs that the user waits for.
#pragma once

#include <condition_variable>
#include <mutex>

#include "model/core/cancel.h"

namespace sojourn::session {

/// Urgent work announces itself; the other waits at its next stop until none is left. Any thread.
class InferencePriority {
 public:
  /// Counted from request() to done, so that a slice does not begin between a click and its inspection.
  void beginUrgent() {
    const std::lock_guard lock(m_mutex);
    ++m_urgent;
  }
  void endUrgent() {
    {
      const std::lock_guard lock(m_mutex);
      --m_urgent;
    }
    m_free.notify_all();
  }
  /// Returns at once where nothing urgent is going on, else when it is over or `cancel` is set and notify() was called.
  void waitForUrgent(const CancelToken& cancel) {
    std::unique_lock lock(m_mutex);
    m_free.wait(lock, [&] { return m_urgent == 0 || cancel.cancelled(); });
  }
  /// Wakes waiters that look at their token.
  void notify() {
    // Taking the lock orders this after a waiter's look at its token.
    { const std::lock_guard lock(m_mutex); }
    m_free.notify_all();
  }

 private:
  std::mutex m_mutex;
  std::condition_variable m_free;
  int m_urgent = 0;
};

/// Urgent work, for as long as this lives.
class Urgent {
 public:
  explicit Urgent(InferencePriority& priority) : m_priority(priority) { m_priority.beginUrgent(); }
  ~Urgent() { m_priority.endUrgent(); }
  Urgent(const Urgent&) = delete;
  Urgent& operator=(const Urgent&) = delete;

 private:
  InferencePriority& m_priority;
};

}  // namespace sojourn::session
