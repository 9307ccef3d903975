// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/async/inference_priority.h"

namespace sojourn::session {

void InferencePriority::beginUrgent() {
  const std::lock_guard lock(m_mutex);
  ++m_urgent;
}

void InferencePriority::endUrgent() {
  {
    const std::lock_guard lock(m_mutex);
    --m_urgent;
  }
  m_free.notify_all();
}

void InferencePriority::waitForUrgent(const CancelToken& cancel) {
  std::unique_lock lock(m_mutex);
  m_free.wait(lock, [&] { return m_urgent == 0 || cancel.cancelled(); });
}

void InferencePriority::notify() {
  // Taking the lock orders this after a waiter's look at its token.
  { const std::lock_guard lock(m_mutex); }
  m_free.notify_all();
}

}  // namespace sojourn::session
