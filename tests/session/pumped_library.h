// SPDX-License-Identifier: GPL-3.0-or-later
// A library of runs with a pump in place of a window's event loop.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <utility>

#include "tests/support/waiting.h"
#include "views/session/runs/run_library.h"

namespace sojourn::session {

class Pumped {
 public:
  explicit Pumped(TailOptions tail = {}, std::chrono::milliseconds interval = std::chrono::milliseconds(5),
                  std::function<void(const std::filesystem::path&)> beforePoll = {},
                  std::size_t mostSteps = mostStepsTogether)
      : library({.wake = [this] { m_woken = true; },
                 .changed = [this] { ++changes; },
                 .interval = interval,
                 .tail = tail,
                 .mostSteps = mostSteps,
                 .beforePoll = std::move(beforePoll)}) {}

  [[nodiscard]] bool until(const std::function<bool()>& condition) {
    return test::eventually([&] {
      if (m_woken.exchange(false)) library.drain();
      return condition();
    });
  }
  bool open(const std::filesystem::path& folder) {
    library.open(folder);
    library.setWatched(true);
    return until([this] { return library.settled(); });
  }
  FollowedRunPtr run(const std::filesystem::path& folder) { return library.run(folder); }

  int changes = 0;

 private:
  std::atomic<bool> m_woken{false};

 public:
  RunLibrary library;
};

}  // namespace sojourn::session
