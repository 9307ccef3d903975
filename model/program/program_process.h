// SPDX-License-Identifier: GPL-3.0-or-later
// A program that was started, spoken to in lines on its standard streams.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <sys/types.h>

#include "model/core/cancel.h"
#include "model/core/files.h"
#include "model/core/line_log.h"
#include "model/core/result.h"

namespace sojourn {

inline constexpr std::size_t longestProgramLine = 256'000'000;

/// Its lines are read by a thread of its own, so that neither side waits for the other with full pipes. write() and
/// read() by one thread at a time.
class ProgramProcess {
 public:
  using Deadline = std::chrono::steady_clock::time_point;

  /// `command` is a line for the shell, run in `folder` (empty: where this program runs). Errors (Failed): it cannot be
  /// started. A command that is not there starts, says so on its standard error, and ends. `log` takes the lines of its
  /// standard error.
  [[nodiscard]] static Result<std::unique_ptr<ProgramProcess>> start(const std::string& command,
                                                                     const std::filesystem::path& folder,
                                                                     std::shared_ptr<LineLog> log);
  /// Closes its input; two seconds later the program and whatever it started in its process group are killed.
  ~ProgramProcess();
  ProgramProcess(const ProgramProcess&) = delete;
  ProgramProcess& operator=(const ProgramProcess&) = delete;

  /// Sends a line, without its end. Errors: ended, in time not taken, cancelled.
  [[nodiscard]] Status write(std::string_view line, Deadline until, const CancelToken& cancel);
  /// The next line that it prints. Errors: ended (isEnded() is true then), a line longer than longestProgramLine, none
  /// in time, cancelled.
  [[nodiscard]] Result<std::string> read(Deadline until, const CancelToken& cancel);

  /// It has ended, and all that it printed is read; or it printed what is no line.
  [[nodiscard]] bool isEnded() const;
  /// Kills it and whatever is in its group, at once. Any thread.
  void kill();

 private:
  ProgramProcess(pid_t child, Descriptor input, Descriptor output, Descriptor errors, Descriptor wake,
                 std::shared_ptr<LineLog> log);
  void pump();
  void take(std::string_view bytes);
  void takeLog(std::string_view bytes);
  void endLogLine();
  [[nodiscard]] bool hasExited() const;
  [[nodiscard]] Error endedError() const;

  pid_t m_child;
  Descriptor m_input, m_output, m_errors;
  Descriptor m_wake;  ///< of the thread
  mutable std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<std::string> m_lines;
  std::shared_ptr<LineLog> m_log;
  std::deque<std::string> m_lastWords;  ///< of its own: the last lines of the log that are not empty
  std::string m_partial, m_partialLog;
  std::size_t m_waiting = 0;  ///< bytes in m_lines
  bool m_ended = false, m_tooLong = false, m_stopping = false;
  std::thread m_pump;
};

}  // namespace sojourn
