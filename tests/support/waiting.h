// SPDX-License-Identifier: GPL-3.0-or-later
// How long a test waits for what must happen at all: so long that only a wrong product is late, not a loaded machine.
#pragma once

#include <chrono>
#include <thread>

namespace sojourn::test {

inline constexpr std::chrono::seconds longestWait{120};

inline void pauseBriefly() {
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

/// Asks again and again whether it is so; false after `patience`, which is short only for what must not happen.
template <class Condition, class Pause = void (*)()>
[[nodiscard]] bool eventually(const Condition& condition, const Pause& pause = pauseBriefly,
                              std::chrono::milliseconds patience = longestWait) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    pause();
  }
  return true;
}

}  // namespace sojourn::test
