// SPDX-License-Identifier: GPL-3.0-or-later
// Limits how often a long pass reports what it has found so far.
#pragma once

#include <algorithm>
#include <chrono>

namespace sojourn {

/// Lets something run as often as it takes a tenth of the time at most, and first when it may already mean something.
class Throttle {
 public:
  template <class Function>
  void run(const Function& function) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point now = Clock::now();
    if (now < m_next) return;
    function();
    m_next = Clock::now() + std::max<Clock::duration>(9 * (Clock::now() - now), std::chrono::milliseconds(250));
  }

 private:
  std::chrono::steady_clock::time_point m_next = std::chrono::steady_clock::now() + std::chrono::milliseconds(250);
};

}  // namespace sojourn
