// SPDX-License-Identifier: GPL-3.0-or-later
// What a person at a terminal sees beside the answer, and how Ctrl+C stops the work. All but the lines of epochs goes
// to standard error.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/command_line/command_line.h"
#include "model/core/cancel.h"

namespace sojourn::cli {

/// Errors and the severity before them, for problems that do not stop the work. Notices only where standard error is a
/// terminal: a script has no use for them.
void printProblems(const std::vector<Problem>& problems);

/// The same at the end of the work: of work that is refused nothing is said but why.
void holdProblems(const std::vector<Problem>& problems);
/// One that is known at the end, if there is one.
void holdProblem(std::function<std::optional<Problem>()> asked);
/// Prints what is held now, before work that takes long, or at its end.
void printHeldProblems();

/// Cancelled by SIGINT, SIGTERM or SIGHUP from the first call on; SIGHUP stays ignored where nohup has it ignored. One
/// token for the whole program. A second SIGINT or SIGTERM ends the program; a terminal that closes only asks, as it
/// may send its signal twice.
[[nodiscard]] CancelToken interruptToken();

/// Catches SIGUSR1 and SIGUSR2, which schedulers send before they take a machine away. The function says once for each
/// time that one has come.
[[nodiscard]] std::function<bool()> checkpointSignal();

/// One line that is written over again and again, at most ten times a second, where standard error is a terminal, and
/// leaves nothing behind. Elsewhere, in the log of a job, a line a minute.
class ProgressLine {
 public:
  explicit ProgressLine(std::string what);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  /// To be handed to the work; must not outlive this object.
  [[nodiscard]] Progress callback();
  /// The same where bytes are counted.
  [[nodiscard]] Progress bytes();
  /// Bytes and how many of them a second.
  [[nodiscard]] Progress byteRate();
  void clear();

 private:
  void show(const std::string& text);

  std::string m_what;
  bool m_terminal = false;
  bool m_shown = false;
  std::chrono::steady_clock::time_point m_last{};
};

}  // namespace sojourn::cli
