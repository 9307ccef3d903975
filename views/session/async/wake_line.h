// SPDX-License-Identifier: GPL-3.0-or-later
// How threads that may outlive an owner wake it: a line that the owner cuts when it goes.
#pragma once

#include <functional>
#include <mutex>
#include <utility>

namespace sojourn::session {

class WakeLine {
 public:
  /// `wake` must only arrange that something is done later: while it runs, cut() waits.
  explicit WakeLine(std::function<void()> wake) : m_wake(std::move(wake)) {}

  /// Any thread.
  void ring() {
    const std::lock_guard lock(m_mutex);
    if (m_wake) m_wake();
  }
  /// From its return on nobody calls `wake` any more.
  void cut() {
    const std::lock_guard lock(m_mutex);
    m_wake = nullptr;
  }

 private:
  std::mutex m_mutex;
  std::function<void()> m_wake;
};

}  // namespace sojourn::session
