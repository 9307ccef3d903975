// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/async/right_of_way.h"

namespace sojourn::session {

void RightOfWay::beginUrgent() {
  const std::lock_guard lock(m_mutex);
  ++m_urgent;
}

void RightOfWay::endUrgent() {
  {
    const std::lock_guard lock(m_mutex);
    --m_urgent;
  }
  m_free.notify_all();
}

void RightOfWay::giveWay(const CancelToken& cancel) {
  std::unique_lock lock(m_mutex);
  m_free.wait(lock, [&] { return m_urgent == 0 || cancel.cancelled(); });
}

void RightOfWay::notify() {
  // Taking the lock orders this after a waiter's look at its token.
  { const std::lock_guard lock(m_mutex); }
  m_free.notify_all();
}

}  // namespace sojourn::session
