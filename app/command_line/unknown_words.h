// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the word of a command line that a parser does not know, and the known word that was probably meant.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace sojourn {

/// "--chekpoint" of "evaluate", with "--checkpoint".
struct UnknownWord {
  std::string word;
  std::string command;  ///< the subcommand that it was given to; empty for the program's own
  std::string nearest;  ///< empty where no known word is near
};

/// The first word where a subcommand should be but that is none. `words` are those after the program's name.
[[nodiscard]] std::optional<UnknownWord> unknownCommand(const CLI::App& app, const std::vector<std::string>& words);

/// The first word that begins with two dashes and is no option of the program or of the subcommand before it.
[[nodiscard]] std::optional<UnknownWord> unknownOption(const CLI::App& app, const std::vector<std::string>& words);

/// "did you mean --checkpoint? Else run ...", or the last part alone. `help` says what to run.
[[nodiscard]] std::string suggestion(const UnknownWord& unknown, const std::string& help);

/// What a program without subcommands does after a refusal: help and version are printed, an unknown option is said on
/// standard error with the nearest one, all else as refusalText() says it. The exit code: 0 or 2.
[[nodiscard]] int afterParseError(const CLI::App& app, const CLI::ParseError& error,
                                  const std::vector<std::string>& words);

/// The candidate that takes the fewest single letters typed wrong, left out, added or swapped with the next; empty
/// where that is more than one in three letters.
[[nodiscard]] std::string nearestWord(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace sojourn
