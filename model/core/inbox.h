// SPDX-License-Identifier: GPL-3.0-or-later
// The one place where threads meet: producers push, the owner drains everything at once.
#pragma once

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace sojourn {

/// A mutex-guarded queue. The first push after a drain calls `wake` once (outside the lock, on the pushing thread), so
/// an idle owner is neither polled nor flooded. push() from any thread; drain() from the owner.
template <class T>
class Inbox {
 public:
  explicit Inbox(std::function<void()> wake = {}) : m_wake(std::move(wake)) {}

  void push(T item) {
    bool first = false;
    {
      const std::lock_guard lock(m_mutex);
      first = m_items.empty();
      m_items.push_back(std::move(item));
    }
    if (first && m_wake) m_wake();
  }

  [[nodiscard]] std::vector<T> drain() {
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_items, {});
  }

 private:
  std::function<void()> m_wake;
  std::mutex m_mutex;
  std::vector<T> m_items;
};

}  // namespace sojourn
