// SPDX-License-Identifier: GPL-3.0-or-later
// What the two programs behind `sojourn` share: the light one that starts at once, and the one that has the networks.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/cli/commands/commands.h"

namespace sojourn::cli {

/// The program that has the networks lies beside `sojourn` under this name.
inline constexpr const char* modelsProgram = "sojourn-models";

/// The command line as a person could type it again, quoted where a shell would need it.
[[nodiscard]] std::string commandText(int argc, const char* const* argv);
/// The words after the program's name; "help train" is another way to write "train --help".
[[nodiscard]] std::vector<std::string> wordsOf(int argc, char** argv);

/// Parses the words, runs the chosen work and gives its exit code. `addCommands` adds the subcommands.
[[nodiscard]] int runProgram(const std::vector<std::string>& words,
                             const std::function<void(CLI::App&, Work&)>& addCommands);

}  // namespace sojourn::cli
