// SPDX-License-Identifier: GPL-3.0-or-later
// What a person at a terminal sees beside the answer: errors, notices, and how far the work is. All of it on standard
// error.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/error.h"

namespace sojourn::cli {

/// "sojourn: <file>: <what>: <remedy>", escaped.
void printError(const Error& error);

/// The same form with the severity before it, for problems that do not stop the work. Notices only where standard
/// error is a terminal: a script has no use for them.
void printProblems(const std::vector<Problem>& problems);

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
  /// Shows any text in place of done and total.
  void show(const std::string& text);
  void clear();

 private:
  std::string m_what;
  bool m_terminal = false;
  bool m_shown = false;
  std::chrono::steady_clock::time_point m_last{};
};

}  // namespace sojourn::cli
