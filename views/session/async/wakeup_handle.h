// SPDX-License-Identifier: GPL-3.0-or-later
// Wakes an owner from threads that may outlive it, until the owner disconnects.
#pragma once

#include <functional>
#include <mutex>
#include <utility>

namespace sojourn::session {

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
