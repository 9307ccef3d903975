// SPDX-License-Identifier: GPL-3.0-or-later
// Words of command lines that are pasted into a shell.
#pragma once

#include <string>
#include <string_view>

namespace sojourn {

/// One word for a POSIX shell: as it is where that is safe, else in single quotes.
[[nodiscard]] inline std::string shellWord(std::string_view word) {
  constexpr std::string_view safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./,:@%+";
  if (!word.empty() && word.find_first_not_of(safe) == std::string_view::npos) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace sojourn
