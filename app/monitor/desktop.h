// SPDX-License-Identifier: GPL-3.0-or-later
// What the monitor asks of the system without its libraries: notifications, whether windows are dark, its own memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <sys/types.h>

namespace sojourn::monitor {

/// The desktop's own notifications, through notify-send where there is one.
class Notifier {
 public:
  /// Does not wait for it; where there is no notifier nothing happens.
  void notify(const std::string& title, const std::string& text);

 private:
  std::vector<pid_t> m_running;
};

/// Asks the portal on a thread of its own: a desktop that does not answer delays nothing.
class SystemTheme {
 public:
  /// `wake` is called from that thread when an answer is there.
  explicit SystemTheme(std::function<void()> wake) : m_wake(std::move(wake)) {}

  /// Once more, unless it is being asked already.
  void ask();
  /// What was answered last: true for dark; absent where there is no desktop, or none that has a preference.
  [[nodiscard]] std::optional<bool> dark() const;

 private:
  enum class Answer : int { None, Dark, Light };

  std::function<void()> m_wake;
  std::atomic<Answer> m_answer{Answer::None};
  std::atomic<bool> m_asking{false};
  std::jthread m_thread;  ///< last: joined before anything it reaches goes
};

/// The memory of this program that is resident now; 0 where the system does not say.
[[nodiscard]] std::uint64_t residentBytes();

}  // namespace sojourn::monitor
