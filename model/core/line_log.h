// SPDX-License-Identifier: GPL-3.0-or-later
// The last lines that something writes, shown while more are written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace sojourn {

/// Safe from any thread.
class LineLog {
 public:
  static constexpr std::size_t mostLines = 2'000;

  void append(std::string line) {
    const std::lock_guard lock(m_mutex);
    m_lines.push_back(std::move(line));
    if (m_lines.size() > mostLines) m_lines.pop_front();
    ++m_count;
  }
  /// The oldest first.
  [[nodiscard]] std::vector<std::string> lines() const {
    const std::lock_guard lock(m_mutex);
    return {m_lines.begin(), m_lines.end()};
  }
  /// Of all lines so far: what has grown is shown again.
  [[nodiscard]] std::uint64_t count() const {
    const std::lock_guard lock(m_mutex);
    return m_count;
  }

 private:
  mutable std::mutex m_mutex;
  std::deque<std::string> m_lines;
  std::uint64_t m_count = 0;
};

}  // namespace sojourn
