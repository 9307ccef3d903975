// SPDX-License-Identifier: GPL-3.0-or-later
// A program that runs beside a test, with what it says line by line and when it said it.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <sys/types.h>

namespace sojourn::test {

/// Standard error goes to nowhere. Killed at the end of its life at the latest.
class Child {
 public:
  /// The program's path, then its arguments.
  explicit Child(std::vector<std::string> words);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  struct Line {
    double wall = 0;  ///< when it was read, seconds since 1970
    std::string text;
  };
  /// Of standard output, so far.
  [[nodiscard]] std::vector<Line> lines() const;
  /// The first line that is so, waited for; nothing after `patience`.
  [[nodiscard]] std::optional<Line> awaitLine(const std::function<bool(const std::string&)>& condition,
                                              std::chrono::milliseconds patience) const;

  [[nodiscard]] pid_t pid() const { return m_pid; }
  /// Sends a signal and waits for the end: the exit code, or 128 + the number of the signal that ended it.
  int end(int signal);

 private:
  void read(int descriptor);

  pid_t m_pid = 0;
  mutable std::mutex m_mutex;
  std::vector<Line> m_lines;
  std::thread m_reader;
};

}  // namespace sojourn::test
