// SPDX-License-Identifier: GPL-3.0-or-later
// What a person at a terminal sees beside the answer, and how Ctrl+C stops the work. All but the lines of epochs goes
// to standard error.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "app/command_line/command_line.h"
#include "model/core/cancel.h"
#include "model/train/trainer/train.h"

namespace sojourn::cli {

/// Errors and the severity before them, for problems that do not stop the work. Notices only where standard error is a
/// terminal: a script has no use for them.
void printProblems(const std::vector<Problem>& problems);

/// Cancelled by SIGINT, SIGTERM or SIGHUP from the first call on; SIGHUP stays ignored where nohup has it ignored. One
/// token for the whole program. A second SIGINT or SIGTERM ends the program; a terminal that closes only asks, as it
/// may send its signal twice.
[[nodiscard]] CancelToken interruptToken();

/// One line that is written over again and again, at most ten times a second, and only where standard error is a
/// terminal. Leaves nothing behind.
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

/// Prints a line on standard output for every epoch of a training, and shows progress inside the epoch.
class EpochTable {
 public:
  /// To be handed to the training; must not outlive this object.
  [[nodiscard]] TrainObserver observer();
  /// Takes progress off the terminal. Errors: standard output could not be written.
  [[nodiscard]] Status finish();

 private:
  ProgressLine m_progress{"training"};
  Status m_printed;
};

}  // namespace sojourn::cli
