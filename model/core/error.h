// SPDX-License-Identifier: GPL-3.0-or-later
// What an error is in this program: a place, a finding and a remedy, in words a person can act on.
#pragma once

#include <string>
#include <vector>

namespace sojourn {

/// Decides the exit code of the command line (SPEC 9) and the tone of the studio's banner.
enum class ErrorKind {
  BadUsage,   ///< what was asked cannot be asked (exit 2)
  BadInput,   ///< a file or value from outside is not usable (exit 3)
  Failed,     ///< the work itself failed: disk full, no such device (exit 4)
  Cancelled,  ///< somebody asked to stop (exit 130); never shown as an error
};

/// One error, handled once: shown or passed on. All texts are plain UTF-8, one sentence fragment each, without a
/// full stop. `where` names the file and, after a comma, the byte, key or record.
struct Error {
  ErrorKind kind = ErrorKind::BadInput;
  std::string where;
  std::string what;
  std::string remedy;

  /// "where: what: remedy", the form of the command line; parts that are empty are left out. Escaped for a terminal.
  [[nodiscard]] std::string sentence() const;
};

enum class Severity { Notice, Warning, Error };

/// A finding that does not stop the work by itself (SPEC 8.3), listed by `sojourn info` and by the studio.
struct Problem {
  Severity severity = Severity::Warning;
  std::string where;
  std::string what;
  std::string remedy;
};

[[nodiscard]] const char* severityName(Severity severity);

}  // namespace sojourn
