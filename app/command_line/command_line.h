// SPDX-License-Identifier: GPL-3.0-or-later
// What the command lines of all three programs share: the layout of --help, refusals in sentences, exit codes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/core/result.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's own name
class App;
class ParseError;
}  // namespace CLI

namespace sojourn {

/// Exit codes beside those of errors (SPEC 9).
inline constexpr int exitDone = 0, exitFailed = 4, exitInterrupted = 130;

/// 2 bad usage, 3 bad input, 4 failed work, 130 interrupted.
[[nodiscard]] int exitCodeOf(ErrorKind kind);
/// Says the error on standard error, "sojourn: FILE: what: remedy", and gives its exit code.
int fail(const std::string& program, const Error& error);

/// Makes the parser's help say in words what an option takes, with what it is used, and whether it is required.
/// Commands and groups of options that are added later have it too, so this comes before them.
void usePlainHelp(CLI::App& app);

/// A word that the parser does not know: "--chekpoint" of "evaluate", with "--checkpoint".
struct UnknownWord {
  std::string word;
  std::string command;  ///< the subcommand that it was given to; empty for the program's own
  std::string nearest;  ///< the known word that was probably meant; empty where none is near
};

/// The first word where a subcommand should be but that is none. `words` are those after the program's name.
[[nodiscard]] std::optional<UnknownWord> unknownCommand(const CLI::App& app, const std::vector<std::string>& words);

/// "did you mean --checkpoint? Otherwise run ...", or the last part alone. `help` says what to run.
[[nodiscard]] std::string suggestion(const UnknownWord& unknown, const std::string& help);

/// What follows a refusal of the parser: help and version are printed, an option that is not known is said on standard
/// error with the nearest one, all else in a sentence. The exit code: 0 or 2.
[[nodiscard]] int afterParseError(const CLI::App& app, const CLI::ParseError& error,
                                  const std::vector<std::string>& words);

}  // namespace sojourn
